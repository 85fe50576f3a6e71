"""Resolves a phrase to an element of the screen: by name, by place, or by an earlier mention. Pure.

A name that fits several elements or none, or that continues with unexplained words, resolves to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from runtime.language.announcing import words as w
from runtime.language.announcing.elements import LONGEST_LABEL, Screen, Target
from runtime.language.announcing.places import PlaceHint, elements_at, list_rows, nth_element, parse_place, points
from runtime.language.announcing.text import ThoughtText, Token, normalize_label

_LOOK_BACK = 600
"""Characters before a pronoun that are searched for what it refers to."""
_MORE: Final = ("more options", "more")
_MENU: Final = ("menu", "open navigation drawer", "navigation menu")
_SAME: Final = {
    "back arrow": ("back", "navigate up", "go back"), "arrow back": ("back", "navigate up"),
    "back": ("navigate up", "go back"), "magnifying glass": ("search",), "plus": ("add", "+"), "x": ("close",),
    "cross": ("close",), "gear": ("settings",), "three dot": _MORE, "three vertical dot": _MORE, "overflow": _MORE,
    "menu": (*_MORE, *_MENU[1:]), "hamburger": _MENU, "three bar": _MENU, "three line": _MENU,
}  # fmt: skip
"""Names of symbols, and labels of elements with that symbol."""


_FILLERS: Final = w.DETERMINERS | w.KINDS | w.NAMING | w.LOOKS | frozenset(w.ORDINALS) | w.PLACES
_GOES_ON: Final = w.PURPOSES | frozenset(w.VERBS) | w.DETERMINERS | w.ADVERBS | w.PRONOUNS
_AFTER_NAMES: Final = w.KINDS | w.THINGS | w.PLACES | w.BOUNDARIES | w.ADVERBS
NOTHING: Final = Target(None, None, "what it is about is not said")
_HAN_KIND: Final = re.compile(r"按钮|图标|选项|标签|应用|入口|一?栏|键|菜单")
_RELATIVES: Final = frozenset(("which", "that", "what"))
_POINTING: Final = frozenset(("this", "that", "it", "here"))
_LOOKS_SO: Final = w.LOOKS | w.PLACES | {"hand", "most"}


def clause_tokens(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens up to the end of the clause; punctuation inside a name stays."""
    found: list[Token] = []
    for token in tokens[:60]:
        if token.low in (";", ":", "—", "–", "\n") and found:
            break
        found.append(token)
    return found


def resolve(tokens: Sequence[Token], text: ThoughtText, screen: Screen, before: int) -> Target:
    """Resolve the object of a verb; `before` is the verb's position, for resolving pronouns."""
    object_tokens = _without_adverbs(clause_tokens(tokens))
    if not object_tokens:
        return _relative(text, screen, before)
    span = text.flat[object_tokens[0].start : object_tokens[-1].end] if object_tokens else ""
    clause = _clause(object_tokens)
    own = text.flat[clause[0].start : clause[-1].end] if clause else ""
    places = points(own, screen.size) or (points(span, screen.size) if len(points(span, screen.size)) == 1 else [])
    if len(places) > 1:
        return Target(None, None, "several places")
    if not places and w.COORDINATES.intersection(token.low for token in clause):
        return last_mentioned(text, screen, before)
    if places:
        return _pointed(object_tokens, text, screen, places[0])
    return _called(object_tokens, clause, text, screen, before)


def _without_adverbs(tokens: Sequence[Token]) -> list[Token]:
    """Remove adverbs before a purpose, and a purpose that stands alone."""
    at = 0
    while at < len(tokens) and tokens[at].low in w.ADVERBS and (at + 1 == len(tokens) or tokens[at + 1].low == "to"):
        at += 1
    purpose = at + 1 < len(tokens) and tokens[at].low == "to" and tokens[at + 1].low in w.PURPOSES
    return [] if purpose else list(tokens[at:])


def _relative(text: ThoughtText, screen: Screen, before: int) -> Target:
    """Resolve a relative pronoun within its sentence: `a SAVE button, which I need to tap`."""
    sentence = next((item for item in text.sentences if item.start <= before <= item.end), None)
    if sentence is None or not _RELATIVES.intersection(token.low for token in sentence.tokens if token.end <= before):
        return NOTHING
    return last_mentioned(text, screen, before, sentences=0)


def _pointed(tokens: Sequence[Token], text: ThoughtText, screen: Screen, place: tuple[int, int]) -> Target:
    """Resolve coordinates, unless an element elsewhere has exactly the name beside them."""
    named = _called(tokens, _clause(tokens), text, screen, tokens[0].start)
    if named.element is None:
        return Target(place, screen.at(place), "")
    left, top, right, bottom = screen.bounds[named.element]
    if left <= place[0] <= right and top <= place[1] <= bottom:
        return Target(place, named.element, "")
    name = normalize_label(screen.elements[named.element].label)
    if name not in normalize_label(text.original[tokens[0].start : tokens[-1].end]) or any(
        row[0] <= place[0] <= row[2] and row[1] <= place[1] <= row[3]
        for index, row in enumerate(screen.bounds)
        if normalize_label(screen.elements[index].label) == name
    ):
        return Target(place, screen.at(place), "")
    return Target(None, None, f"{name!r} is not at {place}")


