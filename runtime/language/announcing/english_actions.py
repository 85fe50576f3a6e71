"""Converts the mentions of an English sentence into actions on the screen: element, direction, text or key. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Type,
    Wait,
)
from runtime.core.geometry import LONGEST_MS, Direction, swipe_end
from runtime.language.announcing import words as w
from runtime.language.announcing.elements import Screen, centre
from runtime.language.announcing.english import Mention, Modality, mentions
from runtime.language.announcing.places import points
from runtime.language.announcing.targets import clause_tokens, resolve
from runtime.language.announcing.text import Sentence, ThoughtText, Token

SWIPE_MS: Final = 500
_REACH: Final = 0.4
"""Share of the screen that a swipe covers if only its direction is given."""


@dataclass(frozen=True, slots=True)
class AnnouncedAction:
    """An action and its target element; without an action, `why` is the reason."""

    action: Action | None
    why: str = ""
    element: int | None = None


@dataclass(frozen=True, slots=True)
class MentionedAction:
    """An action mentioned in a sentence and its modality; `turns` if it retracts what was said before."""

    standing: Modality
    action: AnnouncedAction
    turns: bool = False


def mentioned_actions(sentence: Sentence, text: ThoughtText, screen: Screen) -> Iterator[MentionedAction]:
    """Iterate over the actions that an English sentence says will or could be done, in order."""
    for mention, found in mentions(sentence, lambda mention: to_action(mention, text, screen)):
        yield MentionedAction(mention.standing, found, mention.turns)


def to_action(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    """Return the action that a mention means; None if it means none, as `check the list` or `go to the shop`."""
    return _READERS[mention.kind](mention, text, screen)


_Reader = Callable[[Mention, ThoughtText, Screen], AnnouncedAction | None]
_DIRECTIONS: Final[dict[str, Direction]] = {
    "up": "up", "upward": "up", "upwards": "up", "down": "down", "downward": "down", "downwards": "down",
    "left": "left", "leftward": "left", "leftwards": "left", "right": "right", "rightward": "right",
    "rightwards": "right",
}  # fmt: skip
_SIDES: Final[dict[str, Direction]] = {"top": "up", "bottom": "down", "end": "down", "left": "left", "right": "right"}
_BACKWARDS: Final[dict[Direction, Direction]] = {"up": "down", "down": "up", "left": "right", "right": "left"}
_BELOW: Final = w.word_set("more further below additional rest remaining bottom lower")
_ABOVE: Final = w.word_set("above previous earlier top upper")
_PACKAGE: Final = re.compile(r"[a-z]\w*(?:\.\w+)+")
_SECONDS: Final = re.compile(r"(\d{1,4}(?:\.\d)?) ?(s|sec|secs|second|seconds|ms|milliseconds|minutes?|min)\b")


def swipe_in(way: Direction, screen: Screen, element: int | None = None) -> Swipe:
    """Return a swipe through the middle of the screen, or starting at the center of an element."""
    width, height = screen.size
    across, down = round(width * _REACH), round(height * _REACH)
    if element is not None:
        start = centre(screen.bounds[element], screen.size)
    else:
        start = swipe_end((width // 2, height // 2), _BACKWARDS[way], down // 2, across // 2)
    x, y = swipe_end(start, way, down, across)
    return Swipe(*start, min(max(x, 0), max(width - 1, 0)), min(max(y, 0), max(height - 1, 0)), SWIPE_MS)


def _lows(tokens: Sequence[Token]) -> list[str]:
    return [token.low for token in tokens]


def _object_words(texts: Sequence[str]) -> list[str]:
    """Return the words of the object, without determiners, up to the next boundary word."""
    found: list[str] = []
    for low in texts:
        if not found and (low in w.DETERMINERS or low in w.ADVERBS):
            continue
        if low in w.BOUNDARIES or low in w.CLAUSE_MARKS or low in ("on", "at", "now", "again", "below", "once"):
            break
        found.append(low)
    return found


_KEYS: Final = {"back": "BACK", "home": "HOME", "enter": "ENTER", "return": "ENTER", "recents": "APP_SWITCH"}
_KEY_NOUNS: Final = w.word_set("button key navigation system hardware android device keyboard phone's")


def _key(texts: Sequence[str]) -> str:
    """Return the key that a phrase such as `the back button` names; empty if none."""
    own = [low for low in _object_words(texts) if low not in _KEY_NOUNS]
    return _KEYS.get(own[0], "") if len(own) == 1 else ""


_ANYWHERE: Final = w.word_set("anywhere screen display")


def _touch(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    words = _lows(mention.object)
    key = _key(words)
    if key and mention.kind == "tap":
        system = mention.verb.startswith(("press", "hit")) or bool(
            {"system", "navigation", "hardware"}.intersection(words)
        )
        if system:
            return AnnouncedAction(Key(key))
        found = resolve(mention.object, text, screen, mention.at)
        if found.point is None and key == "ENTER":
            return AnnouncedAction(Key(key))
        return (
            AnnouncedAction(Tap(*found.point), "", found.element) if found.point else AnnouncedAction(None, found.why)
        )
    if mention.kind == "tap" and words and _ANYWHERE.issuperset(_object_words(words)) and _object_words(words):
        return AnnouncedAction(Tap(screen.size[0] // 2, screen.size[1] // 2))
    if mention.verb.startswith(("check", "uncheck")) and not {"box", "checkbox", "option", "mark"}.intersection(words):
        return None
    found = resolve(mention.object, text, screen, mention.at)
    if found.point is None:
        return AnnouncedAction(None, found.why)
    if mention.kind == "double_tap":
        return AnnouncedAction(DoubleTap(*found.point), "", found.element)
    if mention.kind == "long_press":
        return AnnouncedAction(LongPress(*found.point), "", found.element)
    return AnnouncedAction(Tap(*found.point), "", found.element)


def _move(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    tokens = clause_tokens(mention.object)
    span = text.flat[tokens[0].start : tokens[-1].end] if tokens else ""
    places = points(span, screen.size)
    if len(places) == 2:
        (x1, y1), (x2, y2) = places
        return AnnouncedAction(Swipe(x1, y1, x2, y2, SWIPE_MS))
    texts = [token.quoted.casefold() if token.quoted is not None else token.low for token in tokens]
    way = _direction(texts)
    if way is None:
        return AnnouncedAction(None, "which way to move is not said")
    finger = any(mention.verb.startswith(verb[:4]) for verb in w.FINGER)
    if finger and _contradicts(way, texts):
        return AnnouncedAction(None, f"the finger's way {way} shows something else than it is for")
    way = way if finger or screen.finger else _BACKWARDS[way]
    return AnnouncedAction(swipe_in(way, screen, _moved_on(tokens, text, screen)), "")


def _direction(texts: Sequence[str]) -> Direction | None:
    for at, low in enumerate(texts):
        if low == "from" and "to" in texts[at : at + 8]:
            to = texts.index("to", at)
            end = [_SIDES[text] for text in texts[to + 1 : to + 6] if text in _SIDES]
            if end and any(text in _SIDES for text in texts[at:to]):
                return end[0]
    until = next(
        (at for at, low in enumerate(texts) if at and low in ("to", "until", "so", "and", "for", ",")), len(texts)
    )
    found = {_DIRECTIONS[low] for low in texts[:until] if low in _DIRECTIONS}
    if not found and until < len(texts) and texts[until] == "to":
        found = {_SIDES[low] for low in texts[until : until + 5] if low in ("top", "bottom", "end")}
    if not found and texts[:1] == ["to"]:
        found = {_SIDES[low] for low in texts[:5] if low in _SIDES}
    return found.pop() if len(found) == 1 else None


def _contradicts(way: Direction, texts: Sequence[str]) -> bool:
    purpose = set(texts[texts.index("to") :]) if "to" in texts else set()
    if not purpose.intersection(
        ("see", "view", "find", "reveal", "show", "look", "load", "check", "explore", "locate")
    ):
        return False
    return bool(purpose & {"down": _BELOW, "up": _ABOVE}.get(way, frozenset()))


def _moved_on(tokens: Sequence[Token], text: ThoughtText, screen: Screen) -> int | None:
    """Return the element that is swiped on, if one is named: `swipe left on the message from Ann`."""
    for at, token in enumerate(tokens):
        if token.low == "on" and at + 1 < len(tokens):
            own = tokens[at + 1 :]
            if {"screen", "page", "display"}.intersection(_object_words(_lows(own))):
                return None
            return resolve(own, text, screen, token.start).element
    return None


_TEXT_NOUNS: Final = w.word_set("text word words query term terms phrase keyword keywords string following number")


def _type(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    tokens = clause_tokens([token for token in mention.object if token.low != ":"])
    if not tokens:
        return None
    quoted = [token for token in tokens if token.quoted is not None]
    lead = next((at for at, token in enumerate(tokens) if token.quoted is not None), len(tokens))
    into = next((at for at, token in enumerate(tokens) if token.low in ("in", "into", "inside")), len(tokens))
    if quoted and (lead < into or (mention.verb.startswith("fill") and len(quoted) == 1)):
        return AnnouncedAction(Type(quoted[0].quoted or ""), "", _field(tokens[into + 1 :], text, screen))
    if len(quoted) == 1 and into == 0:  # `type into the search field “pizza”`
        return AnnouncedAction(Type(quoted[0].quoted or ""))
    own = tokens[:into]
    while own and own[0].low in _TEXT_NOUNS | {"the", "in"} and any(token.low in _TEXT_NOUNS for token in own[:2]):
        own = own[1:]
    until = next(
        (at for at, token in enumerate(own) if token.low in ("to", "as", "and", "then", "so", ",", "for")), len(own)
    )
    ended = into < len(tokens) or mention.verb.startswith("typ")
    own = own[:until]
    if not own or own[0].low in w.VAGUE_TEXT or not ended or mention.verb.startswith("fill"):
        return AnnouncedAction(None, "what to type is not said in so many words")
    return AnnouncedAction(
        Type(text.original[own[0].start : own[-1].end]), "", _field(tokens[into + 1 :], text, screen)
    )


def _field(tokens: Sequence[Token], text: ThoughtText, screen: Screen) -> int | None:
    """Return the named input field, or None."""
    own = _object_words(_lows(tokens))
    return resolve(tokens, text, screen, 0).element if own else None


def _open(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    tokens = clause_tokens(mention.object)
    own = list(tokens[:12])
    while own and own[0].low in w.DETERMINERS:
        own = own[1:]
    if not own:
        return None
    app = _app(own, text)
    if app:
        found = screen.unique(screen.called(app))
        return AnnouncedAction(Launch(app), "", found)
    found_target = resolve(mention.object, text, screen, mention.at)
    if found_target.point is not None:
        return AnnouncedAction(Tap(*found_target.point), "", found_target.element)
    if mention.kind == "launch" and mention.verb.startswith("launch"):
        name = _name(own, text)
        return AnnouncedAction(Launch(name)) if name else AnnouncedAction(None, found_target.why)
    return AnnouncedAction(None, found_target.why)


def _name(own: Sequence[Token], text: ThoughtText) -> str:
    if own[0].quoted is not None:
        return own[0].quoted
    until = next(
        (at for at, token in enumerate(own) if not token.word or token.low in w.BOUNDARIES | {"on", "from", "in"}),
        len(own),
    )
    own = [token for token in own[:until] if token.low not in ("app", "application")]
    if any(token.low in w.CHOSEN for token in own):
        return ""
    return text.original[own[0].start : own[-1].end] if own else ""


_PARTS_OF_APPS: Final = w.word_set(
    "drawer info settings switcher list store library menu page icon launcher tray screen"
)


def _app(own: Sequence[Token], text: ThoughtText) -> str:
    """Return the name of something explicitly called an app, or a package name; empty if there is none."""
    if _PACKAGE.fullmatch(own[0].low):
        return text.original[own[0].start : own[0].end]
    for at, token in enumerate(own):
        if token.low in w.BOUNDARIES or token.low in w.CLAUSE_MARKS:
            return ""
        if token.low not in ("app", "application"):
            continue
        after = own[at + 1].low if at + 1 < len(own) else ""
        if at:
            over = not after or after in w.BOUNDARIES | w.PLACES | w.CLAUSE_MARKS | w.ADVERBS or after in ("icon", "on")
            return _name(own[:at], text) if over else ""
        rest = [token for token in own[1:] if token.low not in ("called", "named", "labeled")]
        if rest and (rest[0].quoted is not None or _PACKAGE.fullmatch(rest[0].low)):
            return rest[0].quoted or text.original[rest[0].start : rest[0].end]
        return _name(rest, text) if rest and rest[0].low not in _PARTS_OF_APPS else ""
    return ""


def _wait(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    found = _SECONDS.search(" ".join(_lows(mention.object[:12])))
    if found is None:
        return AnnouncedAction(Wait())
    unit = 1 if found[2].startswith("mil") or found[2] == "ms" else 60_000 if found[2].startswith("min") else 1000
    return AnnouncedAction(Wait(min(int(float(found[1]) * unit), LONGEST_MS)))


_MARKS: Final = " ,:;.-\"'"


_ASKED: Final = w.word_set("for about which what whether if how who when where why : \x00")


def _ask(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    """Return a question to the user: the quotation or the words after `ask the user`; empty if there are none."""
    texts = _lows(mention.object)
    asks = mention.verb.startswith(("ask", "inquir")) and bool(_ASKED.intersection(texts[:1]))
    if not ({"user", "them", "you"}.intersection(texts[:8]) or asks):
        return None
    quoted = next((token.quoted for token in mention.object if token.quoted), "")
    if quoted:
        return AnnouncedAction(AskUser(quoted))
    start = 0
    while start < len(texts) and texts[start] in (
        "the",
        "user",
        "with",
        "them",
        "from",
        ":",
        ",",
        "my",
        "you",
        "him",
        "her",
    ):
        start += 1
    own = mention.object[start:]
    if own[:1] and own[0].low == "to" and len(own) < 3:  # `to clarify`
        own = ()
    question = text.original[own[0].start : own[-1].end].strip(_MARKS) if own else ""
    return AnnouncedAction(AskUser(question if not question or question.endswith(("?", "？")) else f"{question}?"))


def _tell(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    texts = _lows(mention.object)
    if not {"user", "them"}.intersection(texts[:3]):
        return None
    quoted = next((token.quoted for token in mention.object if token.quoted), "")
    start = next((at + 1 for at, low in enumerate(texts[:5]) if low in ("that", ":", "user", "them")), 0)
    start = start + 1 if texts[start : start + 1] in (["that"], [":"], [","]) else start
    own = mention.object[start:]
    answer = quoted or (text.original[own[0].start : own[-1].end].strip(_MARKS) if own else "")
    return AnnouncedAction(Answer(answer)) if answer else AnnouncedAction(None, "what to tell is not said")


def _end(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    texts = _lows(mention.object)
    own = [low for low in _object_words(texts) if low not in ("current", "whole")]
    if own and own[0] not in ("task", "here", "now", "episode", "session"):
        return None
    failed = {"impossible", "infeasible", "failed", "failure", "unachievable"}.intersection(texts)
    return AnnouncedAction(Finish(status="infeasible" if failed else "complete"))


_HOMES: Final = w.word_set("screen page launcher first")


def _back(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    texts = [low for low in _lows(clause_tokens(mention.object)) if low not in ("the", "my", "to")]
    if texts[:1] == ["home"] and (len(texts) < 2 or texts[1] in _HOMES | w.BOUNDARIES or not texts[1].isalpha()):
        return AnnouncedAction(Key("HOME"))
    return AnnouncedAction(Key("BACK")) if texts[:1] == ["previous"] or texts[:2] == ["last", "screen"] else None


def _go(mention: Mention, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    texts = [low for low in _lows(clause_tokens(mention.object)) if low not in ("the", "my", "to")]
    if texts[:1] == ["back"]:
        on = texts[1:]
        if on[:1] == ["home"]:
            return (
                AnnouncedAction(Key("HOME"))
                if len(on) < 2 or on[1] in ("screen", "launcher") or not on[1].isalpha()
                else None
            )
        if not on or on[0] in w.BOUNDARIES | w.CLAUSE_MARKS | {"previous", "once", "one", "from", "again", "a", "last"}:
            return AnnouncedAction(Key("BACK"))
        return AnnouncedAction(None, "how far to go back is in doubt")
    return _back(mention, text, screen) if texts[:1] == ["home"] else None


_READERS: Final[dict[w.ActionKind, _Reader]] = {
    "tap": _touch, "double_tap": _touch, "long_press": _touch, "move": _move, "type": _type, "open": _open,
    "launch": _open, "wait": _wait, "ask": _ask, "tell": _tell, "end": _end, "back": _back, "go": _go,
}  # fmt: skip
