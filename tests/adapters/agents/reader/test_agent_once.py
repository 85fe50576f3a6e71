"""What comes again is done to once, what there is already is not made anew, and nothing ends before it is chosen."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.language.idioms import in_short
from adapters.agents.scripted.reader.language.request import understand
from adapters.agents.scripted.reader.language.words import stem
from adapters.agents.scripted.reader.rules import vague
from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.core.actions import Finish
from tests.support.playing import believing, decide, ends, touched
from tests.support.trees import button, field, page, radio, row, switch, text, up


@pytest.mark.parametrize(
    ("many", "content"),
    [("cities", "city"), ("stories", "story"), ("movies", "movie"), ("cookies", "cookie"), ("boxes", "box")],
)
def test_a_plural_has_the_stem_of_its_word(many, content):
    """However it is formed."""
    assert stem(many) == stem(content)


def test_what_becomes_something_is_not_made():
    """A town that becomes mine is there already: no other is added."""
    policy = believing("Make Oslo my home town in the Zoo.")
    assert touched(policy, page(text("Towns"), button("Add town"), row("Oslo"))) == "Oslo"


def test_what_an_app_should_do_is_done_by_nobody_now():
    """It is a matter of its settings, and removes nothing today."""
    request = understand("Have Zoo remove old visits after 7 days.")
    assert in_short("Have Zoo remove old visits after 7 days.") == "Have it remove old visits after 7 days in Zoo."
    assert request.preference
    assert not request.deeds


def test_who_wants_something_on_turns_it_on():
    """Wanting something on or off is an order like any other."""
    assert in_short("I want the night view on.") == "Turn on the night view."


def test_the_main_switch_is_for_all_of_the_phone():
    """That it is the phone's says nothing more about which switch is meant."""
    policy = believing("Turn off location on my phone.")
    touched(policy, page(row("Sound"), row("Location")))
    here = page(up(), text("Location"), switch("Use location", on=True), row("Maps"))
    assert touched(policy, here) == "Use location"


def test_the_button_of_a_thing_needs_no_word_for_its_section():
    """In the section of timers `Delete Tea` deletes the tea timer."""
    policy = believing("Delete the Green Tea timer.")
    touched(policy, page(row("Alarm"), row("Timer")))
    here = page(up(), text("Timer"), row("Green Tea"), button("Delete Green Tea, 4 min"), button("Delete Focus, 9 min"))
    assert touched(policy, here) == "Delete Green Tea, 4 min"


def test_what_is_added_is_still_to_be_picked():
    """Behind `Add town` the town is looked for: before that nothing is done."""
    policy = believing("Add Oslo to the towns in my Zoo.")
    assert touched(policy, page(text("Towns"), row("Bergen"), button("Add town"))) == "Add town"
    search = page(up(), field("Search for a town"), row("Oslo"), row("Bergen"))
    assert not any(isinstance(action, Finish) for action in decide(policy, search).actions)


def test_what_is_moved_is_found_before_the_day_it_is_moved_to():
    """The new day is of no use before."""
    policy = believing("Move the dentist to Thursday at 11:30.")
    assert touched(policy, page(row("Thursday"), row("Dentist"), row("Friday"))) == "Dentist"


@pytest.mark.parametrize("instruction", ["Delete the Stand-up, only this one.", "Delete the Stand-up."])
def test_of_what_comes_again_one_is_deleted_and_that_is_all(instruction):
    """Asked which are meant, just this one; then the deed is done, and nothing else is deleted."""
    policy = believing(instruction, asks=False)
    touched(policy, page(row("Stand-up"), row("Lunch")))
    assert touched(policy, page(up(), text("Stand-up"), button("Delete"))) == "Delete"
    asked = page(text("Delete which?"), radio("This event"), radio("All events"), button("Cancel"))
    decide(policy, asked)
    assert ends(policy, page(row("Lunch"), row("Dinner")))


def test_after_what_was_told_none_is_taken_just_so():
    """Where the list holds what was told and that is taken, no other row of it will do; another list is begun."""
    policy = believing("Add Oslo to the towns in my Zoo.", asks=False)
    policy.placed |= policy.at("Oslo")
    policy.arrived = True
    towns = take_in(page(up(), *(row(name, "Norway", kind="t") for name in ("Bergen", "Oslo", "Turku"))))
    others = take_in(page(up(), *(row(name, "Norway", kind="t") for name in ("Bergen", "Moss", "Turku"))))
    assert vague.first(policy, towns) is None
    assert vague.first(policy, others) is not None
