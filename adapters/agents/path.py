"""Instructions that spell out the way: which clauses are steps on the screen, and what each one means there. Pure.

A way begins at the first sentence, after the one that says what is wanted, that begins with opening something. It is
followed clause by clause; what a screen has already, or what cannot be found further down either, is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from adapters.agents.screen import Control, Seen
from adapters.agents.words import TITLES, content, spans, stem, telling, words

_VERBS = (
    "add", "attach", "begin", "book", "change", "choose", "confirm", "continue", "copy", "enter", "go", "look", "make",
    "open", "pay", "pick", "place", "post", "press", "read", "review", "save", "scroll", "search", "see", "select",
    "send", "set", "share", "show", "sort", "start", "switch", "tap", "tell", "tick", "touch", "turn", "type", "view",
    "write",
)  # fmt: skip
"""What people do on a screen."""
_LINK = r"(?:first|then|finally|after that|next|please)"
_JOINT = re.compile(rf"(?:,\s+(?:and\s+)?|\s+and\s+)(?:{_LINK},?\s+)?(?=(?:{'|'.join(_VERBS)})\b)", re.IGNORECASE)
_LEAD = re.compile(rf"^(?:{_LINK},?\s+)+", re.IGNORECASE)
_SENTENCE = re.compile("".join(rf"(?<!\b{one}\.)" for one in TITLES) + r"(?<=[.!?])\s+(?=[A-Z])")
_QUOTE = re.compile("[“\"‘]([^”\"’]+)[”\"’]")  # fmt: skip
_SET = re.compile(r"^(?:set|change)\s+(?:the\s+)?(.+?)\s+to\s+(.+)$", re.IGNORECASE)
_WRITE = re.compile(r"^(?:write|type|enter|search for|look for)\s+(.+?)(?:\s+as the \w+)?$", re.IGNORECASE)
_SAID = re.compile(r"^(?:the|it|a)\b", re.IGNORECASE)
_BACK = re.compile(r"^go back\b", re.IGNORECASE)
_TELL = re.compile(r"^(?:tell|show) me\b", re.IGNORECASE)
_TOP = re.compile(r"\b(?:at the top|first|latest|newest)\b", re.IGNORECASE)
_ON = re.compile(r"^(?:switch|turn)\b.*\bon\b", re.IGNORECASE)
_OFF = re.compile(r"^(?:switch|turn)\b.*\boff\b", re.IGNORECASE)
_ASIDE = re.compile(r"\s+(?:to change it|once more|further down)$", re.IGNORECASE)
_ROLE = re.compile(r"\s+(?:as|among|under|for|at) (?:the )?\w+(?: out)?$|, which reads .*$", re.IGNORECASE)
_PICK = re.compile(r"^(?:choose|pick|tick|select)\b", re.IGNORECASE)
_OPENS = re.compile(r"^open\b", re.IGNORECASE)
_SEARCHES = ("search for", "look for")


@dataclass(frozen=True, slots=True)
class Step:
    """One clause. `said` is all of it, `target` what is to be touched, `text` what is to be typed."""

    said: str
    target: str
    text: str = ""
    search: bool = False
    back: bool = False
    tell: bool = False
    picks: bool = False
    """Whether one of several is chosen."""
    wants: bool | None = None
    """How a switch has to stand afterwards."""


def steps(instruction: str) -> tuple[Step, ...]:
    """The way that an instruction spells out; nothing if it only says what is wanted."""
    sentences = _SENTENCE.split(instruction)
    start = next(
        (at for at, one in enumerate(sentences) if at and _LEAD.sub("", one).casefold().startswith("open ")), 0
    )
    if not start:
        return ()
    quoted = _QUOTE.findall(" ".join(sentences[:start]))
    found: list[Step] = []
    for sentence in sentences[start:]:
        for clause in _clauses(_LEAD.sub("", sentence.rstrip(".!? "))):
            found.extend(_understand(clause, quoted[0] if quoted else ""))
    return tuple(found)


def _clauses(sentence: str) -> list[str]:
    """Split where a verb follows, but never within quotes."""
    kept = [found.span() for found in _QUOTE.finditer(sentence)]
    cuts = [one for one in _JOINT.finditer(sentence) if not any(a < one.start() < b for a, b in kept)]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(sentence)]
    return [sentence[a:b].strip() for a, b in zip(starts, ends, strict=True)]


def _understand(clause: str, quoted: str) -> list[Step]:
    if _BACK.match(clause):
        return [Step(clause, clause[len("go back") :].removeprefix(" to"), back=True)]
    if _TELL.match(clause):
        return [Step(clause, "", tell=True)]
    if (pair := _SET.match(clause)) is not None:
        return [Step(clause, pair[1]), Step(clause, pair[2], picks=True)]
    if (typed := _WRITE.match(clause)) is not None:
        search = clause.casefold().startswith(_SEARCHES)
        text = typed[1].strip('“”"‘’')
        return [Step(clause, "" if search else clause, quoted if _SAID.match(text) and quoted else text, search)]
    wants = True if _ON.match(clause) else False if _OFF.match(clause) else None
    picks = _PICK.match(clause) is not None
    target = _ASIDE.sub("", clause)
    return [
        Step(clause, _ROLE.sub("", target) if picks or "which reads" in target else target, picks=picks, wants=wants)
    ]


def find(step: Step, seen: Seen) -> Control | None:
    """What the step is about on this screen: what shares most words with the clause and has fewest others."""
    target, beside = _apart(step.target)
    best: tuple[float, ...] = ()
    found = None
    for index, control in enumerate(seen.controls):
        if control.role == "back" or not control.texts:
            continue
        if control.role == "field" and not step.text and _OPENS.match(step.said):
            continue
        if step.wants is not None and control.role not in ("switch", "choice"):
            continue
        others = (0.9 * _score(label, target) for label in (*control.texts[:4], _named(control)))
        score = max(_score(control.label, target), *others)
        if beside and score:
            score += 3 * len(content(" ".join(control.near)) & beside)
        ranked = (score, bool(step.picks) and control.role == "choice", not settled(step, control), -index)
        if score > 0 and ranked > best:
            best, found = ranked, control
    if _TOP.search(step.said) and best[:1] < (_SURE,):
        return at_top(step, seen) or found
    return found


def _apart(target: str) -> tuple[str, frozenset[str]]:
    """`Follow beside Ann` is Follow, in the row of Ann."""
    what, _, beside = target.partition(" beside ")
    if not beside:
        what, _, beside = target.partition(" at the ")
    return (what, content(beside)) if beside else (target, frozenset())


def _named(control: Control) -> str:
    """What the app itself calls the control."""
    return control.resource_id.replace("_", " ")


@lru_cache(maxsize=1 << 13)
def _score(label: str, target: str) -> float:
    """Words shared, the clause's verb among them; word for word is better, and every other word is worse."""
    own, told = words(label), words(target)
    if not own or not told:
        return 0
    spelled = own == told or bool(spans(own, told))
    if not any(map(telling, own)):
        return _SURE if spelled and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", target) else 0
    names = content(label) | ({stem(own[0])} if own[0] in _VERBS else frozenset())
    asked = content(target) | {stem(told[0])}
    things = content(target) - ({stem(told[0])} if told[0] in _VERBS else frozenset())
    shared = len(names & asked)
    if not spelled and (
        not names & (things or asked) or 2 * len(names & things) < len(things) or 3 * shared < len(names)
    ):
        return 0
    return 2 * shared + (1.5 + 0.1 * len(own) if spelled else 0) - 0.4 * len(names - asked)


