"""Mobile-Agent-v2 by its authors' loop: agents that decide, remember, reflect and keep track, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.format import Mode
from adapters.agents.formats.mobile_agent_v2 import FORMAT
from adapters.agents.llm.kit.model_question import Grammar, Limits, Turn, reply
from adapters.agents.llm.kit.options import Option, choice, integer, words
from adapters.agents.llm.kit.pictures import Shown, picture, seen
from adapters.agents.llm.kit.presets import OURS, Preset, Texts, label
from adapters.agents.llm.mobile_agent_v2 import messages as talk
from adapters.agents.llm.mobile_agent_v2.messages import EpisodeNotes, Perceived
from runtime.core.actions import Action, Decision, Key, Launch, Noop, Note, Tap
from runtime.core.errors import AgentFault
from runtime.llm import Message, Model, PromptFiles, Sampling
from runtime.plugins.protocols import AgentNotes, Need, Observation, Session
from runtime.screen.tree import UiTree


@dataclass(frozen=True, slots=True)
class Config:
    """Configuration of Mobile-Agent-v2. `hint`: its program's "additional knowledge", part of each agent's prompt."""

    name: str = "mobile-agent-v2"
    mode: Mode = "official"
    reflection: Literal["on", "off"] = "on"
    memory: Literal["on", "off"] = "on"
    hint: str = ""
    tokens: int = 2048
    never_asks: bool = True
    needs: frozenset[Need] = field(default=frozenset[Need]({"frame", "tree"}))
    prompt_files: PromptFiles = field(default=PromptFiles("adapters.agents.llm.prompts", talk.NAMES))

    @property
    def sampling(self) -> Sampling:
        """The program's seed in official mode; temperature 0 only in generic mode."""
        return Sampling(seed=1234) if self.mode == "official" else Sampling()


@dataclass(frozen=True, slots=True)
class _Scene:
    """One screen, as the agents see it."""

    shown: Shown
    perceived: Perceived
    tree: UiTree

    @property
    def screen(self) -> Screen:
        return self.shown.screen


class MobileAgentV2:
    """Implements `runtime.plugins.protocols.Agent`.

    The replies of its agents are noted in the trace beside the decisions. A reply of the decision agent that cannot be
    parsed ends the episode; in generic mode the next request reports it, as it reports a failed operation.
    """

    def __init__(self, config: Config, model: Model, texts: Texts) -> None:
        self.needs = config.needs
        self._config = config
        self._model = model
        self._texts = texts

    async def play(self, session: Session) -> None:
        """Play one episode to its end."""
        notes = EpisodeNotes(session.brief.instruction, self._config.hint)
        observation = await session.observe()
        scene = await _scene(observation)
        while not observation.ended:
            turn, chat = await self._decide(notes, scene)
            operation_and_action = turn.reading.sections.get("operation", ""), turn.reading.sections.get("action", "")
            await self._remember(session, notes, chat, turn)
            observation = await session.step(self._decision(turn, scene))
            if observation.ended:
                return
            after = await _scene(observation)
            if turn.problem:
                notes.failed = "a reply that could not be read", turn.problem
            elif await self._reflect(session, notes, operation_and_action, scene, after) == "B":
                observation = await session.step(Decision((Key("BACK"),), "The operation led to a wrong page."))
                after = await _scene(observation)
            scene = after

    async def _ask(self, name: str, messages: tuple[Message, ...]) -> str:
        prompts = await self._texts.read()
        config = self._config
        return await reply(self._model, messages, Limits(label(prompts, name), config.tokens, config.sampling))

    async def _decide(self, notes: EpisodeNotes, scene: _Scene) -> tuple[Turn, tuple[Message, ...]]:
        prompt = (await self._texts.read())[talk.DECISION]
        chat = talk.decision(prompt, notes, scene.perceived, scene.screen, scene.shown.picture)
        surface = scene.shown.surface(FORMAT, mode=self._config.mode)
        return Grammar(FORMAT, mode=self._config.mode).turn(await self._ask(talk.DECISION, chat), surface), chat

    def _decision(self, turn: Turn, scene: _Scene) -> Decision:
        """The decision as the program carries it out: it opens apps by the labels of their icons."""
        if self._config.mode == "generic":
            return turn.decision
        return replaced_launches(turn.decision, scene.tree, scene.screen)

    async def _remember(self, session: Session, notes: EpisodeNotes, chat: tuple[Message, ...], turn: Turn) -> None:
        """Ask on in the same chat for what to remember, unless the episode is about to end."""
        if self._config.memory == "off" or turn.problem or _stops(turn):
            return
        prompt = (await self._texts.read())[talk.MEMORY]
        reply_text = await self._ask(talk.MEMORY, talk.memory(prompt, chat, turn.text))
        notes.remember(reply_text)
        await session.step(Decision((Note(f"memory: {notes.memory.strip()}"),), raw=reply_text))

    async def _reflect(
        self,
        session: Session,
        notes: EpisodeNotes,
        operation_and_action: tuple[str, str],
        before: _Scene,
        after: _Scene,
    ) -> talk.Result:
        """Judge an operation's result; a successful one enters the history, and the progress is updated."""
        result: talk.Result = "A"
        if self._config.reflection == "on":
            prompt = (await self._texts.read())[talk.REFLECTION]
            scenes = ((scene.perceived, scene.shown.picture) for scene in (before, after))
            reply_text = await self._ask(
                talk.REFLECTION, talk.reflection(prompt, notes, after.screen, operation_and_action, *scenes)
            )
            result = talk.result(reply_text, self._config.mode)
            await session.step(Decision((Note(f"reflection: {result or 'unclear'}"),), raw=reply_text))
        if result == "A":
            prompt = (await self._texts.read())[talk.PLANNING]
            reply_text = await self._ask(talk.PLANNING, talk.planning(prompt, notes, operation_and_action))
            notes.succeeded(operation_and_action, talk.completed(reply_text))
            await session.step(Decision((Note(f"progress: {notes.progress}"),), raw=reply_text))
        elif result:
            notes.failed = operation_and_action
        return result


