"""What the reader knows in an episode, and what it has touched and asked so far. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from adapters.agents.scripted.reader.language.days import Day
from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.language.path import goal, steps
from adapters.agents.scripted.reader.language.phrases import Phrase
from adapters.agents.scripted.reader.language.questions import values
from adapters.agents.scripted.reader.language.rating import Ear
from adapters.agents.scripted.reader.language.request import Request, understand
from adapters.agents.scripted.reader.language.words import deeds_of, stem, telling, words
from adapters.agents.scripted.reader.screen.buttons import closes, commits, deeds, goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Listing, Seen
from adapters.agents.scripted.reader.screen.trail import Stop, Trail
from adapters.agents.scripted.reader.state.asking import Asking
from adapters.agents.scripted.reader.state.inquiry import Inquiry
from adapters.agents.scripted.reader.state.seeking import Seeking
from adapters.agents.scripted.reader.state.travel import Travel
from adapters.agents.scripted.reader.state.walker import Walker
from runtime.core.actions import Decision, Tap
from runtime.core.config import T_MAX

_CHOSEN = ("choice", "back", "field")
"""Roles with rules of their own."""
_HANDED = frozenset(("send", "move", "copy"))
_COMMAND = 4
_BOTH = (("add",), ("create",), ("start",), ("post",), ("publish",), ("upload",), ("new",))
"""First words of buttons that begin something on one page and end it on another."""
_NEXT = (("continue",), ("next",), ("proceed",), ("find",), ("show",))
"""First words of buttons after which there is more to fill in."""
_ANYWHERE = -1
_MANY = 3
"""Rows of one kind that are a list, not parts of a form."""

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
    asking: Asking = field(default_factory=Asking)
    used: set[tuple[int, str, str, str]] = field(default_factory=set)
    placed: set[int] = field(default_factory=set)
    """Places in what was told that are dealt with for good: chosen, written, opened."""
    trail: Trail = field(default_factory=Trail)
    switched: str = ""
    """A switch just touched: if it stands as told now, the deed is done; if it opened something, it isn't."""
    page: int = 0
    lists: tuple[Listing, ...] = ()
    controls: tuple[Control, ...] = ()
    """What the screen just looked at offers."""
    done: set[str] = field(default_factory=set)
    """Deeds done so far."""
    gained: frozenset[int] = frozenset()
    """Places that were dealt with on pages just left."""
    acted: int = _ANYWHERE
    """The page on which the deed was begun."""
    begun: bool = False
    settling: bool = False
    """Whether the last touch chose something."""
    settled_here: bool = False
    """Whether something was chosen on this page since it was entered."""
    changed: bool = False
    """Whether anything was chosen or written so far."""
    addressed: set[tuple[int, int]] = field(default_factory=set)
    """Where names of people were written."""
    sought: str = ""
    """What is searched for though it has no name."""
    topped: bool = False
    """Whether the first of an ordered list was taken."""
    choosing: bool = False
    """Whether this is no first page of an app, where options are mere views."""
    handed: bool = False
    """Whether the deed that hands something on was begun; before that nobody is looked for."""
    forwarded: bool = False
    """Whether the last touch went on."""
    pending: bool = False
    """Whether the deed was begun by its button and goes on behind it."""
    pressed: str = ""
    """What was touched last."""
    arrived: bool = False
    """Whether the page was reached by going on."""
    options: set[str] = field(default_factory=set)
    """The resource ids of options seen; a row that looks like none may be one that is half hidden."""
    version: int = 0
    """How often anything was chosen so far; with every choice a page may be left that could not be left before."""
    probed: set[tuple[int, str]] = field(default_factory=set)
    """Rows looked behind, by page and resource id."""
    forms: set[int] = field(default_factory=set)
    """Pages on which something is filled in."""
    looked: int = 0
    """Rows of forms looked into without a reason of their own."""
    listed: int = 0
    """Lists asked about though nothing says that they hold what is meant."""
    strayed: int = 0
    """Those among them whose name says little."""
    committed: bool = False
    before: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    """What the screen before this one and this one look like."""
    found_section: bool = False
    """Whether the part of the app was entered where things like this are kept."""
    ending: int = _ANYWHERE
    """The page on which the last deed was done."""
    chose: bool = False
    """Whether the instruction itself told an option: who says one thing says all that matter."""
    known_of: set[str] = field(default_factory=set)
    """Names of what the deed is done to behind which more about it was looked for."""
    flipped: int = _ANYWHERE
    """The page on which a row was touched that may turn on or off what was told, though it does not show that."""
    seeking: Seeking = field(default_factory=Seeking)
    left: int = T_MAX
    """Steps until the episode ends."""
    inquiry: Inquiry = field(default_factory=Inquiry)
    today: Day | None = None
    """What the phone's first page told."""
    _ears: dict[tuple[frozenset[int], tuple[str, ...], bool], Ear] = field(default_factory=dict)
    _later: dict[bool, frozenset[int]] = field(default_factory=dict)
    _objects: dict[tuple[bool, tuple[str, ...]], frozenset[int]] = field(default_factory=dict)
    """What follows from the request and from what else it hangs on, as long as nothing is added to it."""

    def __post_init__(self) -> None:
        self.request = understand(self.instruction)
        if (way := steps(self.instruction)) and self.open_choice == "ask":
            self.walker = Walker(self.instruction, way, self.travel)

    def stray(self) -> None:
        """Leave the way that was told: from now on only what is wanted counts."""
        if self.walker is not None:
            self.travel.enter(self.walker.app)
        self.walker = None
        self.instruction = goal(self.instruction)
        self.request = understand(self.instruction, self.replies)
        for known in (self._ears, self._later, self._objects):
            known.clear()

    def stay(self, app: str, title: str = "") -> None:
        """Begin inside an app that is open already, on the page of this title."""
        if title and self.request.names(title):
            self.placed |= self.at(title)
        self.trail.stops.append(Stop(_ANYWHERE))
        self.travel.enter_named(app)
        self.placed |= self.at(app)
        self.seeking.app = app

    def hear(self, replies: Sequence[str]) -> None:
        self.asking.steps += 1
        for reply in replies:
            if self.asking.hear(reply):
                self.replies = (*self.replies, *values(reply))
                self.request = understand(self.instruction, self.replies)
                for known in (self._ears, self._later, self._objects):
                    known.clear()

    def look(self, seen: Seen) -> None:
        """Take note of a screen."""
        self.controls, self.lists, self.page = seen.controls, seen.lists, self.trail.page(seen)
        self.before, self.now = self.now, seen.signature
        self.seeking.note(seen, self.request)
        if seen.title == self.asking.form:
            self.asking.inside = ""
        self.choosing = any(goes_on(one, self.request) for one in seen.buttons) or len(self.trail.stops) > 1
        self.options.update(one.resource_id for one in seen.controls if one.role == "choice" and one.resource_id)
        gained = self.gained = self.trail.arrive(self.page)
        self.placed |= gained
        self.changed = self.changed or bool(gained)
        self.version += bool(gained)
        self.settled_here = self.settled_here and not self.trail.new
        if self.trail.new:
            self.used = {one for one in self.used if one[0] != self.page}

    # -- what was told, and how much of it is still to be dealt with ------------------------------------------------

    @property
    def served(self) -> frozenset[int]:
        """Places of words that are dealt with, for good or by the way that was taken."""
        return self.trail.passed | self.placed

    @property
    def nouns(self) -> frozenset[str]:
        return self.request.nouns(self.served)

    @property
    def ear(self) -> Ear:
        """What counts now: not the words to be written, nor those for somebody who gets what is not found yet."""
        request, served = self.request, self.served
        names = self.seeking.names(request)
        ear = self._ears.get((served, names, self.handed))
        if ear is not None:
            return ear
        later, text = self.later, self.texts
        live = frozenset(
            at
            for at, word in enumerate(request.said)
            if at not in served and at not in later and at not in text and at not in request.verbs
            if word != "|"
        )
        named = frozenset(at for name in names for at in self.at(name) if telling(request.said[at]))
        ear = Ear(request.said, live, named, tuple(words(name) for name in names))
        self._ears[served, names, self.handed] = ear
        return ear

    @property
    def later(self) -> frozenset[int]:
        """Places of the words for what waits."""
        found = self._later.get(self.handed)
        if found is None:
            found = frozenset(at for one in self.request.phrases if self.waits(one) for at in one.places)
            self._later[self.handed] = found
        return found

    def waits(self, phrase: Phrase) -> bool:
        """Whether the phrase is about a second deed, or about who gets what has to be found first."""
        second = bool({"buy", "post"} & self.request.deeds) and "send" in deeds_of(phrase.verb)
        if self.handed or not (phrase.aim or second):
            return False
        said, verbs = self.request.said, self.request.verbs
        things = (at for one in self.request.phrases if one.object and not one.aim for at in one.places)
        return second or any(at not in verbs and telling(said[at]) for at in things)

    @property
    def delivered(self) -> bool:
        """Whether the touch that led back chose where the thing goes, and nothing else is open."""
        ear = self.ear
        aims = {at for one in self.request.phrases if one.whither for at in one.places}
        if self.trail.new or self.seeking.owed(self.request):
            return False
        # It is chosen by the last touch, or with others and a button that closes their page.
        closing = any(one.kind is not None and not one.kind.deeds for one in self.controls)
        if not (self.gained & aims and (self.acted == self.page or (self.forwarded and not closing))):
            return False
        return not any(ear.firm(at) for at in ear.live)

    def whole(self, places: frozenset[int]) -> frozenset[int]:
        """With "Neighbours" all of "to the group Neighbours" is dealt with."""
        ear = self.ear
        found = set(places)
        for one in self.request.phrases:
            named = ear.named & set(one.places)
            if named and named <= places:
                found.update(at for at in one.places if at in ear.live)
        return frozenset(found)

    @property
    def object(self) -> frozenset[int]:
        """Places of the words for what the deed is done to."""
        found = self._objects.get((self.handed, self.asking.meant))
        if found is not None:
            return found
        text = self.texts
        meant = frozenset(at for name in self.asking.meant for at in self.at(name))
        found = meant | frozenset(
            at
            for one in self.request.phrases
            if one.object and not self.waits(one)
            for at in one.places
            if at not in self.request.verbs and at not in text and telling(self.request.said[at])
        )
        self._objects[self.handed, self.asking.meant] = found
        return found

    @property
    def ear_names(self) -> frozenset[str]:
        """The stems of the words of all names told."""
        return frozenset(stem(word) for name in self.seeking.names(self.request) for word in words(name))

    @property
    def curious(self) -> bool:
        """Whether a question may still bring something."""
        settled = self.request.specific or self.chose
        return self.open_choice == "ask" and self.can_ask and self.asking.welcome and not settled

    @property
    def texts(self) -> set[int]:
        """Places of the words that are only to be written."""
        return {at for one in self.seeking.written(self.request) for at in self.at(one)}

    def at(self, name: str) -> set[int]:
        return {at for start, end in self.request.places(name) for at in range(start, end)}

    # -- the screen -------------------------------------------------------------------------------------------------

    def is_form(self, seen: Seen) -> bool:
        """Whether something is filled in here."""
        if any(one.role == "field" and not self.seeking.is_box(one) for one in seen.controls):
            return True
        on = [one for one in seen.buttons if closes(one, self.request) and self.ripe(one) and not self.keeps(one)]
        if not on:
            return False
        once = len(on) == len({words(one.label)[:1] for one in on}) and (
            not self.travel.at_home or any(one.fixed or not deeds(one) for one in on)
        )
        return once and (bool(seen.groups) or self._shows_values(seen))

    def _shows_values(self, seen: Seen) -> bool:
        return any(
            one.role == "switch" or (one.role == "row" and 0 < len(one.texts) <= _MANY and (one.texts[1:] or one.near))
            for one in seen.controls
        )

    def keeps(self, control: Control) -> bool:
        """Whether the button keeps a thing that there is already, rather than what was filled in."""
        return "keep" in self.request.deeds and "make" not in self.request.deeds and "keep" in deeds(control)

    def has_commit(self, seen: Seen) -> bool:
        return any(commits(one, self.request) and self.ripe(one) for one in seen.buttons)

    def whole_form(self, seen: Seen) -> bool:
        """Whether all that is to be filled in is on this page; what is left can be on no later one."""
        last = [one for one in seen.buttons if closes(one, self.request) and self.ripe(one)]
        return any(words(one.label)[:1] not in _NEXT for one in last)

    def ripe(self, control: Control) -> bool:
        """Whether a button that may begin something as well as end it ends it."""
        first = words(control.label)[:1]
        ends = control.kind is not None and control.kind.ends
        return self.begun or first not in _BOTH or not ends or not commits(control, self.request)

    def foreign(self, control: Control) -> bool:
        """Whether a touch would do something that nobody asked for."""
        own = words(control.label)
        if control.role not in ("button", "row", "tab") or not own or len(control.texts) > 2:
            return False
        if control.role != "button" and len(own) > _COMMAND:
            return False
        meant = deeds_of(own[0])
        if own[0] in self.request.imperatives or (own[1:] and own[0] in self.request.things):
            return False
        if len(control.texts) > 1 and any(likeness(own[0], one) for one in self.request.said):
            return False  # A row with a value is called by what it sets: `Silence after` for what falls silent.
        # Who deletes something wants nothing new.
        begins = own[0] in ("new", "set", "add", "get") and "drop" not in self.request.deeds
        return bool(meant) and not meant & self.request.deeds and not begins

    def useful(self, control: Control) -> bool:
        """Whether a touch could bring something: not touched before, and not already as it was told to be."""
        taken = control.role == "row" and control.label in self.trail.picked
        if control.role in _CHOSEN or taken or not self.fresh(control):
            return False
        return control.on == self.request.off if control.role == "switch" else not control.on

    def key(self, control: Control, page: str) -> tuple[int, str, str, str]:
        place = _ANYWHERE if control.role == "tab" else self.page
        return (place, page, control.resource_id, control.label)

    def fresh(self, control: Control, page: str = "") -> bool:
        return self.key(control, page) not in self.used

    def touch(
        self, control: Control, why: str, page: str = "", commit: bool = False, places: frozenset[int] | None = None
    ) -> Decision:
        """Touch once on this page. `commit`: with this, unless a switch opens a page, the deed is done."""
        self.used.add(self.key(control, page))
        self.travel.touches += 1
        self.forwarded, self.pressed = goes_on(control, self.request), control.label
        places = self.whole(frozenset(self.at(control.label)) if places is None else places)
        self.settling = control.role in ("choice", "switch")
        self.version += self.settling
        self.trail.picked.update([control.label] if self.settling else ())
        if sum(one.resource_id == control.resource_id for one in self.controls) == 1:
            self.probed.add((self.page, control.resource_id))
        if self.settling:
            self.placed |= places
            self.changed = True
            self.settled_here = self.settled_here or bool(places)
        else:
            self.trail.leave(places)
        if control.role == "switch":
            self.switched = control.label if commit else ""
        else:
            last = commits(control, self.request) or (self.pending and closes(control, self.request))
            self.committed = commit and last and self.all_done(control)
            self.ending = self.page if self.committed else _ANYWHERE
        self.handed = self.handed or bool(deeds_of((*words(control.label), "")[0]) & _HANDED & self.request.deeds)
        return Decision((Tap(*control.center),), thought=f"{control.label!r}: {why}.")

    def all_done(self, control: Control) -> bool:
        """Whether with this the last deed is done of those that people ask for together."""
        self.done |= deeds(control)
        both = {"buy", "send"}
        return not both <= self.request.deeds or both <= self.done
