"""Finds the actions that an English sentence mentions, and whether they will or might be done. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from runtime.language.announcing import words as w
from runtime.language.announcing.text import Sentence, Token

T = TypeVar("T")
Modality = Literal["will", "may", "then", "or", "how"]
"""will: will be done; may: could be done; then: follows another action of the sentence; or: one of several
alternatives; how: the means by which another action is done.
"""


@dataclass(frozen=True, slots=True)
class Mention:
    """An action that a sentence mentions: the verb at `at` and its object."""

    kind: w.ActionKind
    verb: str
    standing: Modality
    at: int
    object: Sequence[Token] = field(default_factory=tuple)
    turns: bool = False
    """Whether it retracts what the sentence said before: `but`, `rather`."""


def mentions(sentence: Sentence, meant: Callable[[Mention], T | None]) -> Iterator[tuple[Mention, T]]:
    """Iterate over the actions that the sentence says will or could be done; skips denied, past and hypothetical ones.

    `meant` interprets a mention; if it returns None, the mention is ignored.
    """
    tokens = sentence.tokens
    before = decided = turned = False
    for at, token in enumerate(tokens):
        turned = turned or token.low in w.TURNING
        if (found := _verb(tokens, at)) is None:
            continue
        kind, form, verb = found
        standing = _standing(tokens, at, form, before) or _carried(tokens, at, before)
        if standing is None:
            continue
        turns = before and turned
        if standing == "will" and decided and not turns:
            standing = "then"
        what = tuple(_passive_subject(tokens, at)) if form == "past" else _object(tokens, at + 1)
        mention = Mention(kind, verb, standing, token.start, what, turns)
        if (meaning := meant(mention)) is not None:
            yield mention, meaning
            before, turned = True, False
            decided = decided or standing in ("will", "how")


def _object(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """Return the tokens after a verb, up to the next main clause."""
    start = at
    if at < len(tokens) and tokens[at].low in w.ACTIONS:
        after = [token.low for token in tokens[at + 1 : at + 3]]
        start = at + 3 if after[:1] == ["to"] and after[-1] in w.PURPOSES else at + 1
    for place in range(start + 1, len(tokens)):
        if tokens[place - 1].low == "," and (tokens[place].low in w.SELF or tokens[place].low.endswith(("'ll", "'m"))):
            return tokens[start : place - 1]
    return tokens[start:]


def _verb(tokens: Sequence[Token], at: int) -> tuple[w.ActionKind, w.Form, str] | None:
    token = tokens[at]
    found = w.VERBS.get(token.low)
    if found is None:
        return None
    kind, form = found
    after = [token.low for token in tokens[at + 1 : at + 3]]
    if kind == "launch" and (not after or after[0] in w.WITHOUT_OBJECT):
        return None
    before = [token.low for token in tokens[max(at - 2, 0) : at] if token.low != "-"]
    if before and kind == "tap":
        if before[-1] == "long":
            return "long_press", form, token.low
        if before[-1] == "double":
            return "double_tap", form, token.low
    if kind == "tap" and token.low.startswith("check") and after == ["with", "the"]:
        return "ask", form, token.low
    if kind == "tap" and after == ["and", "hold"]:
        return "long_press", form, token.low
    if kind == "long_press" and before and before[-1] == "and":  # already covered by `press and hold`
        return None
    return kind, form, token.low


def _standing(tokens: Sequence[Token], at: int, form: w.Form, before: bool) -> Modality | None:
    back = at - 1
    while back >= 0 and (tokens[back].low in w.ADVERBS or tokens[back].low in ("long", "double", "-")):
        back -= 1
    if form == "third":
        return None
    if _supposed(tokens, at):
        return None
    if form == "past":
        return _passive(tokens, back)
    standing = _gerund(tokens, back) if form == "gerund" else _base(tokens, back, before)
    return "may" if standing == "will" and _reasons(tokens, at) else standing


def _carried(tokens: Sequence[Token], at: int, before: bool) -> Modality | None:
    """Return the standing of the carrying verb in `perform a click action`."""
    after = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if at < 2 or after not in w.ACTIONS or tokens[at - 1].low not in w.DETERMINERS:
        return None
    if tokens[at - 2].low not in w.CARRYING or _supposed(tokens, at):
        return None
    return _base(tokens, at - 3, before)


def _supposed(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the verb is in a clause with `if`, in its main clause, or before something that comes first."""
    start = at
    while start > 0 and tokens[start - 1].low not in w.CLAUSE_MARKS and tokens[start - 1].low not in w.TURNING:
        start -= 1
    own = [token.low for token in tokens[start:at]]
    if w.CONDITIONS.intersection(own) or w.BEFORE_ANOTHER.intersection(own):
        return True
    if "after" in own:
        return True
    lead = [token.low for token in tokens[:2] if token.low not in w.ADVERBS]
    opening = lead[0] if lead else ""
    if start == 0 or opening not in w.CONDITIONS | w.BEFORE_ANOTHER | {"after"}:
        return False
    if any(token.low in w.TURNING for token in tokens[:at]):
        return False
    return not (opening == "after" and len(lead) > 1 and lead[1] in w.PERCEIVING)


