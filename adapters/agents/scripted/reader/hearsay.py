"""What somebody wrote is needed for what is asked: "Ann texted me about a song. Play it." is read up first. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.scripted.reader.chores import Rounds, chores
from adapters.agents.scripted.reader.language.courtesy import plain
from adapters.agents.scripted.reader.language.words import content, is_date, spans, words
from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.screen.screen import Seen
from runtime.core.actions import Decision, Finish, Key, Tap

_WHO = r"(?P<who>[A-Z][\w’-]+(?: [A-Z][\w’-]+)?) (?:has |had |just )?"
_WROTE = r"(?:(?:texted|messaged|wrote(?: to)?) me|sent me (?:a (?:text|message)|an SMS))"
_BY = r"(?: (?:in|by|via|as) (?:a |the |her |his |their )?(?:last )?(?:texts?|messages?|SMS))?"
_TOLD = re.compile(
    rf"{_WHO}{_WROTE}(?P<what> [^.;]+?){_BY}"
    r"(?:[.;] |, (?:so |and )?|\s+and )(?P<then>(?:[A-Z“]|(?:please|find|tell|save|play|add|look|book|get|put)\b).+)",
    re.DOTALL,
)
_NOUNS = "song|track|album|artist|playlist|film|movie|show|play|concert|place|restaurant|café|cafe|shop|book|band|spot"
_WHICH = re.compile(rf"\b(?:the|that|a) (?P<noun>{_NOUNS}) (?:that |which )?{_WHO}{_WROTE}(?: about)?{_BY}")
_ON = re.compile(r"\b(?:on|in) ([A-Z]\w+)")
_IT = re.compile(
    rf"\b(?:the|that|this) (?:{_NOUNS})\b|\b(?:it|that|this|them|there)\b(?! (?:is|are) (?:to|that)\b)", re.IGNORECASE
)
_TITLE = re.compile(
    r"[A-Z0-9][\w'’&-]*(?:(?: (?:of|the|at|in|on|and|to|for|a|an|&))* (?!I\b)[A-Z0-9][\w'’&-]*)+"
    r"|(?<=[a-z,] )[A-Z][\w'’&-]+"
)
"""A run of words with capitals, or one that begins no sentence."""
_QUOTED = re.compile(r"[“\"‘]([^”\"’]{2,})[”\"’]")
_LEADING = frozenset((
    "put", "try", "play", "listen", "hear", "watch", "see", "have", "go", "get", "read", "check", "visit", "meet",
    "let",
    "do", "did", "you", "your", "my", "we", "our", "i", "take", "look", "can", "could", "would", "shall", "how", "what",
    "is", "it", "there", "this", "that", "then", "and", "but", "so", "please", "remember", "don't", "if", "when",
    "love", "find", "buy", "book", "order", "bring", "ask", "tell", "hi", "hey", "hello", "dear", "thanks", "yes", "no",
    "ok", "okay", "oh", "just", "now", "today", "tomorrow", "tonight", "was", "at", "on", "in", "for", "to", "with",
))  # fmt: skip
"""First words of sentences that begin no name."""
_LONG = 4
"""Words from which a text is a message, not a time or a name."""


@dataclass(frozen=True, slots=True)
class Hearsay:
    """Who wrote, and what is to be done with it."""

    who: str
    then: str
    app: str = "Messages"

    def with_text(self, message: str) -> str:
        """What is to be done, with the name that the message has for it."""
        name = titled(message, self.who)
        return _IT.sub(f"“{name}”", self.then, count=1) if name else self.then


def hearsay(instruction: str) -> Hearsay | None:
    """The two halves, if what somebody wrote is referred to by a pronoun."""
    said = plain(instruction).strip()
    found = _TOLD.fullmatch(said)
    if found is not None and _IT.search(found["then"]) is not None:
        then = found["then"]
        app = _ON.search(found["what"])
        return Hearsay(found["who"], f"{then[:1].upper()}{then[1:]}", app[1] if app is not None else "Messages")
    which = _WHICH.search(said)
    if which is None:
        return None
    return Hearsay(which["who"], f"{said[: which.start()]}that {which['noun']}{said[which.end() :]}")


def titled(message: str, who: str) -> str:
    """What the message calls by a name: what it quotes, else its first run of capitals."""
    if (quoted := _QUOTED.search(message)) is not None:
        return quoted[1]
    for found in _TITLE.finditer(message):
        name = found[0].split()
        # "Put on Say It Slower": a verb at the beginning of a sentence is no part of the name.
        while name and name[0].casefold() in _LEADING:
            name = name[next((at for at, one in enumerate(name[1:], 1) if one[:1].isupper()), len(name)) :]
        while len(name) > 1 and (is_date(name[-1]) or name[-1][:1].isdigit()) and name[-2].islower():
            # "The Mill on Friday", "Otter Inn at 7".
            del name[-2:]
        if name and words(" ".join(name)) != words(who):
            return " ".join(name)
    return ""


class Listener:
    """Reads up what was written, then does what is asked. Decides as a policy does."""

    def __init__(self, whole: Hearsay, can_ask: bool) -> None:
        self._whole = whole
        self._can_ask = can_ask
        self._policy: Policy | Rounds = Policy(f"Open the messages of {whole.who} in {whole.app}.", can_ask=False)
        self._reading = True
        self._opened = False

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        if self._reading and self._opened and not launcher and (message := self._message(seen)):
            return self._turn(message)
        decision = self._policy.decide(seen, replies, launcher)
        if not self._reading:
            return decision
        if any(isinstance(one, Finish) for one in decision.actions):
            return self._turn("")
        taps = [one for one in decision.actions if isinstance(one, Tap)]
        touched = [one for one in seen.controls if any(one.center == (tap.x, tap.y) for tap in taps)]
        own = words(self._whole.who)
        self._opened = any(spans(own, words(text)) for one in touched for text in (one.label, *one.texts))
        return decision

    def _turn(self, message: str) -> Decision:
        self._reading = False
        left = self._policy.left - 1
        text = self._whole.with_text(message)
        several = chores(text)
        self._policy = Rounds(several, self._can_ask) if len(several) > 1 else Policy(text, self._can_ask)
        self._policy.left = left
        return Decision((Key("HOME"),), thought=f"It says {message!r}.")

    def _message(self, seen: Seen) -> str:
        """The last long text on the page that calls something by a name, else the last long one."""
        texts = [text for text in seen.free if len(words(text)) >= _LONG and content(text)]
        named = [text for text in texts if titled(text, self._whole.who)]
        return (named or texts or [""])[-1]
