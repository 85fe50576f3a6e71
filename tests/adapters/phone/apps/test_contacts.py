"""Contacts by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.contacts import APP
from adapters.phone.apps.contacts.model import State, duplicates, found, in_order, joined, letter, name_of
from adapters.phone.apps.contacts.people import CONTACTS
from adapters.phone.apps.messages import APP as MESSAGES
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App, route
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import with_launcher
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import tap, toast, window_texts

BACK = 4


def phone(*others: App, state: dict[str, Any] | None = None) -> Phone:
    """A phone with Contacts in front."""
    made = Phone(with_launcher((APP, *others)))
    made.reset({} if state is None else {"contacts": state}, 0)
    made.start(APP.package)
    return made


def book(on: Phone) -> dict[str, Any]:
    """The app's state."""
    state: dict[str, Any] = on.read()["contacts"]
    return state


def contact(on: Phone, key: str) -> dict[str, Any]:
    """The contact with this id."""
    (item,) = [each for each in book(on)["contacts"] if each["id"] == key]
    return dict(item)


def write(on: Phone, field: str, text: str) -> None:
    """Words into the field that says this, and the keyboard away."""
    tap(on, field)
    assert on.type_text(text)
    on.key(BACK)


def test_a_contact_is_made_with_two_numbers_and_a_group() -> None:
    """Names, numbers with their types, a mail and a group end in one contact, after a review."""
    on = phone()
    before = book(on)["contacts"]
    tap(on, "New contact")
    assert on.focused == "first"
    on.type_text("Wilma")
    on.key(BACK)
    write(on, "Last name", "Roth")
    write(on, "Phone", "555 0191")
    tap(on, "Add phone")
    write(on, "Phone", "555 0192")
    tap(on, "Phone 2, Mobile", "Work")
    write(on, "Email", "wilma@roth.example")
    tap(on, "Neighbours", "Review")
    assert {"Wilma Roth", "555 0191 (Mobile)\n555 0192 (Work)", "wilma@roth.example (Home)"} <= {*window_texts(on)}
    assert book(on)["contacts"] == before
    tap(on, "Save contact")
    assert book(on)["contacts"][:-1] == before
    assert contact(on, "44") == {
        "id": "44",
        "first": "Wilma",
        "last": "Roth",
        "company": "",
        "phones": [{"value": "555 0191", "type": "Mobile"}, {"value": "555 0192", "type": "Work"}],
        "mails": [{"value": "wilma@roth.example", "type": "Home"}],
        "address": "",
        "birthday": "",
        "note": "",
        "groups": ["Neighbours"],
        "favourite": False,
        "blocked": False,
        "face": 0,
        "reading": "",
    }
    assert on.foreground == (APP.package, ".quickcontact.QuickContactActivity")
    on.key(BACK)
    assert on.foreground == (APP.package, ".activities.PeopleActivity")
    assert (book(on)["history"][-1]["what"], book(on)["history"][-1]["who"]) == ("Created", "Wilma Roth")


def test_untouched_choices_end_with_the_declared_defaults() -> None:
    """Who gives a name, a number and a mail gets the default of every choice point."""
    on = phone()
    tap(on, "New contact")
    on.type_text("Abel")
    on.key(BACK)
    write(on, "Phone", "555 0190")
    write(on, "Email", "abel@mailbox.example")
    tap(on, "Review", "Save contact")
    made, prefs = contact(on, "44"), book(on)["prefs"]
    happened = {
        "phone.type": made["phones"][0]["type"],
        "mail.type": made["mails"][0]["type"],
        "group": ", ".join(made["groups"]) or "None",
        "company": made["company"],
        "favourite": "On" if made["favourite"] else "Off",
        "merge.name": "First",
        "sort": prefs["sort"],
        "format": prefs["format"],
    }
    assert happened == {choice.id.removeprefix("contacts."): choice.default for choice in APP.choices}


def test_state_tells_the_right_contact_from_its_namesake() -> None:
    """A check on one of two people of the same name does not hold for the other."""
    on = phone()
    tap(on, "Search contacts")
    on.type_text("555 0121")
    tap(on, "Mira Okonedo", "Add to favourites")
    right = {"id": "6", "company": "Okonedo Prints", "favourite": True}
    assert holds(Check("contacts/contacts/*", "has", right), on.read())
    assert not holds(Check("contacts/contacts/*", "has", {**right, "id": "5"}), on.read())
    assert contact(on, "5")["favourite"] is True


def test_an_empty_form_is_not_saved() -> None:
    """Without a name or a number there is no review."""
    on = phone()
    tap(on, "New contact")
    on.key(BACK)
    tap(on, "Review")
    assert toast(on) == "Fill in a name or a number first"
    assert len(book(on)["contacts"]) == len(CONTACTS)


