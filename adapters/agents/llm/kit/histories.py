"""Builds the history in a model's next request from the steps played so far. Pure.

turns      a conversation: of each step the screen that was shown and the reply; older screens are left out
opening    the same for the last steps; those before are lines in the opening text
lines      one message: what was done as lines of text, and the current screen
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adapters.agents.llm.kit.model_question import assistant, user
from runtime.llm import Message, Picture

UNREADABLE = "Your last reply could not be read: {}. It counted as a step, and nothing was done. Keep to the format."
ANSWERED = "The user's answer: {}"


@dataclass(frozen=True, slots=True)
class Past:
    """One played step: the screen shown to the model (None: no longer shown), its reply, and its actions in
    words for a list of steps.

    `feedback` is reported beside the next screen: the user's answer, or why the reply could not be parsed.
    """

    number: int
    picture: Picture | None
    reply: str
    action: str
    feedback: str = ""


def feedback(problem: str, replies: Sequence[str]) -> str:
    """The feedback for a model after a step; empty if there is nothing to report."""
    texts = [UNREADABLE.format(problem)] if problem else []
    return "\n".join([*texts, *map(ANSWERED.format, replies)])


def turns(head: Sequence[Message], past: Sequence[Past], now: Picture, images: int) -> tuple[Message, ...]:
    """A conversation after `head` with at most that many pictures, including the current one."""
    return (*head, *_exchange(past, now, images))


def opening(
    head: Sequence[Message], text: Callable[[str], str], past: Sequence[Past], now: Picture, images: int
) -> tuple[Message, ...]:
    """A conversation about the last steps, one picture for each; `text` makes the opening text of the earlier ones."""
    shown = max(len(past) - (images - 1), 0)
    earlier = "\n".join(_step(step, "\n") for step in past[:shown]) or "None"
    first, *rest = _exchange(past[shown:], now, images)
    return (*head, user(text(earlier), *first.parts), *rest)


def lines(past: Sequence[Past], between: str = "; ") -> str:
    """The actions so far, step by step: `Step 1: …; Step 2: …;`."""
    return "".join(f"{_step(step, between)}{between}" for step in past).rstrip()


def _step(step: Past, between: str) -> str:
    after = between + step.feedback.replace("\n", between) if step.feedback else ""
    return f"Step {step.number}: {step.action}{after}"


def _exchange(past: Sequence[Past], now: Picture, images: int) -> list[Message]:
    """Screens and replies in turn. A step's feedback stands beside the next screen, even if that is left out."""
    first = len(past) - (images - 1)
    messages: list[Message] = []
    before = ""
    for number, step in enumerate(past):
        shown = (step.picture,) if step.picture is not None and number >= first else ()
        if before or shown:
            messages.append(user(before, *shown))
        messages.append(assistant(step.reply))
        before = step.feedback
    return [*messages, user(before, now)]
