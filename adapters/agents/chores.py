"""Several things asked for in one breath: "Mute Ann and put the hall on my list" is two requests. Pure.

What is said about a thing that is being made or ordered ("order tea, and pay by card") belongs to that request,
since it is filled in on the same pages; everything else that begins with a verb of its own is done by itself, in turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.courtesy import plain
from adapters.agents.idioms import in_short
from adapters.agents.path import VERBS
from adapters.agents.phrases import HANDING
from adapters.agents.policy import Policy
from adapters.agents.screen import Seen
from adapters.agents.words import content, deeds_of, words
from runtime.actions import Decision, Finish, Key

_VERBS = VERBS | {
    "notify", "remind", "block", "ban", "upvote", "downvote", "heart", "restore", "bring", "erase", "silence", "warn",
    "unpin", "stop", "withdraw", "feature", "join", "hush", "get", "have", "forget", "put", "place", "mail", "message",
}  # fmt: skip
_JOINT = re.compile(
    r"(?:[,;]\s+(?:and\s+|but\s+)?(?:then\s+|also\s+)?|\s+and\s+(?:then\s+|also\s+)?|\s+then\s+|[.!]\s+(?:Then\s+|Also,?\s+)?)"
    r"(?:please\s+)?(?=([A-Za-z]+)\b)"
)
_QUOTE = re.compile("[“\"‘][^”\"’]{2,}[”\"’]")  # fmt: skip
_MAKING = frozenset(("buy", "make", "post", "answer", "send"))
_APART = frozenset((
    "archive", "delete", "remove", "mute", "follow", "unfollow", "like", "turn", "switch", "hide", "join", "block",
    "tick", "upvote", "star", "unblock", "cancel", "discard", "save", "bookmark", "enable", "disable",
))  # fmt: skip
"""Verbs of deeds that are never part of making or ordering something else."""
_LEAD = re.compile(r"^(?:[Hh]ave|[Ll]et|[Gg]et|[Mm]ake)\s+([A-Z]\w+(?: [A-Z]\w+)?)\s+(?:to\s+)?(?=[a-z])")
_AT_FIRST = re.compile(r"^(?:[Oo]n|[Ii]n|[Ww]ith|[Uu]sing)\s+(?:the\s+|my\s+)?([A-Z]\w+(?: [A-Z]\w+)?),\s+")
_BACKS = 5
"""Pages at most between a page and the app's first."""
_SETS = re.compile(r"set (?:the|my|its) ", re.IGNORECASE)
_IN = re.compile(r"\b(?:on|in|from|of|with|via|using)\s+(?:the\s+|my\s+)?([A-Z]\w+)(?: app)?(?=[\s.,;]|$)")
_ASKS = re.compile(r"(?:(?:tell|show|give) me|let me know)\b|(?:look|check|find|see|read)\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:it|them|this|that one|those)\b(?!['’])", re.IGNORECASE)
_ITS = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_THING_ENDS = re.compile(
    r"\s+(?:in|on|to|at|until|with|as|for|into|onto|off|from now|back|by|so|again|when|while|under)\b|[,;]",
    re.IGNORECASE,
)
_TWO = re.compile(
    r"^(?P<verb>\w+)\s+(?P<one>{0})\s+and\s+(?P<two>{0})(?P<rest>\s+(?:to|on|in|from|into|as|at|off|up)\b.*)?$".format(
        r"(?:[“\"][^”\"]+[”\"]|(?:the |my )?[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*)*|\w+(?:[._]\w+)+)"
    )
)


@dataclass(frozen=True, slots=True)
class Chore:
    """One request. `same`: whether it is done to what the one before was done to."""

    text: str
    same: bool = False


def chores(instruction: str) -> tuple[Chore, ...]:
    """The requests, each complete in itself; one if there is only one."""
    said = in_short(plain(instruction)).strip()
    app = ""
    if (lead := _LEAD.match(said) or _AT_FIRST.match(said)) is not None:
        app, said = lead[1], said[lead.end() :]
    clauses = _clauses(said.rstrip(". "))
    if any((*words(one), "")[0] not in _VERBS or _ASKS.match(one) for one in clauses):
        return (Chore(instruction),)
    whole = tuple(part for one in _grouped(clauses) for part in _each(one))
    if len(whole) < 2:
        return (Chore(instruction),)
    last = _IN.findall(_QUOTE.sub("", whole[-1]))
    first = _IN.findall(_QUOTE.sub("", whole[0]))
    handed = (*words(whole[-1]), "")[0] in HANDING
    app = app or ("" if first or handed else (last or [""])[-1])
    thing = ""
    done: list[Chore] = []
    for clause in whole:
        told = _refer(clause, thing)
        thing = _thing(clause) if not _IT.search(clause) or not thing else thing
        text = f"{told[:1].upper()}{told[1:]}{f' in {app}' if app and not _names(app, told) else ''}."
        done.append(Chore(text, told != clause))
    return tuple(done)