def _stops(turn: Turn) -> bool:
    return any(action.kind == "finish" for action in turn.decision.actions)


async def _scene(observation: Observation) -> _Scene:
    shown = await picture(seen(observation))
    if observation.tree is None:
        raise AgentFault("this agent takes texts and icons from the accessibility tree, and the device shows none")
    return _Scene(shown, talk.perceive(observation.tree, shown.screen), observation.tree)


def replaced_launches(decision: Decision, tree: UiTree, screen: Screen) -> Decision:
    """The decision with a touch above its label for each app that is to be opened; without one nothing happens."""

    def replace_launch(action: Action) -> Action:
        if not isinstance(action, Launch):
            return action
        place = talk.labelled(tree, screen, action.app)
        return Tap(*place) if place is not None else Noop()

    return Decision(tuple(map(replace_launch, decision.actions)), decision.thought, decision.raw)


OPTIONS: Final[Mapping[str, Option[Config]]] = {
    "mode": choice("mode", "official", "generic"),
    "reflection": choice("reflection", "on", "off"),
    "memory": choice("memory", "on", "off"),
    "hint": words("hint", "Tap the magnifier to search"),
    "tokens": integer("tokens", 16, 65536),
}

MOBILE_AGENT_V2: Final = Preset(
    MobileAgentV2,
    Config(),
    OPTIONS,
    AgentNotes(
        title="Mobile-Agent-v2 by its authors' loop: decision, memory, reflection and planning agents",
        needs="a general model that sees (the authors: GPT-4o, for planning GPT-4 Turbo; here one for all) behind an "
        "OpenAI-compatible endpoint, and the accessibility tree. ITS PERCEPTION IS ANOTHER: the original reads texts "
        "by OCR and finds icons by GroundingDINO; here texts, icons and their middles are the tree's, so it perceives "
        "better, and whether a keyboard is open is told by the focus. It has no words for an answer. " + OURS,
        asks="never asks",
        example="--agent mobile-agent-v2 --model agent=openai:gpt-4o@https://api.openai.com/v1",
    ),
)
