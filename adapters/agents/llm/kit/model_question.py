"""One question to the model, and its reply read as a decision.

    grammar = Grammar(FORMAT, scheme="rel1000", mode="generic", ask="added")
    turn = await decide(model, messages, grammar, surface, Limits(prompt=prompt.label, max_tokens=1000))
    observation = await session.step(turn.decision)

`Grammar.turn` is the pure half. A `ModelError` is let out: an agent whose model does not answer is at fault, as
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from adapters.agents.formats.grammar.format import Act, Format, Mode, Reading, Surface
from adapters.agents.llm.kit.pictures import Shown
from runtime.core.actions import AskUser, Decision, ParseError, Takeover
from runtime.core.decision_checks import action_problem
from runtime.llm import Message, Model, ModelRequest, Picture, Sampling

Ask = Literal["native", "added", "none"]
"""How an agent asks its user: as its authors made it, by an action that we add to its prompt, or not at all."""
_NOT_OFFERED = "asks the user, and no such action was offered"


@dataclass(frozen=True, slots=True)
class Turn:
    """A reply that was read: the decision that it is, its parts by their headings, and what was wrong with it."""

    decision: Decision
    reading: Reading

    @property
    def text(self) -> str:
        """The reply as it came."""
        return self.decision.raw

    @property
    def problem(self) -> str:
        """Why it could not be read; empty if it could."""
        return next((action.reason for action in self.decision.actions if isinstance(action, ParseError)), "")


@dataclass(frozen=True, slots=True)
class Grammar:
    """How the replies of one model are parsed. `scheme`: one of the format's; empty for its default.

    `single`: of several calls in one reply only the first is carried out.
    """

    format: Format
    scheme: str = ""
    mode: Mode = "generic"
    ask: Ask = "none"
    single: bool = False

    def turn(self, text: str, surface: Surface) -> Turn:
        """The reply as a decision; raises nothing. What no phone can do is a parse error in its place."""
        reading = self.format.decide(text, surface, self.mode)
        screen = surface.screen.width, surface.screen.height
        reading = replace(reading, acts=tuple(_possible(act, screen, text) for act in reading.acts))
        if self.ask == "none":
            # An agent that is measured as one that cannot ask has nobody whom its words could reach.
            reading = Reading(tuple(_unasked(act, text) for act in reading.acts), reading.thought, reading.sections)
        if self.single:
            reading = Reading(_first(reading.acts), reading.thought, reading.sections)
        return Turn(Decision(reading.actions, reading.thought, text), reading)


def _possible(act: Act, screen: tuple[int, int], text: str) -> Act:
    problem = action_problem(act.action, screen)
    return replace(act, action=ParseError(raw=text[:4000], reason=problem)) if problem else act


def _unasked(act: Act, text: str) -> Act:
    if isinstance(act.action, (AskUser, Takeover)):
        return Act(ParseError(raw=text[:4000], reason=_NOT_OFFERED), act.aside)
    return act


def _first(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The first act with what belongs to it: the Enter after typing, the end after a reply that could not be read."""
    last = 1
    while last < len(acts) and (acts[last].aside.get("part") == "type" or "after" in acts[last].aside):
        last += 1
    return tuple(acts[:last])


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a request, how its reply is drawn, and the labels of the prompts that it is made from.

    `deadline` in seconds.
    """

    prompt: str
    max_tokens: int
    sampling: Sampling = Sampling()
    deadline: float = 120.0


async def reply(model: Model, messages: Sequence[Message], limits: Limits) -> str:
    """The model's reply as text; a refusal too.

    Raises:
        ModelError: it says nothing.
    """
    request = ModelRequest(
        "agent",
        tuple(messages),
        prompt=limits.prompt,
        max_tokens=limits.max_tokens,
        sampling=limits.sampling,
        deadline=limits.deadline,
    )
    model_reply = await model.complete(request)
    return writable(model_reply.text or model_reply.refusal)


def writable(text: str) -> str:
    """The text with every half of a surrogate pair replaced: it goes into the trace and into the next request."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


async def decide(
    model: Model, messages: Sequence[Message], grammar: Grammar, surface: Surface, limits: Limits, times: int = 1
) -> Turn:
    """Ask, and read the reply as a decision. `times`: how often it is asked before an unreadable reply counts.

    Raises:
        ModelError: the model says nothing.
    """
    turn = grammar.turn(await reply(model, messages, limits), surface)
    for _ in range(times - 1):
        if not turn.problem:
            break
        turn = grammar.turn(await reply(model, messages, limits), surface)
    return turn


def user(*parts: str | Picture | Shown) -> Message:
    """A message of ours: texts and pictures in order; empty texts are left out."""
    plain = (part.picture if isinstance(part, Shown) else part for part in parts)
    return Message("user", tuple(part for part in plain if part != ""))


def system(text: str) -> Message:
    """A message of the system's."""
    return Message("system", (text,))


def assistant(text: str) -> Message:
    """An earlier reply of the model as a message; endpoints reject messages without content."""
    return Message("assistant", (text or "(nothing)",))
