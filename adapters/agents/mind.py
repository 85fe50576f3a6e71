"""What the reader knows in an episode, and what it has touched and asked so far. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from adapters.agents.buttons import commits, deeds, goes_on
from adapters.agents.path import steps
from adapters.agents.questions import helps
from adapters.agents.request import Request, understand
from adapters.agents.screen import Control, Group, Listing, Seen
from adapters.agents.seeking import Seeking
from adapters.agents.travel import Travel
from adapters.agents.walker import Walker
from adapters.agents.words import Span, part_of_time, words
from runtime.actions import Decision, Tap

_CHOSEN = ("choice", "back", "field")
"""Roles with rules of their own."""
_PATIENCE = 2
"""Unhelpful answers, one after the other, after which no more is asked."""

Open = Literal["ask", "sweep"]
"""What to do about a choice that nobody settled: ask the user, or try the options one after the other."""


@dataclass(slots=True)
class Mind:
    """The reader's mind in one episode."""

    instruction: str
    can_ask: bool
    open_choice: Open = "ask"
    round: int = 0
    """Which option a sweep tries next."""
    travel: Travel = field(default_factory=Travel)
    request: Request = field(init=False)
    walker: Walker | None = None
    """Where the instruction spells the way out, it is followed and nothing else is done."""
    replies: tuple[str, ...] = ()
    offered: tuple[Control, ...] = ()
    """The candidates of the question just asked."""
    settled: set[str] = field(default_factory=set)
    """Open choices that were asked for, swept, or left to the app."""
    used: set[tuple[str, str, str]] = field(default_factory=set)
    placed: set[int] = field(default_factory=set)
    """Places in what was told that a touch has dealt with."""
    refusals: int = 0
    switched: str = ""
    """A switch just touched: if it stands as told now, the deed is done; if it opened something, it isn't."""
    lists: tuple[Listing, ...] = ()
    controls: tuple[Control, ...] = ()
    """What the screen just looked at offers."""
    done: set[str] = field(default_factory=set)
    """Deeds done so far, where several were asked for."""
    begun: bool = False
    forwarded: bool = False
    """Whether the last touch went on."""
    spoken: set[tuple[str, frozenset[str]]] = field(default_factory=set)
    """Rows touched because they were spoken of, by page and by name but for numbers."""
    looked: int = 0
    """Rows of forms looked into without a reason of their own."""
    committed: bool = False
    chose: bool = False
    """Whether the instruction itself told an option: who says one thing says all that matter."""
    seeking: Seeking = field(default_factory=Seeking)

    def __post_init__(self) -> None:
        self.request = understand(self.instruction)
        if (way := steps(self.instruction)) and self.open_choice == "ask":
            self.walker = Walker(self.instruction, way, self.travel)

    def hear(self, replies: Sequence[str]) -> None:
        for reply in replies:
            if helps(reply):
                self.refusals = 0
                self.replies = (*self.replies, reply)
                self.request = understand(self.instruction, self.replies)
            else:
                self.refusals += 1

    @property
    def nouns(self) -> frozenset[str]:
        return self.request.nouns(self.placed)

    def wanted(self, group: Group) -> list[Control]:
        """The options told, in the order of the telling; "brown sugar" does not tell "sugar"."""
        told = [(place, option) for option in group.options for place in self.request.places(option.label)]
        names = [name for name in self.seeking.names(self.request) if any(map(str.isdigit, name)) or " " in name]
        told += [
            (self.request.places(name)[0], one)
            for one in group.options
            for name in names
            if self.request.places(name) and not told and words(one.label)[: len(words(name))] == words(name)
        ]
        told += [((0, 0), one) for one in group.options if part_of_time(one.label, self.request.said)]
        whole = [place for name in self.seeking.names(self.request) for place in self.request.places(name)]
        whole += [place for place, _ in told]
        free = [(place, option) for place, option in told if not any(_inside(place, other) for other in whole)]
        wanted = [option for _, option in sorted(free, key=lambda one: one[0])]
        return list({option.label: option for option in reversed(wanted)}.values())[::-1]

    @property
    def curious(self) -> bool:
        """Whether a question may still bring something."""
        settled = self.request.specific or self.chose
        return self.open_choice == "ask" and self.can_ask and self.refusals < _PATIENCE and not settled

    def at(self, name: str) -> set[int]:
        return {at for start, end in self.request.places(name) for at in range(start, end)}

    def all_placed(self, label: str) -> bool:
        return all(at in self.placed for start, end in self.request.places(label) for at in range(start, end))

    def is_form(self, seen: Seen) -> bool:
        """Whether something is filled in here."""
        fields = any(one.role == "field" and not self.seeking.is_box(one) for one in seen.controls)
        on = any(goes_on(one, self.request) for one in seen.controls)
        return fields or self.has_commit(seen) or (bool(seen.groups) and on)

    def has_commit(self, seen: Seen) -> bool:
        return any(commits(one, self.request) for one in seen.controls)

    def useful(self, control: Control) -> bool:
        """Whether a touch could bring something: not touched before, and not already as it was told to be."""
        if control.role in _CHOSEN or not self.fresh(control):
            return False
        return control.on == self.request.off if control.role == "switch" else not control.on

    def fresh(self, control: Control, page: str = "") -> bool:
        return (page, control.resource_id, control.label) not in self.used

    def touch(self, control: Control, why: str, page: str = "", commit: bool = False) -> Decision:
        """Touch once, or once on every `page`. `commit`: with this, unless a switch opens a page, the deed is done."""
        self.used.add((page, control.resource_id, control.label))
        self.travel.touches += 1
        self.forwarded = goes_on(control, self.request)
        self.place(control)
        if control.role == "switch":
            self.switched = control.label if commit else ""
        else:
            self.committed = commit and commits(control, self.request) and self.all_done(control)
        return Decision((Tap(*control.center),), thought=f"{control.label!r}: {why}.")

    def all_done(self, control: Control) -> bool:
        """Whether with this the last deed is done of those that people ask for together."""
        self.done |= deeds(control)
        both = {"buy", "send"}
        return not both <= self.request.deeds or both <= self.done

    def place(self, control: Control) -> None:
        for start, end in self.request.places(control.label):
            self.placed.update(range(start, end))


def _inside(place: Span, other: Span) -> bool:
    return other[0] <= place[0] and place[1] <= other[1] and place != other