def test_a_change_is_reviewed_against_what_was() -> None:
    """The review marks what changes and shows what it replaces; going back twice changes nothing."""
    on = phone()
    on.start(APP.package, route("contact", key="2"))
    before = contact(on, "2")
    tap(on, "Edit contact", "Remove phone 2", "Phone 2, Work", "Other", "Review")
    assert window_texts(on).count("Changed") == 1
    assert "555 0163 (Mobile)\n555 0160 (Other)" in window_texts(on)
    on.key(BACK)
    on.key(BACK)
    assert contact(on, "2") == before
    tap(on, "Edit contact", "Remove phone 2", "Review", "Save changes")
    after = contact(on, "2")
    assert [each["value"] for each in after["phones"]] == ["555 0163", "555 0160"]
    assert {**after, "phones": ()} == {**before, "phones": ()}
    assert "Sam Lindqvist" in window_texts(on)


def test_a_call_and_a_text_are_told_apart() -> None:
    """The row calls that number, the button beside it texts it; the history keeps which."""
    on = phone()
    on.start(APP.package, route("contact", key="2"))
    tap(on, "555 0161", "Text 555 0160", "Email")
    done = [(item["what"], item["who"], item["detail"]) for item in book(on)["history"][-3:]]
    assert done == [
        ("Called", "Sam Lindqvist", "Home 555 0161"),
        ("Texted", "Sam Lindqvist", "Work 555 0160"),
        ("Wrote to", "Sam Lindqvist", "Work sam.lindqvist@citylibrary.example"),
    ]
    on.start(APP.package, route("contact", key="16"))
    tap(on, "Email")
    assert toast(on) == "No email address"


def test_a_call_and_a_text_go_on_in_messages() -> None:
    """The dialler opens with the number, to be called from there; the conversation opens with that person."""
    on = phone(MESSAGES)
    on.start(APP.package, route("contact", key="2"))
    tap(on, "555 0161")
    assert on.foreground == (MESSAGES.package, ".dialer.DialpadActivity")
    tap(on, "Delete digit", "Key 3", "Call")
    assert on.read()["messages"]["calls"][-1]["number"] == "555 0163"
    on.start(APP.package, route("contact", key="2"))
    tap(on, "Text 555 0163")
    assert "Only one. The other is asked for by somebody with better manners" in window_texts(on)
    on.key(BACK)
    assert on.foreground[0] == APP.package


def test_a_deleted_contact_comes_back_from_the_bin() -> None:
    """Delete asks first, the bin keeps it, restore brings the same contact back."""
    on = phone()
    document = contact(on, "17")
    tap(on, "Alma Brandt", "Delete contact", "Cancel", "Delete contact", "Delete")
    assert "Alma Brandt" not in window_texts(on)
    on.start(APP.package, route("bin"))
    tap(on, "Restore")
    assert contact(on, "17") == document
    assert "The bin is empty" in window_texts(on)


def test_twins_are_merged_under_the_chosen_name() -> None:
    """One contact is left, with every number once; the others stay, and the suggestion is gone."""
    on = phone()
    tap(on, "Organise", "Merge and fix", "Compare", "Samuel Lindqvist", "Merge")
    assert [item["id"] for item in book(on)["contacts"] if item["last"] == "Lindqvist"] == ["3"]
    document = contact(on, "3")
    assert (document["first"], document["company"], document["favourite"]) == ("Samuel", "City Library", True)
    assert [each["value"] for each in document["phones"]] == ["555 0163", "555 0161", "555 0160"]
    assert "Same number" not in window_texts(on)
    assert len(book(on)["contacts"]) == len(CONTACTS) - 1


def test_twins_that_are_none_are_not_suggested_again() -> None:
    """A pair that is kept apart stays as it is, and so do its contacts."""
    on = phone()
    before = book(on)["contacts"]
    on.start(APP.package, route("twins"))
    tap(on, "Keep both", "Keep both", "Keep both")
    assert "Nothing to merge" in window_texts(on)
    assert book(on)["apart"] == ["2+3", "5+6", "9+10"]
    assert book(on)["contacts"] == before


def test_groups_are_made_filled_and_emptied() -> None:
    """A new group opens empty; ticks put people in, the button takes one out; a second of that name is refused."""
    on = phone()
    tap(on, "Organise", "New group")
    on.type_text("Choir")
    tap(on, "Create")
    assert "Nobody in this group" in window_texts(on)
    tap(on, "Add people", "Ada Vale", "Bea Kowal", "Done", "Remove Ada Vale from group")
    assert [item["first"] for item in book(on)["contacts"] if "Choir" in item["groups"]] == ["Bea"]
    assert contact(on, "14")["groups"] == ["Family"]
    on.key(BACK)
    tap(on, "New group")
    on.type_text("choir")
    tap(on, "Create")
    assert book(on)["groups"].count("Choir") == 1
    assert len(book(on)["groups"]) == 6


def test_letters_jump_and_show_all_comes_back() -> None:
    """A letter begins the list there, names of other scripts stand where they are read."""
    on = phone()
    tap(on, "Letter L")
    assert window_texts(on).index("Lena Fischer") < window_texts(on).index("林晓雨")
    assert "Ada Vale" not in window_texts(on)
    tap(on, "Show all")
    assert "Ada Vale" in window_texts(on)


