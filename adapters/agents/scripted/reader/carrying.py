"""Errands: something is to be found out in one place, and what was found is needed for a deed in another. Pure.

"Find out when it opens and send it to Ann" is a question and then a deed whose words are the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.scripted.reader.chores import Rounds, chores
from adapters.agents.scripted.reader.language.asked import asked
from adapters.agents.scripted.reader.language.courtesy import plain
from adapters.agents.scripted.reader.language.words import content, words
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import Seen
from runtime.core.actions import Decision, Finish, Key

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
_GO_THERE = re.compile(
    r"\b(way|route|trip|journey|ride|get|go|walk|drive|cycle|travel|bus|directions) there\b", re.IGNORECASE
)
_PASSED = re.compile(
    rf"(?P<deed>send|text|message|forward|give|write)\s+(?:(?P<who>{_NAMED})\s+(?P<fact>{_FACT})"
    rf"|(?P<fact2>{_FACT})\s+to\s+(?P<who2>{_NAMED}))(?P<rest>\s+(?:on|via|by|in)\s+{_NAMED})?\s*",
    re.IGNORECASE,
)
"""A fact that is passed on: it has to be found out first."""
_HELD = re.compile(
    r"(?P<led>\bwith )?\bthe (?P<fact>[a-z]+(?: (?!that|which)[a-z]+)?) (?:"
    rf"(?:that |which )?(?P<app>{_NAMED}) (?:has|gives|shows|lists|knows|names|tells)(?: us| me)?"
    r" for (?P<what>it|him|her|them|[^,.;]+?)"
    rf"|(?:of|for) (?P<what2>[^,.;]+?) (?:from|as (?:in|on|given (?:in|on))) (?P<app2>{_NAMED}))"
    r"(?= (?:into|in|to|as|on|with|under)\b|[,.;]|$)"
)
"""A fact that one app has, in a request to another."""
_OBJECT = re.compile(r"^\w+ (?P<object>[^,.;]+?) (?:into|in|to|on|as)\b")
_NOTED = re.compile(
    r"(?:note(?: down)?|write down|jot down|put down|(?:make|take|keep) a note)"
    rf"(?P<where> (?:in|on) (?:the |my )?{_NAMED})?(?: of| that says| saying)?,? "
    r"(?P<what>(?:which|what|when|where|who|how)\b.+?|the (?!following|words?\b)[a-z]+(?: [a-z]+)? (?:of|for)\b.+?)"
    r"(?P<rest>,? and (?:then )?(?:have|let|make|set|remind|pin|star|colou?r|give|add|put|mark|lock|share|send)\b.*"
    r"|, (?:with|in|and)\b.*)?",
    re.IGNORECASE | re.DOTALL,
)
"""What is to be found out first and then noted."""
_IT = re.compile(r"\b(?:it|them|that|this|the (?:answer|result|number|address|price|time|date))\b", re.IGNORECASE)
_TELL = re.compile(
    r"(?:tell|text|message|let)\s+(?P<who>.+?)(?:\s+know)?(?P<rest>\s+(?:on|in|via|by|with)\s.+)?$", re.IGNORECASE
)


_GAP = "___"
"""What stands for the answer in a deed that says where it belongs."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What is to be found out, and what is to be done with it."""

    ask: str
    deed: str
    asks: bool = False
    """Whether the deed is a question as well."""
    exact: bool = False
    """Whether only the fact itself belongs where the deed has a gap for it."""

    def with_answer(self, answer: str) -> str:
        """The deed, with the answer where it was left open."""
        bare = self.deed.rstrip(". ")
        if self.exact:
            return bare.replace(_GAP, f"“{_fact(answer, self.ask)}”") + "."
        if self.asks:
            about = _bare(answer, self.ask)
            bare = _GO_THERE.sub(rf"\1 to {about}", bare, count=1)
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
    bare = plain(instruction).strip().rstrip(".")
    passed = _PASSED.fullmatch(bare)
    if passed is None:
        return _noted(bare) or _held(bare)
    fact, who = passed["fact"] or passed["fact2"], passed["who"] or passed["who2"]
    return Errand(f"Tell me {fact}.", f"send it to {who}{passed['rest'] or ' by text'}") if who[:1].isupper() else None


def _noted(said: str) -> Errand | None:
    """A question, and a note with the answer: "Note which hall it is"."""
    found = _NOTED.fullmatch(said)
    if found is None or any(mark in found["what"] for mark in '“"‘'):
        return None
    deed = f"Create a new note{found['where'] or ''} that says {_GAP}{found['rest'] or ''}"
    return Errand(f"Tell me {found['what']}.", deed, exact=True)


def _held(said: str) -> Errand | None:
    """A question to one app, and a deed in another: "Put the address that the map has for it into the letter"."""
    found = _HELD.search(said)
    if found is None or words(said)[:1] in (("tell",), ("what",), ("find",), ("look",)):
        return None
    what = found["what"] or found["what2"]
    if what in ("it", "him", "her", "them"):
        named = _OBJECT.match(said)
        if named is None:
            return None
        what = named["object"]
    led = f"with the {found['fact']} " if found["led"] else ""
    deed = f"{said[: found.start()]}{led}{_GAP}{said[found.end() :]}"
    return Errand(f"Tell me the {found['fact']} of {what} on {found['app'] or found['app2']}.", deed, exact=True)


def _fact(answer: str, ask: str) -> str:
    """Only what has the form that was asked for; where it has none, what is no word of the question."""
    said = words(ask)
    form = asked(said, frozenset(), frozenset({0}), frozenset())
    found = form.fact.search(answer) if form.formed else None
    if found is not None and "address" in said:
        return found[0]
    return _bare(answer, ask) or answer


def _bare(answer: str, ask: str) -> str:
    """The name in an answer: without what was asked, without a label before it or an address behind it."""
    told = content(ask)
    parts = [part for part in re.split(r"[,;·\n(]", answer) if part.strip()]
    name = next((part for part in parts if content(part) - told), answer)
    kept = [word for word in name.split() if not content(word) or content(word) - told]
    while kept and kept[0].isalpha() and not content(kept[0]):
        # What led in a word that was told leads in nothing now.
        del kept[0]
    return " ".join(kept)


class Courier:
    """Runs an errand: a policy that asks, then one that does. Decides as a policy does."""

    def __init__(self, whole: Errand, can_ask: bool) -> None:
        self._errand = whole
        self._can_ask = can_ask
        self._policy: Policy | Rounds = Policy(whole.ask, can_ask)
        self._asking = True

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        decision = self._policy.decide(seen, replies, launcher)
        finish = next((one for one in decision.actions if isinstance(one, Finish)), None)
        if not self._asking or finish is None or finish.status == "infeasible":
            return decision
        left = self._policy.left - 1
        self._asking = False
        deed = self._errand.with_answer(finish.text)
        several = chores(deed)
        self._policy = Rounds(several, self._can_ask) if len(several) > 1 else Policy(deed, self._can_ask)
        self._policy.left = left
        return Decision((Key("HOME"),), thought=f"It is {finish.text!r}; now to what it is needed for.")