def _clause(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens up to where something other than the name may begin."""
    for index, token in enumerate(tokens):
        if token.low in w.BOUNDARIES - {"in", "for", "by"} and index:
            return list(tokens[:index])
        if token.low in (",", ".") and index:
            return list(tokens[:index])
    return list(tokens)


def _called(tokens: Sequence[Token], clause: Sequence[Token], text: ThoughtText, screen: Screen, before: int) -> Target:
    place = parse_place([token.low for token in clause], w.ORDINALS)
    lows = [token.low for token in tokens]
    matching, found = screen.beginning(lows)
    if (
        clause
        and matching == len(tokens) == len(clause)
        and not text.original[clause[0].start : clause[-1].end].islower()
    ):
        return _one_of(found, screen, place)
    for start, token in enumerate(tokens):
        if start and _relates(lows, start - 1):
            return Target(None, None, "it is told by where something else is")
        if token.quoted is not None:
            return _alone(lows, start + 1, by_quotation(token.quoted, screen, place))
        count, found = screen.beginning(lows[start:])
        if count and _ended(tokens, start + count) and (token.low not in w.DETERMINERS | w.PRONOUNS or count > 1):
            return _alone(lows, start + count, _one_of(found, screen, place))
        if count and lows[start + count : start + count + 1] in (["to"], ["and"]):
            return Target(None, None, f"something may be called so: {' '.join(lows[start : start + count + 2])!r}")
        if not _passed_over(lows, start):
            return _by_words(tokens[start:], clause, text, screen, place, before)
    return _unnamed(clause, text, screen, place, before)


def _one_of(found: Sequence[int], screen: Screen, place: PlaceHint) -> Target:
    index = screen.unique(found, place)
    if index is None:
        return Target(None, None, f"several are called {screen.elements[found[0]].label[:60]!r}")
    return screen.touch(index)


def _alone(lows: Sequence[str], at: int, found: Target) -> Target:
    """Return the target, unless an alternative is offered beside it: `tap Yes or No`."""
    if "or" in lows[at : at + 3]:
        return Target(None, None, "one of several, and none is decided on")
    return found


def _relates(lows: Sequence[str], at: int) -> bool:
    """Return whether the next words only describe the place by another element; `the switch next to X` names X's
    switch.
    """
    if lows[at] in w.RELATIONS:
        return True
    beside = lows[at] == "to" and lows[at - 1 : at] == ["next"]
    return beside and not w.SWITCHES.intersection(lows[:at])


def _by_words(
    own: Sequence[Token], clause: Sequence[Token], text: ThoughtText, screen: Screen, place: PlaceHint, before: int
) -> Target:
    quoted = next((at for at, token in enumerate(own[:3]) if token.quoted is not None), 0)
    if quoted and (exact := screen.called(own[quoted].quoted or "")):  # `the hour “8”`
        return _one_of(exact, screen, place)
    name = _rest(own, clause, text)
    if not name:
        return _unnamed(clause, text, screen, place, before)
    found = by_partial_name(name, screen, place)
    if found.point is None and clause[0].low in _POINTING:
        earlier = last_mentioned(text, screen, before)
        return earlier if earlier.point is not None else found
    return found


def _passed_over(lows: Sequence[str], at: int) -> bool:
    low = lows[at]
    if low == "next":  # `the next button` is a button named "next", or unclear
        return lows[at + 1 : at + 2] == ["to"]
    return low in _FILLERS or low in "-(:#" or all(part in _LOOKS_SO for part in low.split("-"))


def _ended(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the name may end there: no content word follows."""
    if at >= len(tokens):
        return True
    token = tokens[at]
    if token.low in ("to", "and") and at + 1 < len(tokens):
        after = tokens[at + 1].low
        return after in _GOES_ON or after.endswith("ing")
    return (not token.word and token.quoted is None) or token.low in _AFTER_NAMES


def by_quotation(name: str, screen: Screen, place: PlaceHint) -> Target:
    """Resolve a quoted name."""
    found = screen.called(name) or screen.containing(name) or _without_kind(name, screen)
    if not found:
        return Target(None, None, f"nothing on the screen is called {name[:60]!r}")
    index = screen.unique(found, place)
    if index is None:
        return Target(None, None, f"several are called {name[:60]!r}")
    return screen.touch(index)


def _without_kind(name: str, screen: Screen) -> list[int]:
    """Find elements by the name without its kind: `“back button”`."""
    own = normalize_label(name).split(" ")
    kind = len(own) > 1 and own[-1] in w.KINDS
    return screen.called(" ".join(own[:-1])) if kind else []


def _rest(tokens: Sequence[Token], clause: Sequence[Token], text: ThoughtText) -> str:
    """Return the words of the name itself, without kind and place."""
    last = clause[-1].end if clause else 0
    own = [token for token in tokens if token.end <= last]
    while len(own) > 1 and own[-1].low in w.KINDS | w.LOOKS | w.ADVERBS | w.PRONOUNS - {"one"}:
        own = own[:-1]
    for index, token in enumerate(own):
        if index and token.low in w.PLACES:
            own = own[:index]
            break
    while own and own[-1].low in w.KINDS | w.DETERMINERS:
        own = own[:-1]
    lows = [token.low for token in own]
    own = [] if all(_passed_over(lows, at) or lows[at] in w.PRONOUNS for at in range(len(own))) else own
    return text.flat[own[0].start : own[-1].end] if own else ""


def by_partial_name(name: str, screen: Screen, place: PlaceHint) -> Target:
    """Resolve a name exactly, as a symbol's usual name, or as part of a label, if that fits one element."""
    lookups: tuple[Callable[[str], list[int]], ...] = (
        screen.called,
        lambda label: [index for other in _SAME.get(_sign(label), ()) for index in screen.called(other)],
        screen.containing,
    )
    for lookup in lookups:
        if found := lookup(name):
            index = screen.unique(found, place)
            if index is not None:
                return screen.touch(index)
            return Target(None, None, f"several are called {name[:60]!r}")
    return Target(None, None, f"nothing on the screen is called {name[:60]!r}")


def _sign(label: str) -> str:
    return normalize_label(label).replace("-", " ").replace("dots", "dot").replace("bars", "bar")


def by_place(screen: Screen, place: PlaceHint, *, listed: bool = True) -> Target:
    """Resolve a phrase without a name: by place, or by number in the screen's only list."""
    everywhere = [index for index, element in enumerate(screen.elements) if element.clickable]
    if place.ordinal is not None:
        alone = listed and place.across is None and place.down is None
        found = list_rows(everywhere, screen.bounds) if alone else []
        index = nth_element(found, screen.bounds, place.ordinal) if found else None
        return screen.touch(index) if index is not None else Target(None, None, "which one by number is in doubt")
    index = screen.unique(elements_at(everywhere, screen.bounds, place, screen.size))
    return screen.touch(index) if index is not None else Target(None, None, "which one there is in doubt")


def _unnamed(clause: Sequence[Token], text: ThoughtText, screen: Screen, place: PlaceHint, before: int) -> Target:
    lows = {token.low for token in clause}
    if place.named:
        vague = (place.across is None) != (place.down is None) and not lows & w.KINDS <= w.GENERIC
        return NOTHING if vague else by_place(screen, place, listed=bool(lows & w.LISTED))
    earlier = (lows & w.KINDS <= w.GENERIC and not lows & w.CHOSEN) or bool(clause and clause[0].low in _POINTING)
    return last_mentioned(text, screen, before) if earlier else NOTHING


def last_mentioned(text: ThoughtText, screen: Screen, before: int, *, sentences: int = 1) -> Target:
    """Resolve to the last mention before a position: a capitalized or quoted name, or coordinates.

    Only the current sentence and `sentences` before it are searched; earlier mentions may be unrelated.
    """
    near = [sentence.start for sentence in text.sentences if sentence.start <= before][-1 - sentences :]
    start = max(before - _LOOK_BACK, near[0] if near else 0)
    tokens = [
        token
        for sentence in text.sentences
        for token in sentence.tokens
        if start <= token.start and token.end <= before
    ]
    last: list[int] = []
    end = start
    for at in range(len(tokens)):
        found, after = _mentioned(tokens, at, text, screen)
        if found and not (at and tokens[at - 1].low in w.RELATIONS):
            last, end = found, after
    if places := points(text.masked[end:before], screen.size):
        return Target(places[-1], screen.at(places[-1]), "")
    index = screen.unique(last) if last else None
    return screen.touch(index) if index is not None else NOTHING


def _called_a_kind(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].low in w.KINDS


def _mentioned(tokens: Sequence[Token], at: int, text: ThoughtText, screen: Screen) -> tuple[list[int], int]:
    """Return the elements whose name is written at a position, and where the name ends."""
    token = tokens[at]
    if token.quoted is not None:
        return screen.called(token.quoted), token.end
    count, found = screen.beginning([item.low for item in tokens[at : at + LONGEST_LABEL]])
    end = tokens[at + count - 1].end if count else token.end
    written = " ".join(text.original[token.start : end].split())
    if not normalize_label(written) or len(written) < 2 or written.islower():
        return [], end
    if len(written) < 3 and not written.isascii() and not _HAN_KIND.match(text.original, end):
        return [], end  # `搜索` and `发送` are verbs, unless they are buttons
    first = any(sentence.tokens[0].start == token.start for sentence in text.sentences)
    if first and count == 1 and written.isascii() and not _called_a_kind(tokens, at + 1):
        return [], end  # every first word is capitalized
    return [index for index in found if written in " ".join(screen.elements[index].label.split())], end
