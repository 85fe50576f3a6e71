"""Finds the actions that a simple German sentence announces, resolved against the screen. Pure.

The object follows a finite verb (`ich tippe auf …`) and precedes an infinitive (`ich werde auf … tippen`). Clauses that
suppose or deny something are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.core.actions import AskUser, Finish, Key, Launch, LongPress, Tap, Type, Wait
from runtime.core.geometry import Direction
from runtime.language.announcing.elements import Screen, Target
from runtime.language.announcing.english import Modality
from runtime.language.announcing.english_actions import AnnouncedAction, MentionedAction, swipe_in
from runtime.language.announcing.places import PlaceHint, points
from runtime.language.announcing.targets import by_partial_name, by_quotation, last_mentioned
from runtime.language.announcing.text import Sentence, ThoughtText, Token
from runtime.language.announcing.words import word_set

_WORDS_BY_KIND: Final = {
    "tap": word_set(
        "tippe tipp klicke klick drücke drück wähle wähl berühre tippen klicken drücken wählen berühren auswählen "
        "anklicken antippen"
    ),
    "move": word_set("scrolle scrollen wische wisch wischen"),
    "type": word_set("gebe gib eingeben schreibe schreib schreiben"),
    "open": word_set("öffne öffnen starte starten"),
    "back": word_set("gehe geh gehen kehre"),
    "wait": word_set("warte warten"),
    "ask": word_set("frage frag fragen"),
}
_VERBS: Final = {word: kind for kind, words in _WORDS_BY_KIND.items() for word in words}
_INFINITIVES: Final = word_set(
    "tippen klicken drücken wählen berühren auswählen anklicken antippen scrollen wischen eingeben schreiben öffnen "
    "starten gehen warten fragen"
)
_WILL: Final = word_set("werde muss soll sollte will möchte werden müssen sollten lass")
_MAY: Final = word_set("kann könnte dürfte würde können könnten")
_SUPPOSED: Final = word_set("wenn falls sobald nachdem")
"""Conjunctions that make the complete sentence hypothetical."""
_ASIDE: Final = word_set("bevor ob bis damit um weil obwohl während dass")
"""Conjunctions of clauses that do not say what is done."""
_NOT: Final = word_set("nicht kein keine keinen nie statt anstatt ohne vermeide")
_OTHERS: Final = word_set("nutzer nutzerin benutzer benutzerin er sie man")
_TURNING: Final = word_set("aber sondern doch jedoch stattdessen lieber besser")
_THEN: Final = word_set("dann danach anschließend später")
_GOALS: Final = word_set("aufgabe ziel auftrag anweisung")
_FILLERS: Final = (
    word_set("auf den die das der dem des im in ins zu zum zur am an namens mit von für oben unten links rechts - (")
    | word_set(
        "schaltfläche knopf button symbol taste option eintrag feld reiter tab menü menüpunkt element zeile link"
    )
    | word_set(
        "schalter kästchen app anwendung ich wir nun jetzt zuerst darauf daran noch einmal lange lang als nächstes"
    )
    | word_set("nächster schritt hier es ihn sie diese diesen dieses")
    | _WILL
    | _MAY
    | _TURNING
)
_ENDS: Final = word_set("um und , damit ; : sodass weil dann ein an aus der für unten oben links rechts im in am ) -")
_DIRECTIONS: Final[dict[str, Direction]] = {"unten": "down", "oben": "up", "links": "left", "rechts": "right"}
_BACKWARDS: Final[dict[Direction, Direction]] = {"up": "down", "down": "up", "left": "right", "right": "left"}
_KEYS: Final = {"zurück": "BACK", "zurücktaste": "BACK", "home": "HOME", "enter": "ENTER", "eingabetaste": "ENTER"}

_FINISHED: Final = re.compile(
    r"\b(?:aufgabe|auftrag|alles)\b[^,;:]{0,30}?\b(?:ist|wurde|habe ich)\b[^,;:]{0,20}?"
    r"\b(?:erledigt|abgeschlossen|fertig|beendet|erfüllt|geschafft)\b|^\W*(?:fertig|erledigt)\W*$",
    re.IGNORECASE,
)
_UNFINISHED: Final = re.compile(r"\b(?:nicht|noch|sobald|wenn|bevor|bis|ob|dann|fast|teil|kein)\b", re.IGNORECASE)
_FAILED: Final = re.compile(
    r"\b(?:aufgabe|auftrag)\b[^,;:]{0,20}?(?:kann nicht|lässt sich nicht|ist nicht (?:möglich|machbar)|ist unmöglich)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Verb:
    """A verb, and the words of its clause that belong to it."""

    token: Token
    object: Sequence[Token]
    clause: Sequence[Token]


def mentioned_actions(sentence: Sentence, text: ThoughtText, screen: Screen) -> Iterator[MentionedAction]:
    """Iterate over the actions that the sentence says will or could be done, in order."""
    before = False
    supposed = False
    for clause in _clauses(sentence.tokens):
        lows = [token.low for token in clause]
        supposed = (supposed and not _TURNING.intersection(lows)) or bool(_SUPPOSED.intersection(lows[:2]))
        if supposed or _ASIDE.intersection(lows[:2]) or _GOALS.intersection(lows) or _NOT.intersection(lows):
            continue
        for at, token in enumerate(clause):
            if (kind := _VERBS.get(token.low)) is None:
                continue
            standing = _standing(lows, at, before)
            own = clause[:at] if token.low in _INFINITIVES else clause[at + 1 :]
            found = _PARSERS[kind](_Verb(token, own, clause), text, screen) if standing else None
            if standing is None or found is None:
                continue
            turns = before and bool(_TURNING.intersection(lows[:at]))
            yield MentionedAction("then" if standing == "will" and before and not turns else standing, found, turns)
            before = True
            break


def _clauses(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    start = depth = 0
    for at, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.low, 0)
        if (token.low in (",", ":") and depth <= 0) or token.low == "und":
            yield tokens[start:at]
            start = at + 1
    yield tokens[start:]


def _standing(lows: Sequence[str], at: int, before: bool) -> Modality | None:
    near = lows[max(at - 1, 0) : at]
    if near == ["zu"] or _OTHERS.intersection(lows[: at + 2]):
        return None
    if lows[at] in _INFINITIVES:
        if _MAY.intersection(lows):
            return "may"
        helped = _WILL.intersection(lows)
        return "will" if helped or not {"ich", "wir", "habe", "hatte"}.intersection(lows) else None
    return "then" if before and _THEN.intersection(lows[:at]) else "will"


def stated_end(sentence: Sentence, text: ThoughtText) -> AnnouncedAction | None:
    """Return the end of the task or a question to the user if the sentence itself is one."""
    masked = text.masked[sentence.start : sentence.end].strip()
    if _FAILED.search(masked):
        return AnnouncedAction(Finish(status="infeasible"))
    if _FINISHED.search(masked) and not _UNFINISHED.search(masked):
        return AnnouncedAction(Finish())
    lows = {token.low for token in sentence.tokens}
    if (
        sentence.asks
        and {"sie", "du", "dir", "ihnen", "dich"} & lows
        and {"möchten", "möchtest", "welche", "welchen", "soll"} & lows
    ):
        return AnnouncedAction(AskUser(f"{text.original[sentence.start : sentence.end].strip()}?"))
    return None


def continues_plan(sentence: Sentence) -> bool:
    """Return whether the sentence is a later step of a plan."""
    return sentence.tokens[0].low in _THEN


# Verbs to actions


def _touch(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    lows = [token.low for token in verb.object]
    plain = [low for low in lows if low not in _FILLERS]
    if (
        plain[:1]
        and plain[0] in _KEYS
        and verb.token.low.startswith("drück")
        and not any(token.quoted for token in verb.object)
    ):
        return AnnouncedAction(Key(_KEYS[plain[0]]))
    quoted = next((token.quoted for token in verb.object if token.quoted is not None), None)
    if verb.token.low.startswith("tipp") and quoted is not None and lows[-1:] == ["ein"]:
        return AnnouncedAction(Type(quoted))
    found = _target(verb, text, screen)
    if found.point is None:
        return AnnouncedAction(None, found.why)
    long = bool({"lange", "lang"}.intersection(lows))
    return AnnouncedAction(LongPress(*found.point) if long else Tap(*found.point), "", found.element)


def _move(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    ways = {_DIRECTIONS[token.low] for token in verb.clause if token.low in _DIRECTIONS}
    if len(ways) != 1:
        return AnnouncedAction(None, "which way to move is not said")
    way = ways.pop()
    finger = verb.token.low.startswith("wisch") or screen.finger
    return AnnouncedAction(swipe_in(way if finger else _BACKWARDS[way], screen))


def _type(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    lows = [token.low for token in verb.clause]
    quoted = [token.quoted for token in verb.object if token.quoted is not None]
    if verb.token.low in ("gebe", "gib") and "ein" not in lows:
        return None
    return (
        AnnouncedAction(Type(quoted[0]))
        if quoted
        else AnnouncedAction(None, "what to type is not said in so many words")
    )


def _open(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    lows = [token.low for token in verb.object]
    if "app" in lows or "anwendung" in lows:
        quoted = next((token.quoted for token in verb.object if token.quoted is not None), None)
        names = [token for token in verb.object if token.word and token.low not in _FILLERS]
        name = quoted or (text.original[names[0].start : names[-1].end] if names else "")
        return (
            AnnouncedAction(Launch(name), "", screen.unique(screen.called(name)))
            if name
            else AnnouncedAction(None, "which app is not said")
        )
    found = _target(verb, text, screen)
    return AnnouncedAction(Tap(*found.point), "", found.element) if found.point else AnnouncedAction(None, found.why)


def _back(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    lows = [token.low for token in verb.clause]
    if "startbildschirm" in lows:
        return AnnouncedAction(Key("HOME"))
    return AnnouncedAction(Key("BACK")) if "zurück" in lows else None


def _wait(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    return AnnouncedAction(Wait())


def _ask(verb: _Verb, text: ThoughtText, screen: Screen) -> AnnouncedAction | None:
    people = word_set("nutzer nutzerin benutzer benutzerin anwender")
    if not people.intersection(token.low for token in verb.clause):
        return None
    rest = [token for token in _after(verb, text) if token.low not in people | {"den", "die", "nach", "der", ",", ":"}]
    quoted = next((token.quoted for token in rest if token.quoted is not None), None)
    question = quoted or (text.original[rest[0].start : rest[-1].end] if rest else "")
    return AnnouncedAction(AskUser(question if not question or question.endswith("?") else f"{question}?"))


def _after(verb: _Verb, text: ThoughtText) -> list[Token]:
    """Return all tokens of the sentence after the verb."""
    own = next(sentence for sentence in text.sentences if sentence.start <= verb.token.start < sentence.end)
    return [token for token in own.tokens if token.start > verb.token.start]


_PARSERS: Final[dict[str, Callable[[_Verb, ThoughtText, Screen], AnnouncedAction | None]]] = {
    "tap": _touch, "move": _move, "type": _type, "open": _open, "back": _back, "wait": _wait, "ask": _ask,
}  # fmt: skip


def _target(verb: _Verb, text: ThoughtText, screen: Screen) -> Target:
    tokens = list(verb.object[:40])
    if not tokens:
        return Target(None, None, "what it is about is not said")
    places = points(text.flat[tokens[0].start : tokens[-1].end], screen.size)
    if len(places) == 1:
        return Target(places[0], screen.at(places[0]), "")
    for at, token in enumerate(tokens):
        if token.quoted is not None:
            return by_quotation(token.quoted, screen, PlaceHint())
        count, found = screen.beginning([other.low for other in tokens[at:]])
        after = tokens[at + count].low if at + count < len(tokens) else ""
        if count and (not after or after in _ENDS or after in _FILLERS):
            index = screen.unique(found)
            return screen.touch(index) if index is not None else Target(None, None, "several have this name")
        if token.low not in _FILLERS:
            rest = [other for other in tokens[at:] if other.low not in _FILLERS]
            return by_partial_name(text.flat[rest[0].start : rest[-1].end], screen, PlaceHint())
    return last_mentioned(text, screen, verb.token.start)
