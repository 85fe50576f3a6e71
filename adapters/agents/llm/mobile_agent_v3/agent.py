"""Mobile-Agent-v3 by its authors' loop: a manager plans, an operator acts, a reflector checks, a notetaker may note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from adapters.agents.formats.grammar.format import Mode
from adapters.agents.formats.mobile_agent_v3 import FORMAT
from adapters.agents.llm.kit.model_question import Grammar, Limits, Turn, reply, user
from adapters.agents.llm.kit.options import Option, choice, flag, integer, size, words
from adapters.agents.llm.kit.pictures import FULL, Shown, SizeRule, picture, seen
from adapters.agents.llm.kit.presets import OURS, Preset, Texts, label
from adapters.agents.llm.kit.settings import PROMPTS
from adapters.agents.llm.mobile_agent_v3 import messages as talk
from adapters.agents.llm.mobile_agent_v3.messages import Board, ExecutedAction, part
from runtime.core.actions import Decision, Finish, Note
from runtime.llm import Model, PromptFiles
from runtime.plugins.protocols import AgentNotes, Need, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Configuration of Mobile-Agent-v3. `scheme`: pixels by default; `hint`: part of the manager's prompt."""

    name: str = "mobile-agent-v3"
    mode: Mode = "official"
    scheme: str = "pixels"
    size: SizeRule = FULL
    notetaker: bool = False
    hint: str = ""
    max_tokens: int = 2048
    never_asks: bool = True

    @property
    def format(self) -> Any:
        """Its grammar."""
        return FORMAT

    @property
    def needs(self) -> frozenset[Need]:
        """It sees pictures only."""
        return frozenset({"frame"})

    @property
    def prompt_files(self) -> PromptFiles:
        """One text for each of its agents, two for the manager."""
        return PromptFiles(PROMPTS, talk.NAMES)


class MobileAgentV3:
    """Implements `runtime.plugins.protocols.Agent`. Replies beside the decisions are recorded as notes."""

    def __init__(self, config: Config, model: Model, texts: Texts) -> None:
        self.needs = config.needs
        self._config = config
        self._model = model
        self._texts = texts

    async def play(self, session: Session) -> None:
        """Play until the plan is finished, the user is answered, or the session ends."""
        config = self._config
        grammar = Grammar(FORMAT, config.scheme, config.mode)
        board = Board(session.brief.instruction, config.hint)
        observation = await session.observe()
        now = await picture(seen(observation), config.size)
        while not observation.ended:
            if not board.skips_planning and await self._plan(session, board, now):
                return
            reply_text = await self._ask(talk.OPERATOR, talk.operator(await self._texts.read(), board), now)
            turn = grammar.turn(reply_text, now.surface(FORMAT, config.scheme, mode=config.mode))
            observation = await session.step(turn.decision)
            if observation.ended:
                return
            before, now = now, await picture(seen(observation), config.size)
            if turn.problem:
                board.unread(part(reply_text, "Description"))
            elif not await self._reflect(session, board, turn, before, now):
                return

    async def _ask(self, name: str, text: str, *pictures: Shown) -> str:
        prompts = await self._texts.read()
        return await reply(self._model, (user(text, *pictures),), Limits(label(prompts, name), self._config.max_tokens))

    async def _plan(self, session: Session, board: Board, now: Shown) -> bool:
        """Have the manager plan; whether that was the end."""
        name, text = talk.manager(await self._texts.read(), board)
        reply_text = await self._ask(name, text, now)
        board.planned(reply_text)
        thought = part(
            reply_text, "Thought", "Historical Operations" if "### Historical Operations" in reply_text else "Plan"
        )
        if talk.finished(board.plan):
            await session.step(Decision((Finish(),), thought, reply_text))
            return True
        await session.step(Decision((Note(f"plan: {board.plan}"),), thought, reply_text))
        return False

    async def _reflect(self, session: Session, board: Board, turn: Turn, before: Shown, after: Shown) -> bool:
        """Have the reflector judge the action; False if the program breaks down over its reply."""
        action, description = part(turn.text, "Action", "Description"), part(turn.text, "Description")
        prompts = await self._texts.read()
        text = talk.reflector(prompts, board, action, description)
        reply_text = await self._ask(talk.REFLECTOR, text, before, after)
        outcome = talk.outcome(reply_text)
        if not outcome and self._config.mode == "official":
            await session.step(Decision((Finish(status="infeasible"),), "The reflector named no outcome.", reply_text))
            return False
        await session.step(Decision((Note(f"outcome: {outcome or 'unclear'}"),), raw=reply_text))
        board.done(ExecutedAction(action, description, outcome or "C", part(reply_text, "Error Description")))
        if outcome == "A" and self._config.notetaker:
            reply_text = await self._ask(talk.NOTETAKER, talk.notetaker(prompts, board), after)
            board.notes = part(reply_text, "Important Notes")
            await session.step(Decision((Note(f"notes: {board.notes}"),), raw=reply_text))
        return True


OPTIONS: Final[dict[str, Option[Any]]] = {
    "mode": choice("mode", "official", "generic"),
    "scheme": choice("scheme", *FORMAT.schemes),
    "size": size("size"),
    "notetaker": flag("notetaker"),
    "hint": words("hint", "Files are in the folder Notes"),
    "max_tokens": integer("max_tokens", 1, 1_000_000),
}

MOBILE_AGENT_V3: Final = Preset(
    MobileAgentV3,
    Config(),
    OPTIONS,
    AgentNotes(
        title="Mobile-Agent-v3 by its authors' loop: manager, operator, reflector, and a notetaker with notetaker=yes",
        needs="GUI-Owl-7B or -32B behind an OpenAI-compatible endpoint, its key in OPENAI_API_KEY. Notes that the "
        f"authors' program adds for tasks of one benchmark are left out. {OURS}",
        asks="never asks: its authors have it suppose what is most likely",
        example="--agent mobile-agent-v3 --model agent=openai:GUI-Owl-7B@http://127.0.0.1:8000/v1",
    ),
)