def _reasons(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the verb is in a clause that gives a reason; another clause says what is done."""
    for token in reversed(tokens[:at]):
        if token.low in w.CLAUSE_MARKS or token.low in ("so", "but"):
            return False
        if token.low in w.REASONS:
            return True
    return False


def _base(tokens: Sequence[Token], back: int, before: bool) -> Modality | None:
    if back < 0:
        return "will"
    low = tokens[back].low
    if low in w.NOT or low.endswith("n't"):
        return None
    if low in w.CLAUSE_MARKS or low in w.TURNING:
        return "will"
    if low in ("and", "or", "&"):
        return _joined(tokens, back, before)
    if low == "to":
        return _infinitive(tokens, back)
    if low in w.WILL or low.endswith(("'ll", "'d")):
        return None if _other(tokens, back) or _negated(tokens, back) else "will"
    if low in w.MAY:
        return None if _other(tokens, back) or _negated(tokens, back) else "may"
    if low in ("me", "us"):
        return "will" if back > 0 and tokens[back - 1].low == "let" else None
    if low in ("i", "we"):
        asked = back > 0 and tokens[back - 1].low in w.WILL | w.MAY
        return None if asked else "will"
    return "may" if low == "you" else None


def _joined(tokens: Sequence[Token], back: int, before: bool) -> Modality | None:
    """Return the standing of a verb after `and`: the same as that of the part before it."""
    if before:
        return "or" if tokens[back].low == "or" else "then"
    for place in range(back - 1, -1, -1):
        low = tokens[place].low
        if low in w.NOT or low.endswith("n't"):
            return None
        if low == "to":
            return _infinitive(tokens, place)
        if low in w.WILL or low in w.MAY or low.endswith("'ll"):
            return None if _other(tokens, place) else "may" if low in w.MAY else "will"
        if low in ("i", "we"):
            return "will"
        if low in w.SOMEBODY:
            return None
    return "will" if _verb(tokens, 0) is None and tokens[0].word and tokens[0].low not in w.DETERMINERS else None


def _infinitive(tokens: Sequence[Token], back: int) -> Modality | None:
    """Return the standing of `to tap`, which depends on the governing word; alone it is a purpose."""
    place = back - 1
    while place >= 0 and tokens[place].low in w.ADVERBS - {"first", "next"}:
        place -= 1
    if place >= 0 and tokens[place].low in w.NOT:
        return None
    if place < 0:
        return None
    low = tokens[place].low
    if low == "able":
        return None if _negated(tokens, place) or _other(tokens, place) else "may"
    if low not in w.GOVERNORS or _negated(tokens, place):
        return None
    left = [token.low for token in tokens[max(place - 9, 0) : place]]
    for mark in ("but", "so", ",", ":"):
        if mark in left:
            left = left[len(left) - left[::-1].index(mark) :]
    if w.GOALS.intersection(left):
        return None
    if low in ("is", "be", "was"):
        return "will" if not {"it", "this", "that", "which"}.intersection(left[-1:]) else None
    subject = next((text for text in reversed(left) if text in w.SELF or text in w.OTHERS), "")
    return (
        None if subject in w.OTHERS and low in ("need", "needs", "want", "wants", "has", "have", "required") else "will"
    )


def _gerund(tokens: Sequence[Token], back: int) -> Modality | None:
    if back < 0:
        return "may"
    low = tokens[back].low
    if low == "by":
        lead = tokens[back - 1].low if back else ""
        return "will" if lead in ("start", "begin", "proceed", "continue") and not _negated(tokens, back - 1) else "how"
    if low in ("is", "are", "was"):
        left = [token.low for token in tokens[max(back - 6, 0) : back]]
        return "will" if {"step", "action", "move", "option", "way", "thing"}.intersection(left) else None
    if low in w.GERUND_YES or low == "'m":
        return None if _negated(tokens, back) or _other(tokens, back) else "will"
    if low in w.CLAUSE_MARKS:
        return "may"
    return None


def _passive(tokens: Sequence[Token], back: int) -> Modality | None:
    """Return the standing of a passive: `… should be tapped`."""
    if back < 1 or tokens[back].low != "be" or _negated(tokens, back):
        return None
    lead = [token.low for token in tokens[max(back - 3, 0) : back]]
    if {"should", "must", "needs", "need", "has"}.intersection(lead):
        return "will"
    return "may" if {"can", "could"}.intersection(lead) else None


def _passive_subject(tokens: Sequence[Token], at: int) -> Iterator[Token]:
    for token in tokens[:at]:
        if token.low in ("should", "must", "needs", "need", "has", "can", "could"):
            return
        yield token


def _negated(tokens: Sequence[Token], place: int) -> bool:
    near = [token.low for token in tokens[max(place - 3, 0) : place + 1]]
    for mark in (",", "but", "so", "and", ":"):
        if mark in near:
            near = near[len(near) - near[::-1].index(mark) :]
    return any(text in w.NOT or text.endswith("n't") for text in near)


def _other(tokens: Sequence[Token], place: int) -> bool:
    """Return whether someone or something else does it: `this will open …`."""
    while place > 0:
        place -= 1
        low = tokens[place].low
        if low in w.ADVERBS or low in w.MAY or low in w.WILL:
            continue
        if low in w.CLAUSE_MARKS or low in ("and", "so", "but"):
            return False
        return low in w.OTHERS
    return False
