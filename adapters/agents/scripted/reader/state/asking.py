"""What the reader asked so far, what it was told in return, and whether asking is of any use still. Pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.agents.scripted.reader.language.questions import (
    candidate,
    helps,
    indifferent,
    named,
    values,
    what,
    which,
)
from adapters.agents.scripted.reader.screen.screen import Control
from runtime.core.actions import AskUser, Decision

_PATIENCE = 3
"""Questions in a row that bring nothing until the reader stops asking, as long as none brought anything."""
_MORE = 6
"""The same once a question brought something: then the request left things out, and it pays to ask on."""
_ORDERS = 2
"""How often the reader has to be told to decide for itself until it does; if no question brought anything, once."""


@dataclass(slots=True)
class Asking:
    """The dialogue of one episode, as the reader remembers it."""

    offered: tuple[Control, ...] = ()
    """The candidates of the question just asked."""
    settled: set[str] = dataclasses.field(default_factory=set)
    """Open choices that were asked for, swept, or left to the app."""
    reply: str = ""
    """What was said to the last question, if it told anything."""
    helped: int = 0
    inside: str = ""
    """The row of a form that was opened just now to see what may be chosen."""
    rows: set[tuple[str, str]] = dataclasses.field(default_factory=set)
    """Rows opened for that, by the title of their page."""
    thing: bool = False
    """Whether the question just asked is about what the deed is done to."""
    meant: tuple[str, ...] = ()
    """What the user named when asked which thing is meant."""
    steps: int = 0
    """Decisions so far; a phone is played for a limited time only."""
    form: str = ""
    """The title of the page that it is a row of."""
    field: str = ""
    """What the text field is called whose text was asked for just now."""
    _patience: int = _PATIENCE
    _orders: int = 0
    editing: bool = False
    """Whether something is being changed that there was before."""
    _told: dict[str, set[str]] = dataclasses.field(default_factory=dict)
    """By page: what was offered there; a part of that, further down, is no new question."""

    @property
    def welcome(self) -> bool:
        """Whether the user still answers questions."""
        return self._patience > 0 and self._orders < (_ORDERS if self.helped else 1)

    def hear(self, reply: str) -> bool:
        """Take note of a reply; whether it says anything that could be chosen."""
        told = helps(reply)
        self.reply = reply if told else ""
        if told:
            self.helped += 1
            self.meant += values(reply) if self.thing else ()
            self._orders = 0
            self._patience = _MORE
        else:
            self._patience -= 1
            self._orders += not indifferent(reply)
        return told

    def once(self, name: str, heading: str, options: Sequence[Control], thing: bool = False) -> Decision | None:
        """Ask which of the options is meant; None if it was asked before. `name`: the page, a slash, the choice."""
        labels, told = {option.label for option in options}, self._told.setdefault(name.partition("/")[0], set())
        if name in self.settled or len(labels) < 2 or 2 * len(labels & told) > len(labels):
            return None
        self.settled.add(name)
        told |= labels
        self.offered, self.thing = tuple(options), thing
        return Decision(
            (AskUser(which(heading, [called(option) for option in options])),),
            thought=f"The instruction does not settle the {heading.casefold() or 'choice'}; I see {len(options)}.",
        )

    def openly(self, name: str, about: str) -> Decision | None:
        """Ask for something that there are no candidates of, once."""
        if name in self.settled:
            return None
        self.settled.add(name)
        return Decision((AskUser(what(about)),), thought=f"Nobody told me the {about}.")


def called(option: Control) -> str:
    """How a candidate is read out; rows may need more than their label."""
    return candidate(option.label, option.texts) if option.role == "row" else option.label


def bears_name(option: Control) -> bool:
    """Whether it could be named by somebody who does not see it; nobody asks for the one of 58 minutes."""
    return named(called(option))