_SURE = 3.5
"""The score of one word, word for word."""


def at_top(step: Step, seen: Seen) -> Control | None:
    """The name of a page, or the first row of its longest list."""
    rows = [one for one in seen.controls if one.role == "row"]
    if "name" in words(step.said):
        return min(rows, key=lambda one: one.center[1], default=None)
    lists = sorted(seen.lists, key=lambda one: -len(one.rows))
    tall = [one for one in rows if len(one.texts) > 1]
    return lists[0].rows[0] if lists else next(iter(tall), None)


def field(step: Step, seen: Seen) -> Control | None:
    """Where to type: the field that the clause names, the one that is empty or searches, else the only one."""
    fields = [one for one in seen.controls if one.role == "field"]
    named = find(replace(step, text=""), replace(seen, controls=tuple(fields))) if step.target else None
    return named or next(iter(fields), None)


def settled(step: Step, control: Control) -> bool:
    """Whether the control stands as it should already."""
    if control.role == "switch" or (step.wants is not None and control.role == "choice"):
        return step.wants is not None and control.on == step.wants
    return control.role in ("choice", "tab") and control.on


def shown(step: Step, seen: Sequence[Control]) -> bool:
    """Whether any control is called what the step names, word for word."""
    told = words(_apart(step.target)[0])
    return any(
        spans(words(label), told) and (content(label) or _score(label, step.target))
        for one in seen
        for label in (one.label, *one.texts[:2])
    )
