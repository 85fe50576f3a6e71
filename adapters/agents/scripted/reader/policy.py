"""How the reader decides: no ground truth, no model, only the words it was told and the words it sees. Pure.

An instruction that spells out a way is followed clause by clause (`walker`) as long as its end is found. Otherwise
`RULES` is the policy: on each screen the first rule that has something to do decides. In short:
1. what was told and is not yet chosen here is chosen, written or counted up to;
2. the control that speaks most of what is still to be dealt with is touched; a deed is done where its object is;
3. a choice that nobody settled is asked for, once, with the candidates; without an answer the app's default stays;
4. forms are looked into as long as something is to be dealt with, then a button goes on;
5. what was told by name and is nowhere is searched for; then further down, other sections, back, another app.
What a way that led nowhere was taken for is open again after going back (`trail`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from adapters.agents.scripted.reader.language.days import today
from adapters.agents.scripted.reader.language.words import content, stem, words
from adapters.agents.scripted.reader.rules import (
    acting,
    answering,
    choices,
    confirming,
    digging,
    forms,
    lines,
    pickers,
    remaining,
    results,
    sections,
    slots,
    survey,
    timetable,
    told,
    vague,
    ways,
)
from adapters.agents.scripted.reader.rules.leading import leads_on
from adapters.agents.scripted.reader.screen import apps, exploring
from adapters.agents.scripted.reader.screen.buttons import bare, closes, commits, goes_on, rank
from adapters.agents.scripted.reader.screen.screen import Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import FREE_ACTIONS, Decision, Finish, Tap

_FAR = 1200
"""Pixels from the top in the lower half of a screen."""
_COPIES = frozenset(("duplicate", "copy", "delete", "remove", "mark", "not"))
"""First words of labels that nobody touches for a look."""
_FAINT, _CLEAR = 0.4, 0.7
"""The score from which a row has anything to do with the request."""


@dataclass(slots=True)
class Policy(Mind):
    """The rules, over what the reader knows."""

    def decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        """The next decision on this screen."""
        decision = self._decide(seen, replies, launcher)
        self.left -= sum(not isinstance(action, FREE_ACTIONS) for action in decision.actions)
        return decision

    def _decide(self, seen: Seen, replies: Sequence[str], launcher: bool) -> Decision:
        self.hear(replies)
        if self.walker is not None:
            self.controls, self.lists = seen.controls, seen.lists
            followed = self.walker.decide(seen, launcher)
            if not self.walker.lost:
                return followed
            self.stray()
        if launcher:
            self.trail.clear()
            self.seeking.apps.update(one.label for one in seen.controls if one.label)
            self.today = self.today or today(seen.title)
            return self._stop(seen) if self.committed else self._open_app(seen)
        forwarded, retreating = self.forwarded, self.trail.retreating
        self.look(seen)
        self.travel.found_inert(self.page, retreating)
        self.arrived = (forwarded and self.trail.new) or (self.arrived and not self.trail.new)
        self.travel.arrive(self.page)
        forms.note_values(self, seen)
        if self.is_form(seen):
            self.forms.add(self.page)
        if self.switched and any(
            one.role == "switch" and bare(one.label) == bare(self.switched) and one.on != self.request.off
            for one in seen.controls
        ):
            self.committed = True
        # The row that was told leads nowhere: it has turned on or off.
        self.committed = self.committed or (self.flipped == self.page and self.before == seen.signature)
        self.flipped = -1
        self.committed = self.committed or confirming.turned_over(self, seen)
        if self.delivered:
            self.committed = True
        elif self.committed and self.ending == self.page and self.has_commit(seen) and self.before == seen.signature:
            # Nothing happened: something is still to be filled in.
            self.committed, self.ending = False, -1
        if self.committed and self.trail.new and leads_on(self, seen):
            self.committed, self.pending, self.ending = False, True, -1
        rules = QUESTION if self.request.informational else RULES
        for _, rule in AFTER if self.committed else rules:
            if (decision := rule(self, seen)) is not None:
                return decision
        return self._stop(seen)

    def content(self, seen: Seen) -> Decision | None:
        """Something was chosen, nothing else was told, and no button waits to be pressed: that was it."""
        ear = self.ear
        kept = bool(self.gained) and not self.request.toggles and not self.trail.new and not self.travel.at_home
        # Of what an app should do from now on nothing is done now.
        preference = self.request.preference or {"settings", "preferences"} & set(words(seen.title))
        deeds = self.request.deeds - {"make"} if not preference else frozenset[str]()
        if not (self.settling or kept) or self.begun or deeds or self.request.informational:
            return None
        found = self.object if self.object & self.trail.passed else frozenset[int]()
        rest = [at for at in ear.live - found if ear.worth(at) and not ear.counted(at)]
        if self.seeking.owed(self.request) or len(rest) > self.settling or any(ear.firm(at) for at in rest):
            return None
        if any(closes(one, self.request) for one in seen.buttons):
            return None
        if (keeping := confirming.chosen(self, seen)) is not None:
            return keeping
        self.committed = True
        return self._stop(seen)

    def open_list(self, seen: Seen) -> Decision | None:
        """A list of what was told; not if more was told than what kind of thing it is: then it is looked for."""
        ear = self.ear
        kinds = {word for one in seen.lists for name in one.names for word in content(name)}
        told_ = {stem(ear.said[at]) for at in self.object & ear.live if ear.worth(at)} - kinds
        looking = len(told_) > 1 and self.travel.scrollable(seen, self.page) and not self.request.latest
        if looking or (self.changed and self.page in self.forms):
            return None
        return choices.open_list(self, seen)

    def onward(self, seen: Seen) -> Decision | None:
        """The button that goes on, if it does nothing that was not asked for."""
        writing = self.seeking.owed(self.request) and any(one.role == "field" for one in seen.controls)
        forward = [
            one
            for one in seen.buttons
            if goes_on(one, self.request)
            and (self.ripe(one) and not forms.grows(one, seen))
            and self.fresh(one, f"{seen.title}/{self.version}")
            # What changed nothing when it was pressed changes nothing now.
            and not (self.forwarded and one.label == self.pressed and self.before == seen.signature)
            and not (writing and commits(one, self.request))
        ]
        lost = self.travel.visited and not (self.travel.believed or self.travel.touches)
        # In an app that nobody named and where nothing was worth a touch there is nothing to go on with.
        if self.request.informational or not forward or lost:
            return None
        idle = self.travel.at_home or commits(forward[0], self.request)
        if (self.request.setting or self.request.preference) and idle and not (self.changed or self.forwarded):
            # How something is to be from now on is not said on the way to something else.
            return None
        told_ = self.request.nouns(())
        # `Save` before `Save copy`, unless a copy was told.
        control = min(forward, key=lambda one: (rank(one), len(set(words(one.label)[1:]) - told_)))
        if commits(control, self.request) and not (self.request.deeds or self.begun or self.changed or self.forwarded):
            # A thing's own button does something to it that nobody asked for.
            return None
        if commits(control, self.request) and not (
            self.begun
            or (not self.keeps(control) and (self.forwarded or self.changed))
            or acting.right(self, control, seen)
        ):
            return None
        twins = sum(words(one.label)[:1] == words(control.label)[:1] and bool(one.near) for one in seen.controls)
        if commits(control, self.request) and twins > 1 and not acting.right(self, control, seen):
            # One of several that each do it to another thing.
            return None
        if commits(control, self.request) and (deeper := told.delve(self, seen)) is not None:
            return deeper
        # A button that scrolls and stands far down stands at the end of what is to be filled in.
        last = not control.fixed and control.center[1] > _FAR
        if (seen.groups or commits(control, self.request)) and not last and (further := self._rest(seen)) is not None:
            return further
        return self.touch(
            control,
            "everything here is settled: on",
            f"{seen.title}/{self.version}",
            commit=(self.pending or commits(control, self.request)) and not self.asking.inside,
        )

    def _rest(self, seen: Seen) -> Decision | None:
        """A form is read to its end before going on."""
        ear = self.ear
        telling_ = [at for at in ear.live if ear.worth(at)]
        loose = bool(telling_) if self.whole_form(seen) else len(telling_) > 1 or any(map(ear.firm, telling_))
        loose = loose or self.seeking.owed(self.request)
        fills = bool(seen.groups) or sum(one.role == "field" for one in seen.controls) != 1
        return self.travel.scroll(seen, self.page) if loose or (self.curious and fills) else None

    def near(self, seen: Seen) -> Decision | None:
        """A row or button that clearly has to do with the request."""
        return self._related(seen, _FAINT if self.request.device and self.travel.at_home else _CLEAR)

    def related(self, seen: Seen) -> Decision | None:
        """The row or button that has most to do with the request, however little that is."""
        return self._related(seen, _FAINT)

    def _related(self, seen: Seen, most: float) -> Decision | None:
        ear, best, form = self.ear, None, self.is_form(seen)
        for control in seen.controls:
            if not self.useful(control) or goes_on(control, self.request) or self.foreign(control):
                continue
            if words(control.label)[:1] in (*told.NEW, ("next",), ("previous",)) or (
                control.role == "button" and self.request.acts(control.label)
            ):
                continue
            first, *rest = (*words(control.label), "")
            acts = first in exploring.ACTS and not form and control.role != "switch"
            if acts and first not in self.request.imperatives and not (rest[1:] and first in self.request.things):
                # What does something is not touched for a look.
                continue
            # A switch is no page to look behind: what it turns has to be in its own name.
            texts = (control.label,) if control.role == "switch" and not form else (control.label, *control.texts)
            rating = ear.rate(control.label, texts)
            if rating.score > most and not rating.partial:
                best, most = control, rating.score
        if best is None:
            return None
        rating = ear.rate(best.label, (best.label, *best.texts))
        # What only has to do with a word does not deal with it: behind `Time` a time is still to be chosen.
        shown = content(" ".join((best.label, *best.texts)))
        places = frozenset(at for at in rating.places if rating.exact or stem(ear.said[at]) in shown)
        ways.turned(self, seen, best)
        return self.touch(best, "it has to do with the request", commit=not self.has_commit(seen), places=places)

    def elsewhere(self, seen: Seen) -> Decision | None:
        """Another app, or the front of this one."""
        decision = self.travel.elsewhere(any(one.role == "back" for one in seen.controls))
        self.trail.retreating = decision is not None
        return decision

    def explore(self, seen: Seen) -> Decision | None:
        """A section or row not yet looked into."""
        about = {"settings", "preferences"} & set(words(seen.title))
        if about and not (self.request.setting or self.request.preference or self.request.toggles):
            # Nothing but how the app is to be is found there.
            return None
        rows = [one for one in seen.controls if one.role in ("row", "button") and self.useful(one)]
        told_ = ways.beside(self, seen)
        rows = [one for one in rows if not self.foreign(one) and len(one.texts) <= 3 and one.label != self.pressed]
        rows = [one for one in rows if one.center[1] not in told_]
        rows = [one for one in rows if (*words(one.label), "")[0] not in _COPIES and not told.turns(self, one, seen)]
        bars = [one.center[1] for one in seen.controls if one.role == "tab" and one.on]
        # What led here may be said of what is behind it as well.
        ear = replace(self.ear, live=self.ear.live | self.trail.passed)
        rows = [one for one in rows if (self.page, one.resource_id) not in self.travel.inert]
        row = self.travel.unopened(self.page, rows, bars[-1:], ear)
        if row is None:
            return None
        self.travel.probing = (self.page, row.resource_id) if row.role == "row" and row.resource_id else None
        return self.touch(row, "perhaps it is in there", places=frozenset())

    def scroll(self, seen: Seen) -> Decision | None:
        """Further down."""
        return self.travel.scroll(seen, self.page)

    def back(self, seen: Seen) -> Decision | None:
        """Out of here; what was written on a page without a button to keep it is kept by that."""
        decision = self.travel.back()
        self.committed = self.committed or (decision is not None and forms.kept_by_leaving(self, seen))
        self.trail.retreating = decision is not None
        return decision

    def _open_app(self, seen: Seen) -> Decision:
        if self.request.informational:
            app = self.travel.enter(apps.choose(seen.controls, self.request, self.travel.visited, self.travel.drawn))
        else:
            app = self.travel.app(seen, self.request, self.later)
        if app is None:
            return self.travel.more(seen) or self._stop(seen)
        self.placed |= self.at(app.label)
        self.seeking.app = app.label
        return Decision((Tap(*app.center),), thought=f"{app.label} may be the place for this.")

    def _stop(self, seen: Seen) -> Decision:
        if self.request.informational and (found := answering.give_up(self)) is not None:
            return found
        if self.committed:
            return Decision((Finish("Done: " + seen.title),), thought="That was it.")
        return Decision((Finish("I could not find out how to do this.", "infeasible"),), thought="I am stuck.")


Rule = Callable[[Policy, Seen], Decision | None]
RULES: tuple[tuple[str, Rule], ...] = (
    ("name told", vague.write_name),
    ("first result", results.result),
    ("told by the reply", choices.told_by_reply),
    ("asked again", confirming.asked_again),
    ("seal", confirming.seal),
    ("clock", pickers.clock),
    ("calendar", pickers.calendar),
    ("stepper", pickers.stepper),
    ("one more", lines.extra),
    ("counter", pickers.counter),
    ("the rest", remaining.each_row),
    ("begin", acting.begin),
    ("settings beside sections", sections.beside_sections),
    ("told choice", told.told_choice),
    ("told off", told.told_off),
    ("end of the way", ways.end),
    ("not chosen yet", ways.unmade),
    ("for all lines", lines.for_all),
    ("quoted option", told.quoted_option),
    ("write", forms.write),
    ("beside what was written", forms.beside),
    ("top of the order", told.top_of_order),
    ("made just now", forms.anew),
    ("act", acting.act),
    ("what was bought", sections.bought),
    ("what is over", sections.over),
    ("plain settings", sections.plain_settings),
    ("all of it", lines.everything),
    ("told control", told.told_control),
    ("main switch", sections.main_switch),
    ("content", Policy.content),
    ("open group", choices.open_group),
    ("ask for the time", survey.ask_time),
    ("leave", survey.leave),
    ("inside", survey.inside),
    ("own menu", forms.own_menu),
    ("settings", sections.settings),
    ("about oneself", sections.about_oneself),
    ("section of its kind", sections.of_its_kind),
    ("own things", sections.own),
    ("search", digging.search),
    ("open list", Policy.open_list),
    ("compose", acting.compose),
    ("ask for the name", vague.ask_name),
    ("which of these", vague.which_of_these),
    ("look inside", forms.look_inside),
    ("survey", survey.look),
    ("ask for a note", vague.ask_note),
    ("a time", slots.slot),
    ("places", slots.places),
    ("each line", lines.each),
    ("onward", Policy.onward),
    ("what was chosen", confirming.chosen),
    ("what was written", forms.finish),
    ("one has to be chosen", choices.required),
    ("nothing left", confirming.nothing_left),
    ("menu", forms.menu),
    ("about", forms.about),
    ("its time", sections.its_time),
    ("elsewhere", Policy.elsewhere),
    ("delve", told.delve),
    ("hold", told.hold),
    ("first", vague.first),
    ("near", Policy.near),
    ("hub", sections.hub),
    ("one of the ways", ways.offered),
    ("dig", digging.dig),
    ("scroll", Policy.scroll),
    ("related", Policy.related),
    ("explore", Policy.explore),
    ("any option", survey.any_option),
    ("look around", answering.look_around),
    ("back", Policy.back),
)
QUESTION: tuple[tuple[str, Rule], ...] = (
    ("told by the reply", choices.told_by_reply),
    ("sweep", answering.sweep),
    ("first result", results.result),
    ("ask before the answer", choices.before_the_answer),
    ("plain answer", answering.plain_answer),
    ("calendar", pickers.calendar),
    ("told choice", told.told_choice),
    ("told off", told.told_off),
    ("end of the way", ways.end),
    ("not chosen yet", ways.unmade),
    ("unit", answering.unit),
    ("timetable", timetable.last_or_first),
    ("extreme", answering.extreme),
    ("report", answering.report),
    ("last word", answering.last_word),
    ("latest", answering.latest),
    ("seek", answering.seek),
    ("another app", answering.another_app),
)
"""Where words are wanted and no deed."""
AFTER: tuple[tuple[str, Rule], ...] = (
    ("told choice", confirming.told_after),
    ("what else is asked", confirming.open_question),
    ("just this", confirming.narrowest),
    ("confirm", confirming.confirm),
    ("told off", told.told_off),
    ("left over", confirming.left_over),
)
