"""The generic framework for models that are agents themselves: state and actions are ours, the words are the model's.

One request for each step, in the layout that the model was trained on: UI-TARS, Qwen3-VL, GUI-Owl, MAI-UI.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from adapters.agents.llm.kit import histories, shell_lines
from adapters.agents.llm.kit.box_tokens import boxed
from adapters.agents.llm.kit.histories import Past
from adapters.agents.llm.kit.model_question import Limits, Turn, decide, system, user
from adapters.agents.llm.kit.pictures import Shown, picture, seen
from adapters.agents.llm.kit.presets import Texts, label
from adapters.agents.llm.kit.settings import Settings
from runtime.core.tasks import Brief
from runtime.llm import Message, Model, Prompt, Sampling
from runtime.plugins.protocols import Need, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericConfig(Settings):
    """How one model is prompted. `rule`: how the history is told (`histories`); `images`: pictures per request.

    `system`: the prompt of the system's message; `language`: of the model's thoughts, where the prompt has a gap for
    it; `boxes`: replies are shown to the model with the marks around coordinates that endpoints take away. `remembers`:
    in official mode unreadable replies stay in the history.
    """

    rule: Literal["turns", "opening", "lines"]
    images: int
    system: str = ""
    language: str = ""
    boxes: bool = False
    sampling: Sampling = Sampling()
    remembers: bool = False

    @property
    def needs(self) -> frozenset[Need]:
        """These models see pictures only."""
        return frozenset({"frame"})

    @property
    def more(self) -> tuple[str, ...]:
        """The prompt of the system's message."""
        return (self.system,)


def request(
    config: GenericConfig,
    prompts: Mapping[str, Prompt],
    brief: Brief,
    past: Sequence[Past],
    now: Shown,
    today: date | None = None,
) -> tuple[Message, ...]:
    """The messages of one step. `today` fills the prompt's placeholder for the date, if it has one."""
    ask = config.asking(prompts, can_ask=brief.can_ask)
    past = past[-config.history :] if config.history else past
    if config.boxes:
        past = [replace(item, reply=boxed(item.reply)) for item in past]
    head = (system(prompts[config.system].fill(ask=ask)),) if config.system else ()
    task = prompts[config.prompt]

    def opened(**more: str) -> str:
        known = {"instruction": brief.instruction, "ask": ask, "language": config.language, **more}
        known["today"] = f"Today's date is: {today.isoformat()} {_DAYS[today.weekday()]}. " if today else ""
        return task.fill(**{gap: text for gap, text in known.items() if gap in task.placeholders})

    match config.rule:
        case "turns":
            return histories.turns((*head, user(opened())), past, now.picture, config.images)
        case "opening":
            return histories.opening(head, lambda text: opened(earlier=text), past, now.picture, config.images)
        case "lines":
            return (*head, user(opened(progress=histories.lines(past)), now))


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class GenericLoop:
    """Implements `runtime.plugins.protocols.Agent`: look, ask, act."""

    def __init__(self, config: GenericConfig, model: Model, texts: Texts) -> None:
        self.needs = config.needs
        self._config = config
        self._model = model
        self._texts = texts

    async def play(self, session: Session) -> None:
        """Play until the session ends."""
        config, brief = self._config, session.brief
        prompts = await self._texts.read()
        used = label(prompts, config.system, config.prompt, config.ask_text(can_ask=brief.can_ask))
        limits = Limits(used, config.max_tokens, config.sampling)
        times = config.times if config.mode == "official" else 1
        past: list[Past] = []
        observation = await session.observe()
        dated = "today" in prompts[config.prompt].placeholders and not observation.ended
        today = shell_lines.today(await shell_lines.line(session, shell_lines.TODAY)) if dated else None
        while not observation.ended:
            now = await picture(seen(observation), config.size)
            surface = now.surface(config.format, config.scheme, mode=config.mode)
            messages = request(config, prompts, brief, past, now, today)
            turn = await decide(self._model, messages, config.grammar, surface, limits, times)
            observation = await session.step(turn.decision)
            generic = config.mode == "generic"
            if generic or config.remembers or not turn.problem:  # other programs forget what they could not read
                feedback = histories.feedback(turn.problem if generic else "", observation.replies)
                past.append(_played(len(past) + 1, now, turn, feedback))
                if len(past) >= config.images:  # that picture is sent no more, and pictures are large
                    past[-config.images] = replace(past[-config.images], picture=None)


def _played(number: int, now: Shown, turn: Turn, feedback: str) -> Past:
    """The step for the history; a reply without a line that says what it does stands for itself."""
    action = turn.reading.sections.get("action") or turn.text
    action = " ".join(action.split()).replace('"', "")
    return Past(number, now.picture, turn.text, action, feedback)
