"""How the reader decides: no ground truth, no model, only the words it was told and the words it sees. Pure.

An instruction that spells out a way is followed clause by clause (`walker`) and nothing else is done. Otherwise `RULES`
is the policy: on each screen the first rule that has something to do decides. In short:
1. what was told and is not yet chosen here is chosen (the mention that comes first in the instruction goes first);
2. what was told by name and is nowhere is searched for;
3. a choice that nobody settled is asked for, with the candidates on the screen, once; not where the instruction settled
   another one by itself; where asking is off or brings nothing, the app's default stays;
4. rows named after what was told are looked into, forms are read to their end, then a button goes on, if it does what
   was asked for;
5. other rows, what else can be done with what is here, further down, then back, then give up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adapters.agents import forms
from adapters.agents.buttons import commits, deeds, ends, goes_on, rank
from adapters.agents.facts import answer
from adapters.agents.mind import Mind
from adapters.agents.questions import which
from adapters.agents.screen import Control, Group, Listing, Seen
from adapters.agents.seeking import is_called
from adapters.agents.words import content, is_face, kind_of, overlap, words
from runtime.actions import AskUser, Decision, Finish, Tap


@dataclass(slots=True)
class Policy(Mind):
    """The rules, over what the reader knows."""

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        self.hear(replies)
        self.controls, self.lists = seen.controls, seen.lists
        if self.walker is not None:
            return self.walker.decide(seen, launcher)
        if launcher and not self.committed:
            return self._open_app(seen)
        self.travel.arrive(seen.title)
        if self.switched and any(
            one.role == "switch" and one.label == self.switched and one.on != self.request.off for one in seen.controls
        ):
            self.committed = True
        if not self.committed:
            for _, rule in RULES:
                if (decision := rule(self, seen)) is not None:
                    return decision
        return self._stop(seen)

    # -- 1. what was told -------------------------------------------------------------------------------------------

    def told_by_reply(self, seen: Seen) -> Decision | None:
        """The reply to the last question names one of the candidates that it offered."""
        offered, self.offered = self.offered, ()
        for control in offered:
            if self.request.names(control.label) and self.fresh(control) and not control.on:
                return self.touch(control, "that is what I was told")
        return None

    def seal(self, seen: Seen) -> Decision | None:
        """After going on: a page that offers nothing to choose, only the end of it."""
        chosen = seen.groups or any(one.role in ("field", "switch") for one in seen.controls)
        last = [one for one in seen.controls if commits(one, self.request) and deeds(one) & {"buy", "post"}]
        if not self.forwarded or chosen or not last or not self.fresh(last[0], seen.title):
            return None
        return self.touch(last[0], "all is said", seen.title, commit=True)

    def told_choice(self, seen: Seen) -> Decision | None:
        """An option that was told and is not chosen; of several that drop each other, the one told last."""
        for group in seen.groups:
            wanted = self.wanted(group)
            if group.single:
                wanted = wanted[-1:]
            for option in wanted:
                if not option.on and self.fresh(option, seen.title):
                    self.chose = self.chose or not self.replies
                    return self.touch(option, f"{option.label!r} was told", seen.title)
        return None

    def told_control(self, seen: Seen) -> Decision | None:
        """Buttons, rows, switches and tabs whose label was told, in the order of the telling."""
        form = self.has_commit(seen) or bool(seen.groups)
        found = [
            (places[0], index)
            for index, control in enumerate(seen.controls)
            if self.useful(control)
            and not goes_on(control, self.request)
            and not (control.role == "button" and self.request.acts(control.label))
            and content(control.label) - {word for word in words(control.label) if word.isdigit()}
            and (places := self.request.places(control.label))
            and not (form and self.all_placed(control.label))
        ]
        if not found:
            return None
        control = seen.controls[min(found)[1]]
        return self.touch(control, f"{control.label!r} was told", commit=not self.has_commit(seen))

    def write(self, seen: Seen) -> Decision | None:
        """Words in quotes go into a field."""
        return self.seeking.write(seen, self.request)

    def search(self, seen: Seen) -> Decision | None:
        """What was told by name and is not here may be found by the app's own search."""
        placed = [name for name in self.seeking.names(self.request) if self.placed & self.at(name)]
        return self.seeking.search(seen, self.request, placed) if self.travel.believed else None

    # -- 2. what nobody settled -------------------------------------------------------------------------------------

    def open_group(self, seen: Seen) -> Decision | None:
        """A group of options none of which was told."""
        for group in seen.groups:
            if len(group.options) < 2 or self.wanted(group) or not self._matters(group):
                continue
            name = f"{seen.title}/{group.heading}"
            sweeping = self.open_choice == "sweep"
            decision = self._try(name, group.options) if sweeping else self._ask(name, group.heading, group.options)
            if decision is not None:
                return decision
        return None

    def _matters(self, group: Group) -> bool:
        """Whoever wants to know something chooses a view: a day, a time, or what was spoken of; nothing else."""
        if (self.travel.at_home and self.lists) or is_face(group.labels):
            return False
        if any(label.casefold() == "all" for label in group.labels) or any(
            one.role == "field" and "search" in one.label.casefold() for one in self.controls
        ):
            return False
        spoken = content(group.heading) & self.request.nouns(())
        return not self.request.informational or bool(spoken or kind_of(group.labels))

    def open_list(self, seen: Seen) -> Decision | None:
        """A list of just what was told, and nobody said which: the latest if that was told, else the user says."""
        heads = self.request.heads(self.placed)
        if any(" " in name and not self.placed & self.at(name) for name in self.seeking.names(self.request)):
            return None
        for listing in seen.lists:
            noun = self._common_noun(listing, heads)
            if not noun or any(self.request.names(label) for label in listing.labels):
                continue
            name = f"list/{noun}"
            rows = [row for row in listing.rows if self.fresh(row)]
            if f"{name}/taken" in self.settled or not rows:
                continue
            self.travel.believed = True
            sweeping = self.open_choice == "sweep"
            if not self.request.latest and not sweeping and (question := self._ask(name, noun, rows)) is not None:
                return question
            self.settled.add(f"{name}/taken")
            row = rows[self.round % len(rows) if sweeping and not self.request.latest else 0]
            return self.touch(row, "the latest is at the top" if self.request.latest else "one that fits")
        return None

    @staticmethod
    def _common_noun(listing: Listing, heads: frozenset[str]) -> str:
        """The told noun that names what the rows are: in a title above them, or in the labels of several."""
        named = content(" ".join(listing.names)) & heads
        in_rows = [noun for noun in sorted(heads) if sum(noun in content(label) for label in listing.labels) > 1]
        return next(iter([*sorted(named), *in_rows]), "")

    def _ask(self, name: str, heading: str, options: Sequence[Control]) -> Decision | None:
        """Ask once which of the options is meant; None if that was asked before or asking is of no use."""
        if name in self.settled or not self.curious:
            return None
        self.settled.add(name)
        self.offered = tuple(options)
        return Decision(
            (AskUser(which(heading, [option.label for option in options])),),
            thought=f"The instruction does not settle the {heading.casefold() or 'choice'}; I see {len(options)}.",
        )

    def _try(self, name: str, options: Sequence[Control]) -> Decision | None:
        """Choose the option whose turn it is in this round."""
        if name in self.settled:
            return None
        self.settled.add(name)
        option = options[self.round % len(options)]
        return None if option.on else self.touch(option, "its turn", f"{name}/{self.round}")

    # -- 3. the way on ----------------------------------------------------------------------------------------------

    def act(self, seen: Seen) -> Decision | None:
        """A control that does what was asked for, and is not yet the end of it."""
        for control in seen.controls:
            if not self.useful(control) or goes_on(control, self.request) or not self.request.acts(control.label):
                continue
            if not self.request.manages(control.label, self.placed):
                continue
            # Where no app had to be opened the page is the right one.
            right = not self.travel.visited or (
                self.travel.believed and self.seeking.at_hand(control, seen, self.request)
            )
            if control.role != "row" and right:
                decision = self.touch(control, "that is what is to be done")
                self.committed = ends(control, self.request) and not self.request.specific
                return decision
        return None

    def named_row(self, seen: Seen) -> Decision | None:
        """A row or tab all of whose name was told, in whatever form, or that says on itself what was told."""
        nouns, heads = self.nouns, self.request.heads(self.placed)
        if self.has_commit(seen) and not seen.groups and len(self.done):
            return None
        if self.seeking.owed(self.request) and (begun := forms.begin(self, seen)) is not None:
            return begun
        unplaced = [name for name in self.seeking.names(self.request) if not self.placed & self.at(name)]
        found = []
        for index, control in enumerate(seen.controls):
            if not self.useful(control) or control.role == "button" or goes_on(control, self.request):
                continue
            label = content(control.label)
            if (seen.title, label) in self.spoken or not any(map(str.isalpha, control.label)):
                continue
            if label and label <= nouns:
                found.append((-len(label & heads), -len(label), index))
            elif any(self.request.names(part) for part in _parts(control)) or (
                any(is_called(text, name) for text in control.texts for name in unplaced)
                and (not self.is_form(seen) or any(words(control.label)[:1] == words(name)[:1] for name in unplaced))
            ):
                found.append((0, 0, index))
        if not found:
            return None
        control = seen.controls[min(found)[2]]
        self.spoken.add((seen.title, content(control.label)))
        return self.touch(control, "that was spoken of")

    def report(self, seen: Seen) -> Decision | None:
        """Answer an information request once the screen shows a fact beside words that were asked for."""
        if not self.request.informational or seen.title in self.travel.visited:
            return None
        texts = [seen.title, *(text for row in seen.rows for text in row)]
        for name in self.seeking.names(self.request):
            if not self.placed & self.at(name) and not any(is_called(text, name) for text in texts):
                return None
        known = content(" ".join(self.seeking.names(self.request)))
        asked = self.request.nouns(())
        found = answer(self.instruction, asked - known or asked, seen.rows)
        return Decision((Finish(found),), thought="This is what was asked for.") if found else None

    def onward(self, seen: Seen) -> Decision | None:
        """The button that goes on, if it does nothing that was not asked for."""
        writing = self.seeking.owed(self.request) and any(one.role == "field" for one in seen.controls)
        forward = [
            one
            for one in seen.controls
            if goes_on(one, self.request)
            and self.fresh(one, seen.title)
            and not (writing and commits(one, self.request))
        ]
        lost = self.travel.visited and not (self.travel.believed or self.travel.touches)
        # In an app that nobody named and where nothing was worth a touch there is nothing to go on with.
        if self.request.informational or not forward or lost:
            return None
        if (seen.groups or commits(min(forward, key=rank), self.request)) and (further := self._rest(seen)) is not None:
            return further
        control = min(forward, key=rank)
        return self.touch(control, "everything here is settled: on", seen.title, commit=commits(control, self.request))

    def _rest(self, seen: Seen) -> Decision | None:
        """A form is read to its end as long as some of what was told is not dealt with."""
        names = [name for name in self.seeking.names(self.request) if not self.placed & self.at(name)]
        open_ = self.curious and bool(seen.groups)
        return self.travel.scroll(seen) if names or self.request.specific or open_ else None

    # -- 4. elsewhere -----------------------------------------------------------------------------------------------

    def related(self, seen: Seen) -> Decision | None:
        """The row or tab that shares most words with what was told; a switch must share half its name."""
        nouns = self.nouns
        best, most = None, 0
        for control in seen.controls:
            if not self.useful(control) or control.role == "button":
                continue
            score = overlap(control.texts, nouns)
            if control.role == "switch" and 2 * overlap([control.label], nouns) < len(content(control.label)):
                continue
            if score > most:
                best, most = control, score
        return self.touch(best, "it has to do with the request", commit=not self.has_commit(seen)) if best else None

    def elsewhere(self, seen: Seen) -> Decision | None:
        """Another app, or the front of this one."""
        return self.travel.elsewhere(any(one.role == "back" for one in seen.controls))

    def explore(self, seen: Seen) -> Decision | None:
        """A row not yet looked into."""
        rows = [one for one in seen.controls if one.role == "row" and self.fresh(one) and len(one.texts) <= 3]
        bars = [one.center[1] for one in seen.controls if one.role == "tab" and one.on]
        row = self.travel.unopened(seen.title, rows, bars[-1:])
        return self.touch(row, "perhaps it is in there") if row is not None else None

    def scroll(self, seen: Seen) -> Decision | None:
        """Further down."""
        return self.travel.scroll(seen)

    def back(self, seen: Seen) -> Decision | None:
        """Out of here."""
        return self.travel.back()

    def _open_app(self, seen: Seen) -> Decision:
        app = self.travel.app(seen, self.request)
        if app is None:
            return self.travel.more(seen) or self._stop(seen)
        self.place(app)
        self.seeking.app = app.label
        return Decision((Tap(*app.center),), thought=f"{app.label} may be the place for this.")

    def _stop(self, seen: Seen) -> Decision:
        if self.committed:
            return Decision((Finish("Done: " + seen.title),), thought="That was it.")
        return Decision((Finish("I could not find out how to do this.", "infeasible"),), thought="I am stuck.")

    # -- touching ---------------------------------------------------------------------------------------------------


Rule = Callable[[Policy, Seen], Decision | None]
RULES: tuple[tuple[str, Rule], ...] = (
    ("told by the reply", Policy.told_by_reply),
    ("seal", Policy.seal),
    ("told choice", Policy.told_choice),
    ("told control", Policy.told_control),
    ("write", Policy.write),
    ("open group", Policy.open_group),
    ("search", Policy.search),
    ("open list", Policy.open_list),
    ("act", Policy.act),
    ("named row", Policy.named_row),
    ("report", Policy.report),
    ("begin", forms.begin),
    ("look inside", forms.look_inside),
    ("onward", Policy.onward),
    ("related", Policy.related),
    ("menu", forms.menu),
    ("elsewhere", Policy.elsewhere),
    ("explore", Policy.explore),
    ("scroll", Policy.scroll),
    ("back", Policy.back),
)


def _parts(control: Control) -> list[str]:
    """What the texts beside the label name one by one; a mere count says nothing."""
    parts = [part for text in control.texts if text != control.label for part in text.split(", ")]
    return [part for part in parts if len(part) > 3 and not part.isdigit()]
