"""How the reader decides: no ground truth, no model, only the words it was told and the words it sees. Pure.

`RULES` is the policy: on each screen the first rule that has something to do decides. In short:
1. what was told and is not yet chosen here is chosen (the mention that comes first in the instruction goes first);
2. a choice that nobody settled is asked for, with the candidates on the screen, once; where asking is off or brings
   nothing, the app's default stays;
3. rows named after what was told are looked into, then a button goes on, if it does what was asked for;
4. other rows, further down, then back, then give up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from adapters.agents.buttons import commits, goes_on, rank
from adapters.agents.facts import answer
from adapters.agents.questions import helps, which
from adapters.agents.request import Request, understand
from adapters.agents.screen import Control, Group, Listing, Seen
from adapters.agents.travel import Travel
from adapters.agents.words import Span, content, kind_of, overlap
from runtime.actions import AskUser, Decision, Finish, Tap, Type

_CHOSEN = ("choice", "back", "field")
"""Roles with rules of their own."""
_TIMELY = frozenset(("duration", "time", "length", "period", "long"))
"""Labels of rows behind which a span of time is chosen."""
_PATIENCE = 2
"""Unhelpful answers after which no more is asked."""

Open = Literal["ask", "sweep"]
"""What to do about a choice that nobody settled: ask the user, or try the options one after the other."""


@dataclass(slots=True)
class Policy:
    """The reader's mind in one episode."""

    instruction: str
    can_ask: bool
    open_choice: Open = "ask"
    round: int = 0
    """Which option a sweep tries next."""
    travel: Travel = field(default_factory=Travel)
    request: Request = field(init=False)
    _replies: tuple[str, ...] = ()
    _offered: tuple[Control, ...] = ()
    """The candidates of the question just asked."""
    _settled: set[str] = field(default_factory=set)
    """Open choices that were asked for, swept, or left to the app."""
    _used: set[tuple[str, str, str]] = field(default_factory=set)
    _placed: set[int] = field(default_factory=set)
    """Places in what was told that a touch has dealt with."""
    _refusals: int = 0
    _switched: str = ""
    """A switch just touched: if it stands as told now, the deed is done; if it opened something, it isn't."""
    _committed: bool = False

    def __post_init__(self) -> None:
        self.request = understand(self.instruction)

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        self._hear(replies)
        if launcher and not self._committed:
            return self._open_app(seen)
        self.travel.arrive(seen.title)
        if self._switched and any(
            one.role == "switch" and one.label == self._switched and one.on != self.request.off for one in seen.controls
        ):
            self._committed = True
        if not self._committed:
            for _, rule in RULES:
                if (decision := rule(self, seen)) is not None:
                    return decision
        return self._stop(seen)

    def _hear(self, replies: Sequence[str]) -> None:
        for reply in replies:
            if helps(reply):
                self._replies = (*self._replies, reply)
                self.request = understand(self.instruction, self._replies)
            else:
                self._refusals += 1

    @property
    def _nouns(self) -> frozenset[str]:
        return self.request.nouns(self._placed)

    # -- 1. what was told -------------------------------------------------------------------------------------------

    def told_by_reply(self, seen: Seen) -> Decision | None:
        """The reply to the last question names one of the candidates that it offered."""
        offered, self._offered = self._offered, ()
        for control in offered:
            if self.request.names(control.label) and self._fresh(control) and not control.on:
                return self._touch(control, "that is what I was told")
        return None

    def told_choice(self, seen: Seen) -> Decision | None:
        """An option that was told and is not chosen; of several that drop each other, the one told last."""
        for group in seen.groups:
            wanted = self._wanted(group)
            if group.single:
                wanted = wanted[-1:]
            for option in wanted:
                if not option.on and self._fresh(option, seen.title):
                    return self._touch(option, f"{option.label!r} was told", seen.title)
        return None

    def _wanted(self, group: Group) -> list[Control]:
        """The options told, in the order of the telling; "grilled onion" does not tell "onion"."""
        told = [(place, option) for option in group.options for place in self.request.places(option.label)]
        free = [(place, option) for place, option in told if not any(_inside(place, other) for other, _ in told)]
        wanted = [option for _, option in sorted(free, key=lambda one: one[0])]
        return list({option.label: option for option in reversed(wanted)}.values())[::-1]

    def told_control(self, seen: Seen) -> Decision | None:
        """Buttons, rows, switches and tabs whose label was told, in the order of the telling."""
        found = [
            (places[0], index)
            for index, control in enumerate(seen.controls)
            if self._useful(control)
            and not goes_on(control, self.request)
            and (places := self.request.places(control.label))
        ]
        if not found:
            return None
        control = seen.controls[min(found)[1]]
        return self._touch(control, f"{control.label!r} was told", commit=not self._has_commit(seen))

    def write(self, seen: Seen) -> Decision | None:
        """Words in quotes go into a field."""
        field_ = next((one for one in seen.controls if one.role == "field" and self._fresh(one)), None)
        if field_ is None or not self.request.quoted:
            return None
        tap = self._touch(field_, "the words in quotes belong here")
        return Decision((*tap.actions, Type(self.request.quoted[0])), tap.thought)

    # -- 2. what nobody settled -------------------------------------------------------------------------------------

    def open_group(self, seen: Seen) -> Decision | None:
        """A group of options none of which was told."""
        for group in seen.groups:
            if len(group.options) < 2 or self._wanted(group) or not self._matters(group):
                continue
            name = f"{seen.title}/{group.heading}"
            sweeping = self.open_choice == "sweep"
            decision = self._try(name, group.options) if sweeping else self._ask(name, group.heading, group.options)
            if decision is not None:
                return decision
        return None

    def _matters(self, group: Group) -> bool:
        """Whoever wants to know something chooses a view: a day, a time, or what was spoken of; nothing else."""
        spoken = content(group.heading) & self.request.nouns(())
        return not self.request.informational or bool(spoken or kind_of(group.labels))

    def open_list(self, seen: Seen) -> Decision | None:
        """A list of just what was told, and nobody said which: the latest if that was told, else the user says."""
        heads = self.request.heads(self._placed)
        for listing in seen.lists:
            noun = self._common_noun(listing, heads)
            if not noun or any(self.request.names(label) for label in listing.labels):
                continue
            name = f"list/{noun}"
            rows = [row for row in listing.rows if self._fresh(row)]
            if f"{name}/taken" in self._settled or not rows:
                continue
            self.travel.believed = True
            sweeping = self.open_choice == "sweep"
            if not self.request.latest and not sweeping and (question := self._ask(name, noun, rows)) is not None:
                return question
            self._settled.add(f"{name}/taken")
            row = rows[self.round % len(rows) if sweeping and not self.request.latest else 0]
            return self._touch(row, "the latest is at the top" if self.request.latest else "one that fits")
        return None

    @staticmethod
    def _common_noun(listing: Listing, heads: frozenset[str]) -> str:
        """The told noun that names what the rows are: in a title above them, or in the labels of several."""
        named = content(" ".join(listing.names)) & heads
        in_rows = [noun for noun in sorted(heads) if sum(noun in content(label) for label in listing.labels) > 1]
        return next(iter([*sorted(named), *in_rows]), "")

    def _ask(self, name: str, heading: str, options: Sequence[Control]) -> Decision | None:
        """Ask once which of the options is meant; None if that was asked before or asking is of no use."""
        if name in self._settled or not self._curious:
            return None
        self._settled.add(name)
        self._offered = tuple(options)
        return Decision(
            (AskUser(which(heading, [option.label for option in options])),),
            thought=f"The instruction does not settle the {heading.casefold() or 'choice'}; I see {len(options)}.",
        )

    def _try(self, name: str, options: Sequence[Control]) -> Decision | None:
        """Choose the option whose turn it is in this round."""
        if name in self._settled:
            return None
        self._settled.add(name)
        option = options[self.round % len(options)]
        return None if option.on else self._touch(option, "its turn", f"{name}/{self.round}")

    @property
    def _curious(self) -> bool:
        """Whether a question may still bring something."""
        return self.open_choice == "ask" and self.can_ask and self._refusals < _PATIENCE

    # -- 3. the way on ----------------------------------------------------------------------------------------------

    def act(self, seen: Seen) -> Decision | None:
        """A control that does what was asked for, and is not yet the end of it."""
        for control in seen.controls:
            if self._useful(control) and not goes_on(control, self.request) and self.request.acts(control.label):
                return self._touch(control, "that is what is to be done")
        return None

    def named_row(self, seen: Seen) -> Decision | None:
        """A row or tab all of whose name was told, in whatever form, or that says on itself what was told."""
        nouns, heads = self._nouns, self.request.heads(self._placed)
        found = []
        for index, control in enumerate(seen.controls):
            if not self._useful(control) or control.role == "button" or goes_on(control, self.request):
                continue
            label = content(control.label)
            if label and label <= nouns:
                found.append((-len(label & heads), -len(label), index))
            elif any(self.request.names(part) for part in _parts(control)):
                found.append((0, 0, index))
        return self._touch(seen.controls[min(found)[2]], "that was spoken of") if found else None

    def report(self, seen: Seen) -> Decision | None:
        """Answer an information request once the screen shows a fact beside words that were asked for."""
        if not self.request.informational or seen.title in self.travel.visited:
            return None
        found = answer(self.instruction, self.request.nouns(()), seen.rows)
        return Decision((Finish(found),), thought="This is what was asked for.") if found else None

    def look_inside(self, seen: Seen) -> Decision | None:
        """Before a commitment: a row or switch half of whose name was told, or a row that says how long.

        A span of time is looked into if one was told and not yet chosen, or if it could be asked for.
        """
        if not self._has_commit(seen):
            return None
        open_ = self._curious or self.open_choice == "sweep"
        timely = _TIMELY if open_ or self.request.quantities(self._placed) else frozenset()
        for control in seen.controls:
            if control.role in ("row", "switch") and self._useful(control):
                label = content(control.label)
                if (control.role == "row" and label & timely) or 0 < len(label) <= 2 * len(label & self._nouns):
                    return self._touch(control, "this has to be chosen before I go on")
        return None

    def onward(self, seen: Seen) -> Decision | None:
        """The button that goes on, if it does nothing that was not asked for."""
        writing = any(one.role == "field" and self._fresh(one) for one in seen.controls)
        forward = [
            one
            for one in seen.controls
            if goes_on(one, self.request)
            and self._fresh(one, seen.title)
            and not (writing and commits(one, self.request))
        ]
        lost = self.travel.visited and not (self.travel.believed or self.travel.touches)
        # In an app that nobody named and where nothing was worth a touch there is nothing to go on with.
        if self.request.informational or not forward or lost:
            return None
        control = min(forward, key=rank)
        return self._touch(control, "everything here is settled: on", seen.title, commit=commits(control, self.request))

    def _has_commit(self, seen: Seen) -> bool:
        return any(commits(one, self.request) for one in seen.controls)

    # -- 4. elsewhere -----------------------------------------------------------------------------------------------

    def related(self, seen: Seen) -> Decision | None:
        """The row or tab that shares most words with what was told; a switch must share half its name."""
        nouns = self._nouns
        best, most = None, 0
        for control in seen.controls:
            if not self._useful(control) or control.role == "button":
                continue
            score = overlap(control.texts, nouns)
            if control.role == "switch" and 2 * overlap([control.label], nouns) < len(content(control.label)):
                continue
            if score > most:
                best, most = control, score
        return self._touch(best, "it has to do with the request", commit=not self._has_commit(seen)) if best else None

    def elsewhere(self, seen: Seen) -> Decision | None:
        """Another app, or the front of this one."""
        return self.travel.elsewhere(any(one.role == "back" for one in seen.controls))

    def explore(self, seen: Seen) -> Decision | None:
        """A row not yet looked into."""
        rows = [one for one in seen.controls if one.role == "row" and self._fresh(one) and len(one.texts) <= 3]
        row = self.travel.unopened(seen.title, rows)
        return self._touch(row, "perhaps it is in there") if row is not None else None

    def scroll(self, seen: Seen) -> Decision | None:
        """Further down."""
        return self.travel.scroll(seen)

    def back(self, seen: Seen) -> Decision | None:
        """Out of here."""
        return self.travel.back()

    def _open_app(self, seen: Seen) -> Decision:
        app = self.travel.app(seen, self.request)
        if app is None:
            return self._stop(seen)
        self._place(app)
        return Decision((Tap(*app.center),), thought=f"{app.label} may be the place for this.")

    def _stop(self, seen: Seen) -> Decision:
        if self._committed:
            return Decision((Finish("Done: " + seen.title),), thought="That was it.")
        return Decision((Finish("I could not find out how to do this.", "infeasible"),), thought="I am stuck.")

    # -- touching ---------------------------------------------------------------------------------------------------

    def _useful(self, control: Control) -> bool:
        """Whether a touch could bring something: not touched before, and not already as it was told to be."""
        if control.role in _CHOSEN or not self._fresh(control):
            return False
        return control.on == self.request.off if control.role == "switch" else not control.on

    def _fresh(self, control: Control, page: str = "") -> bool:
        return (page, control.resource_id, control.label) not in self._used

    def _touch(self, control: Control, why: str, page: str = "", commit: bool = False) -> Decision:
        """Touch once, or once on every `page`. `commit`: with this, unless a switch opens a page, the deed is done."""
        self._used.add((page, control.resource_id, control.label))
        self.travel.touches += 1
        self._place(control)
        if control.role == "switch":
            self._switched = control.label if commit else ""
        else:
            self._committed = commit and commits(control, self.request)
        return Decision((Tap(*control.center),), thought=f"{control.label!r}: {why}.")

    def _place(self, control: Control) -> None:
        for start, end in self.request.places(control.label):
            self._placed.update(range(start, end))


Rule = Callable[[Policy, Seen], Decision | None]
RULES: tuple[tuple[str, Rule], ...] = (
    ("told by the reply", Policy.told_by_reply),
    ("told choice", Policy.told_choice),
    ("told control", Policy.told_control),
    ("write", Policy.write),
    ("open group", Policy.open_group),
    ("open list", Policy.open_list),
    ("act", Policy.act),
    ("named row", Policy.named_row),
    ("report", Policy.report),
    ("look inside", Policy.look_inside),
    ("onward", Policy.onward),
    ("related", Policy.related),
    ("elsewhere", Policy.elsewhere),
    ("explore", Policy.explore),
    ("scroll", Policy.scroll),
    ("back", Policy.back),
)


def _parts(control: Control) -> list[str]:
    """What the texts beside the label name one by one; a mere count says nothing."""
    parts = [part for text in control.texts if text != control.label for part in text.split(", ")]
    return [part for part in parts if len(part) > 3 and not part.isdigit()]


def _inside(place: Span, other: Span) -> bool:
    return other[0] <= place[0] and place[1] <= other[1] and place != other