def _clauses(said: str) -> list[str]:
    quotes = [one.span() for one in _QUOTE.finditer(said)]
    found, start = [], 0
    for joint in _JOINT.finditer(said):
        if any(a <= joint.start() < b for a, b in quotes) or joint[1].casefold() not in _VERBS:
            continue
        found.append(said[start : joint.start()])
        start = joint.end()
    return [one for one in (*found, said[start:]) if one.strip()]


def _grouped(clauses: Sequence[str]) -> list[str]:
    """The clauses, with those that only say more about what is made joined to it."""
    found: list[str] = []
    making = False
    for clause in clauses:
        verb = (*words(clause), "")[0]
        if found and making and (verb not in _APART or _IT.search(clause)):
            found[-1] = f"{found[-1]}, and {clause}"
            continue
        found.append(clause)
        # What there is already is set, a new one is made.
        making = bool(deeds_of(verb) & _MAKING) and not _SETS.match(clause)
    return found


def _each(clause: str) -> tuple[str, ...]:
    """One request for each of two names: “Follow Ann and Bob” follows Ann, and follows Bob."""
    found = _TWO.fullmatch(clause)
    if found is None or deeds_of(found["verb"].casefold()) & {"buy", "send"}:
        return (clause,)
    rest = found["rest"] or ""
    return tuple(f"{found['verb']} {one}{rest}" for one in (found["one"], found["two"]))


def _thing(clause: str) -> str:
    """What the clause is about: what stands behind its verb."""
    _, _, rest = clause.partition(" ")
    rest = re.sub(r"^(?:off|on|up|out|down|away|back)\s+", "", rest)
    quotes = [one.span() for one in _QUOTE.finditer(rest)]
    for end in _THING_ENDS.finditer(rest):
        if end.start() and not any(a <= end.start() < b for a, b in quotes):
            return rest[: end.start()]
    return rest


def _refer(clause: str, thing: str) -> str:
    """The clause, with what "it" is."""
    if not thing:
        return clause
    told = _IT.sub(lambda _: thing, clause, count=1)
    if told == clause:
        told = _ITS.sub(lambda _: f"{thing}’s", clause, count=1)
    verb = (*words(clause), "")[0]
    if (
        told == clause
        and verb in ("remind", "notify")
        and content(thing)
        and not re.search(r"\b(?:of|about)\b", clause)
    ):
        told = f"{clause} of {thing}"
    return told


class Rounds:
    """Runs one request after another. Decides as a policy does."""

    def __init__(self, requests: Sequence[Chore], can_ask: bool) -> None:
        self._open = list(requests)
        self._can_ask = can_ask
        self._policy = Policy(self._open.pop(0).text, can_ask)
        self._next: Chore | None = None
        self._backs = 0

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        while True:
            if self._next is not None:
                on = self._turn(self._next, seen, launcher)
                if on is not None:
                    return on
            decision = self._policy.decide(seen, replies, launcher)
            if not self._open or not any(isinstance(one, Finish) for one in decision.actions):
                return decision
            self._next, self._backs = self._open.pop(0), 0

    def _turn(self, chore: Chore, seen: Seen, launcher: bool) -> Decision | None:
        """On the way to where the next request begins; nothing once it is there."""
        before = self._policy
        app = before.seeking.app
        others = before.seeking.apps - {app}
        elsewhere = any(_names(one, chore.text) for one in others)
        front = launcher or before.travel.front(before.trail.page(seen))
        if not launcher and (elsewhere or not app):
            before.left -= 1
            return Decision((Key("HOME"),), thought=f"Next: {chore.text}")
        if not (front or chore.same or elsewhere) and self._backs < _BACKS:
            self._backs += 1
            before.left -= 1
            return Decision((Key("BACK"),), thought=f"Next: {chore.text}")
        text = chore.text if elsewhere or not app or _names(app, chore.text) else f"{chore.text.rstrip('. ')} in {app}."
        self._policy = policy = Policy(text, self._can_ask)
        policy.left, policy.today = before.left, before.today
        policy.seeking.apps |= before.seeking.apps
        if not launcher:
            policy.stay(app)
        self._next = None
        return None


def _names(app: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(app)}(?!\w)", text) is not None
