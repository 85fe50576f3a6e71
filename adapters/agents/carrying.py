"""Errands: something is to be found out in one place, and what was found is needed for a deed in another. Pure.

"Find out when it opens and send it to Ann" is a question and then a deed whose words are the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.courtesy import plain
from adapters.agents.policy import Policy
from adapters.agents.screen import Seen
from adapters.agents.words import content
from runtime.actions import Decision, Finish, Key

_ERRAND = re.compile(
    r"(?P<ask>(?:look up|find out|check|see|look in|look at)\b.+?),?\s+(?:and then|and|then)\s+"
    r"(?P<deed>(?:send|text|tell|write|message|forward|add|put|note|enter|type|let)\s(?!me\b).+)",
    re.IGNORECASE | re.DOTALL,
)
_FACT = (
    r"(?:the|my)\s(?:[\w-]+\s){0,2}?"
    r"(?:address|number|price|cost|hours|rating|time|date|total|length|duration|code)\b[^,;:“\"]*?"
)
_NAMED = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*"
_CHAIN = re.compile(
    r"(?P<ask>(?:look up|find out|check|see|look in|look at)\b.+?),?\s+(?:and then|and|then)\s+"
    r"(?P<next>(?:tell me|find out|look up|let me know)\b.+)",
    re.IGNORECASE | re.DOTALL,
)
"""Two questions, of which the second is about the answer to the first."""
_THERE = re.compile(
    r"\b(?:for|of|at|to) (?:the|this|that) (?:place|venue|person|shop|song|film|spot)\b|\bthere\b", re.IGNORECASE
)
_PASSED = re.compile(
    rf"(?P<deed>send|text|message|forward|give|write)\s+(?:(?P<who>{_NAMED})\s+(?P<fact>{_FACT})"
    rf"|(?P<fact2>{_FACT})\s+to\s+(?P<who2>{_NAMED}))(?P<rest>\s+(?:on|via|by|in)\s+{_NAMED})?\s*",
    re.IGNORECASE,
)
"""A fact that is passed on: it has to be found out first."""
_IT = re.compile(r"\b(?:it|them|that|this|the (?:answer|result|number|address|price|time|date))\b", re.IGNORECASE)
_TELL = re.compile(
    r"(?:tell|text|message|let)\s+(?P<who>.+?)(?:\s+know)?(?P<rest>\s+(?:on|in|via|by|with)\s.+)?$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Errand:
    """What is to be found out, and what is to be done with it."""

    ask: str
    deed: str
    asks: bool = False
    """Whether the deed is a question as well."""

    def with_answer(self, answer: str) -> str:
        """The deed, with the answer where it was left open."""
        bare = self.deed.rstrip(". ")
        if self.asks:
            about = _bare(answer, self.ask)
            return f"{_THERE.sub(lambda found: f'for {about}', bare, count=1)}."
        told = _TELL.fullmatch(bare)
        if told is not None and not _IT.search(bare):
            return f"Send “{answer}” to {told['who']}{told['rest'] or ''}."
        if told is not None:
            who = _IT.sub("", told["who"]).strip()
            return f"Send “{answer}” to {who}{told['rest'] or ''}."
        carried, count = _IT.subn(f"“{answer}”", bare, count=1)
        verb, _, rest = bare.partition(" ")
        done = carried if count else f"{verb} “{answer}” {rest}"
        return f"{done[:1].upper()}{done[1:]}."


def errand(instruction: str) -> Errand | None:
    """The two halves of an errand; nothing if the instruction is none."""
    found = _ERRAND.fullmatch(plain(instruction).strip())
    if found is not None:
        return Errand(f"{found['ask']}.", found["deed"])
    chain = _CHAIN.fullmatch(plain(instruction).strip())
    if chain is not None and _THERE.search(chain["next"]):
        return Errand(f"{chain['ask']}.", chain["next"], asks=True)
    passed = _PASSED.fullmatch(plain(instruction).strip().rstrip("."))
    if passed is None:
        return None
    fact, who = passed["fact"] or passed["fact2"], passed["who"] or passed["who2"]
    return Errand(f"Tell me {fact}.", f"send it to {who}{passed['rest'] or ' by text'}") if who[:1].isupper() else None


def _bare(answer: str, ask: str) -> str:
    """The name in an answer: without what was asked, without a label before it or an address behind it."""
    told = content(ask)
    parts = [part for part in re.split(r"[,;·\n(]", answer) if part.strip()]
    name = next((part for part in parts if content(part) - told), answer)
    return " ".join(word for word in name.split() if not content(word) or content(word) - told)


class Courier:
    """Runs an errand: a policy that asks, then one that does. Decides as a policy does."""

    def __init__(self, whole: Errand, can_ask: bool) -> None:
        self._errand = whole
        self._can_ask = can_ask
        self._policy = Policy(whole.ask, can_ask)
        self._asking = True

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        decision = self._policy.decide(seen, replies, launcher)
        finish = next((one for one in decision.actions if isinstance(one, Finish)), None)
        if not self._asking or finish is None or finish.status == "infeasible":
            return decision
        left = self._policy.left - 1
        self._asking = False
        self._policy = Policy(self._errand.with_answer(finish.text), self._can_ask)
        self._policy.left = left
        return Decision((Key("HOME"),), thought=f"It is {finish.text!r}; now to what it is needed for.")