def test_the_search_finds_numbers_and_does_not_find() -> None:
    """Numbers are found with and without spaces; other words lead to an empty page."""
    on = phone()
    tap(on, "Search contacts")
    on.type_text("5550159")
    assert {"1 contact", "林晓雨"} <= {*window_texts(on)}
    on.clear_text()
    on.type_text("zeppelin")
    assert "Nobody for “zeppelin”" in window_texts(on)


def test_settings_change_the_look_only() -> None:
    """Order and format change what the list shows, never a contact."""
    on = phone()
    before = book(on)["contacts"]
    tap(on, "Settings", "Sort by", "Last name", "Name format", "Last name first", "Pictures")
    on.key(BACK)
    assert window_texts(on).index("Abara, Quinn") < window_texts(on).index("Bakke, Soren")
    assert book(on)["contacts"] == before


def test_blocking_is_recorded_and_taken_back() -> None:
    """Block on the page, unblock on the list of the blocked."""
    on = phone()
    on.start(APP.package, route("contact", key="16"))
    tap(on, "Block")
    assert contact(on, "16")["blocked"] is True
    on.start(APP.package, route("blocked"))
    tap(on, "Unblock", "Unblock")
    assert not [item for item in book(on)["contacts"] if item["blocked"]]
    assert "Nobody is blocked" in window_texts(on)


def test_a_contact_is_shared_to_a_chat() -> None:
    """The receiver gets the name and every number."""
    on = phone(PARLOWE)
    on.start(APP.package, route("contact", key="16"))
    tap(on, "Share contact", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent == "Robin Adeyemi-Castellanos de la Fuente\nMobile: 555 0199"


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, without a change to the contacts."""
    on = phone()
    on.start(APP.package, route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert book(on)["contacts"] == book(phone())["contacts"]


def test_odd_links_do_no_harm() -> None:
    """A link with names that nobody knows shows the nearest page, and touching it changes no contact."""
    on = phone()
    before = book(on)["contacts"]
    on.start(APP.package, route("preference", name="colour"))
    tap(on, "Last name")
    assert book(on)["prefs"]["sort"] == "Last name"
    on.start(APP.package, route("type", key="99", kind="faxes", at=7))
    tap(on, "Work")
    on.start(APP.package, route("members", name="No such group"))
    tap(on, "Quinn Abara")
    assert book(on)["contacts"] == before
    assert not book(on)["draft"]["groups"]


def test_empty_pages_say_so() -> None:
    """Without content every page shows what it is for, not a blank."""
    on = phone(state={"contacts": [], "groups": [], "history": []})
    assert "Nobody here yet" in window_texts(on)
    for place, words in (
        ("favourites", "No favourites yet"),
        ("twins", "Nothing to merge"),
        ("history", "Nothing yet"),
        ("contact", "This contact is gone"),
        ("merge", "Nothing to compare"),
    ):
        on.start(APP.package, route(place))
        assert words in window_texts(on)


def test_same_taps_same_phone() -> None:
    """Two phones that are touched alike show the same tree and pixels, and so does one that was put back."""
    frames, trees = [], []
    painter = Painter()
    for _ in range(2):
        on = phone()
        state = on.snapshot()
        tap(on, "Organise")
        on.restore(state)
        tap(on, "Favourites", "Noor Haddad", "Remove from favourites")
        frame = np.zeros((2400, 1080, 4), np.uint8)
        painter.paint(on.scene(), frame)
        frames.append(frame.tobytes())
        trees.append(on.dump())
    assert frames[0] == frames[1]
    assert trees[0] == trees[1]


@given(st.sampled_from(CONTACTS), st.sampled_from(CONTACTS))
def test_a_merge_loses_nothing(item: Any, other: Any) -> None:
    """Every number, mail and group of both is in it once, and the first one's name and id stay."""
    current_contact = joined(item, other)
    assert (current_contact.id, name_of(current_contact)) == (item.id, name_of(item))
    numbers = [each.value for each in current_contact.phones]
    assert sorted(numbers) == sorted({each.value for each in (*item.phones, *other.phones)})
    assert {*current_contact.groups} == {*item.groups, *other.groups}


@given(st.permutations(CONTACTS), st.sampled_from(("First name", "Last name")))
def test_the_order_does_not_hang_on_how_contacts_came(contacts: list[Any], sort: str) -> None:
    """The list is the same however the state holds it, its letters go up, and everybody is found by their name."""
    base = State()
    state = State(contacts=tuple(contacts), prefs=type(base.prefs)(sort=sort))
    listed = in_order(state, state.contacts)
    assert [item.id for item in listed] == [item.id for item in in_order(state, CONTACTS)]
    letters = [letter(state, item) for item in listed]
    assert letters == sorted(letters)
    assert contacts[0] in found(state, name_of(contacts[0]))
    assert len(duplicates(state)) == 3
