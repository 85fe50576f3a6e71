"""Finds the action that an agent's thought announces, resolved against the elements of the screen.

It uses rules only, for English, Chinese and simple German. If a thought mentions several actions, its conclusion
counts: the last one mentioned, but the first step of a plan. Actions that are denied, recalled, hypothetical or goals
do not count. In doubt the result is no action, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from runtime.core.actions import Action, AskUser, Finish
from runtime.language.announcing import chinese, english_actions, german
from runtime.language.announcing import words as w
from runtime.language.announcing.elements import Element, Screen
from runtime.language.announcing.english_actions import AnnouncedAction, MentionedAction
from runtime.language.announcing.text import Sentence, ThoughtText, parse_text

__all__ = ["Announced", "Element", "find_announced_action"]

_HEADING: Final = re.compile(r"(?:^|\n)[ \t>*#_-]{0,8}action[ \t*_]{0,4}:[ \t*_]{0,4}", re.IGNORECASE)
_MOST_SENTENCES: Final = 40
_MOST_SPOKEN: Final = 16
"""Limits: sentences from the end, and mentioned actions per sentence."""
_NUMBERED: Final = re.compile(r"\s*(?:[-*•]\s*)?([1-9])[.)]?\s")


@dataclass(frozen=True, slots=True)
class Announced:
    """The announced action, or None and the reason. `element` is the index of the target element, also for a
    `Launch`.
    """

    action: Action | None
    why: str = ""
    element: int | None = None


def find_announced_action(
    thought: str,
    elements: Sequence[Element],
    screen: tuple[int, int],
    *,
    scrolls: Literal["content", "finger"] = "content",
) -> Announced:
    """Return the action that a thought announces. Raises nothing.

    A swipe is the finger's path. `scrolls` says what "scroll down" means: the content that comes into view, as people
    and most models use it, or the finger's direction, as in Android in the Zoo.
    """
    text = parse_text(thought.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
    here = Screen(elements, screen, finger=scrolls == "finger")
    start = max((found.end() for found in _HEADING.finditer(text.masked)), default=0)
    found = None
    if start:
        found = _concluded(
            text, here, [sentence for sentence in text.sentences if sentence.start >= start][:_MOST_SENTENCES]
        )
    if found is None:
        found = _concluded(text, here, text.sentences[-_MOST_SENTENCES:])
    if found is None:
        return Announced(None, "no action is spoken of")
    return Announced(found.action, found.why, found.element)


def _concluded(text: ThoughtText, screen: Screen, sentences: Sequence[Sentence]) -> AnnouncedAction | None:
    """Return the conclusion of the sentences; None if they mention no action."""
    chosen: AnnouncedAction | None = None
    possible: list[AnnouncedAction] = []
    for sentence in sentences:
        if chosen is not None and _goes_on(sentence, text):
            continue
        will, may = _of_sentence(sentence, text, screen)
        if will is None:
            will = _stated(sentence, text)
        if will is not None:
            chosen, possible = will, []
        elif may is not None:
            possible.append(may)
    if chosen is not None:
        return chosen
    if len({repr(effect.action) for effect in possible}) > 1:
        return AnnouncedAction(None, "several actions are possible and none is decided on")
    return possible[0] if possible else None


def _of_sentence(
    sentence: Sentence, text: ThoughtText, screen: Screen
) -> tuple[AnnouncedAction | None, AnnouncedAction | None]:
    """Return the action that a sentence says will be done, and the one that could be done."""
    will: AnnouncedAction | None = None
    may: AnnouncedAction | None = None
    how: AnnouncedAction | None = None
    for mention in _mentions(sentence, text, screen):
        if mention.standing == "will" and (will is None or mention.turns):
            will = mention.action
        elif mention.standing == "how":
            how = how or mention.action
        elif mention.standing == "may":
            may = (
                mention.action
                if may is None or mention.turns
                else AnnouncedAction(None, "several ways, and none is decided on")
            )
        elif mention.standing == "or":
            will = will and AnnouncedAction(None, "one of several ways, and none is decided on")
    if how is not None and how.action is not None and (will is None or will.action is None):
        return (how, None) if will is not None else (None, may or how)
    return will, may or how


def _mentions(sentence: Sentence, text: ThoughtText, screen: Screen) -> list[MentionedAction]:
    """Return the actions mentioned in a sentence, by the rules of its main language, else of the others."""
    for language in (chinese, english_actions) if text.chinese(sentence) else (english_actions, german):
        if found := list(islice(language.mentioned_actions(sentence, text, screen), _MOST_SPOKEN)):
            return found
    return []


def _goes_on(sentence: Sentence, text: ThoughtText) -> bool:
    """Return whether a sentence is a later step of a plan that was begun before."""
    first = sentence.tokens[0].low
    if first in w.SEQUELS or (first == "after" and sentence.tokens[1:2] and sentence.tokens[1].low in ("that", "this")):
        return True
    number = _NUMBERED.match(text.masked, sentence.start)
    return (
        (number is not None and number[1] != "1")
        or chinese.continues_plan(sentence, text)
        or german.continues_plan(sentence)
    )


def _stated(sentence: Sentence, text: ThoughtText) -> AnnouncedAction | None:
    """Return the end of the task or a question to the user if the sentence itself is one."""
    if text.chinese(sentence):
        return chinese.stated_end(sentence, text)
    masked = text.masked[sentence.start : sentence.end].strip()
    if w.FAILED.search(masked):
        return AnnouncedAction(Finish(status="infeasible"))
    if w.FINISHED.search(masked) and not w.UNFINISHED.search(masked):
        return AnnouncedAction(Finish(_answer(text)))
    if sentence.asks and {"you", "your"}.intersection(token.low for token in sentence.tokens):
        return AnnouncedAction(AskUser(f"{text.original[sentence.start : sentence.end].strip()}?"))
    return german.stated_end(sentence, text)


def _answer(text: ThoughtText) -> str:
    """Return the answer that a thought states; empty if it states none."""
    for sentence in reversed(text.sentences):
        if found := w.ANSWER.search(text.masked, sentence.start, sentence.end):
            own = [token for token in sentence.tokens if token.start >= found.end()]
            if own and own[0].quoted is not None:
                return own[0].quoted
            return text.original[found.end() : sentence.end].strip()
    return ""
