"""The generic framework for general models, after M3A: each step asks for an action, and then for a line of history.

With numbered elements (`som`) the model names what it touches by numbers drawn on the picture; without (`pixels`) by
coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.llm.kit import elements, marks
from adapters.agents.llm.kit.histories import ANSWERED, UNREADABLE
from adapters.agents.llm.kit.marks import Captioned, Element, Numbers, Rule
from adapters.agents.llm.kit.model_question import Limits, Turn, decide, reply, user
from adapters.agents.llm.kit.pictures import Shown, picture, seen
from adapters.agents.llm.kit.presets import Texts, label
from adapters.agents.llm.kit.settings import Settings
from runtime.core.tasks import Brief
from runtime.llm import Message, Model, Prompt
from runtime.plugins.protocols import Need, Observation, Session

_NOTHING_YET = "You just started, no action has been performed yet."


@dataclass(frozen=True, slots=True, kw_only=True)
class M3AConfig(Settings):
    """`summary`: the prompt for the line of history; `numbers`: elements are numbered; `elements`: which there are."""

    summary: str
    numbers: bool = True
    elements: Rule = "leaves"

    @property
    def needs(self) -> frozenset[Need]:
        """The tree only where its elements are numbered."""
        return frozenset({"frame", "tree"}) if self.numbers else frozenset({"frame"})

    @property
    def more(self) -> tuple[str, ...]:
        """The prompt of the second request."""
        return (self.summary,)


@dataclass(frozen=True, slots=True)
class View:
    """One screen as M3A knows it: as it is, with numbers and a caption, and its elements."""

    raw: Shown
    marked: Shown
    elements: tuple[Element, ...]

    @property
    def listed(self) -> str:
        """The elements as lines."""
        return elements.lines(self.elements)


async def view(config: M3AConfig, observation: Observation) -> View:
    """The picture of a screen before an action is chosen."""
    frame = seen(observation)
    if not config.numbers:
        raw = await picture(frame, config.size)
        return View(raw, raw, ())
    found = numbered(config, observation)
    marked = await picture(frame, config.size, Numbers.of(found, marks.M3A))
    return View(await picture(frame, config.size), marked, found)


def numbered(config: M3AConfig, observation: Observation) -> tuple[Element, ...]:
    """The elements of a screen; none where it has no tree."""
    frame = seen(observation)
    if observation.tree is None or not config.numbers:
        return ()
    return marks.listed(observation.tree, Screen(frame.width, frame.height), config.elements)


async def captioned(config: M3AConfig, observation: Observation, word: str) -> View:
    """The picture of a screen for the summary of the step."""
    found = numbered(config, observation)
    drawing = Captioned(word, Numbers.of(found, marks.M3A) if config.numbers else None)
    shown = await picture(seen(observation), config.size, drawing)
    return View(shown, shown, found)


def action_request(
    config: M3AConfig, prompts: Mapping[str, Prompt], brief: Brief, history: Sequence[str], now: View
) -> tuple[Message, ...]:
    """The one message that asks for an action: the text, and the screen without and with numbers."""
    # What the scheme's coordinates end at is what the model is told of the screen.
    right, bottom = config.format.surface(now.raw.size, config.scheme, mode=config.mode).scheme.span(now.raw.size)
    known = {
        "instruction": brief.instruction,
        "ask": config.asking(prompts, can_ask=brief.can_ask),
        "history": "\n".join(history) or _NOTHING_YET,
        "elements": now.listed,
        "width": f"{right:g}",
        "height": f"{bottom:g}",
    }
    text = _filled(prompts[config.prompt], known)
    return (user(text, now.raw, now.marked) if config.numbers else user(text, now.raw),)


def summary_request(
    config: M3AConfig, prompts: Mapping[str, Prompt], brief: Brief, turn: Turn, before: View, after: View
) -> tuple[Message, ...]:
    """The one message that asks what came of an action."""
    known = {
        "instruction": brief.instruction,
        "action": chosen(turn),
        "reason": turn.reading.thought,
        "before": before.listed,
        "after": after.listed,
    }
    return (user(_filled(prompts[config.summary], known), before.raw, after.raw),)


def chosen(turn: Turn) -> str:
    """The action as the model wrote it."""
    return turn.reading.sections.get("action") or turn.text


def _filled(prompt: Prompt, known: Mapping[str, str]) -> str:
    return prompt.fill(**{gap: text for gap, text in known.items() if gap in prompt.placeholders})


class M3ALoop:
    """Implements `runtime.plugins.protocols.Agent`: look, ask for an action, act, ask for its summary."""

    def __init__(self, config: M3AConfig, model: Model, texts: Texts) -> None:
        self.needs = config.needs
        self._config = config
        self._model = model
        self._texts = texts

    async def play(self, session: Session) -> None:
        """Play until the session ends."""
        config, brief = self._config, session.brief
        prompts = await self._texts.read()
        acting = Limits(label(prompts, config.prompt, config.ask_text(can_ask=brief.can_ask)), config.max_tokens)
        summing = Limits(label(prompts, config.summary), config.max_tokens)
        history: list[str] = []
        observation = await session.observe()
        while not observation.ended:
            now = await view(config, observation)
            before = await captioned(config, observation, "before")
            surface = now.raw.surface(config.format, config.scheme, marks.marks(now.elements), config.mode)
            texts = history[-config.history :] if config.history else history
            messages = action_request(config, prompts, brief, texts, now)
            turn = await decide(self._model, messages, config.grammar, surface, acting)
            observation = await session.step(turn.decision)
            if observation.ended:
                return
            if (line := settled(turn, observation)) == "":
                after = await captioned(config, observation, "after")
                asked = summary_request(config, prompts, brief, turn, before, after)
                reply_text = await reply(self._model, asked, summing)
                line = f"Action selected: {chosen(turn)}. {' '.join(reply_text.split())}"
            history.append(f"Step {len(history) + 1}- {line}")


def settled(turn: Turn, observation: Observation) -> str:
    """The line of history for a step of which no model has to tell what came of it; empty for any other."""
    if turn.problem:
        return UNREADABLE.format(turn.problem)
    if observation.replies:
        return " ".join([f"Action selected: {chosen(turn)}.", *map(ANSWERED.format, observation.replies)])
    return ""
