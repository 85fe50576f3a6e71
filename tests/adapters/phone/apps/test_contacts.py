"""Contacts by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.contacts import APP
from adapters.phone.apps.contacts.model import State, found, in_order, letter, name_of
from adapters.phone.apps.contacts.people import CONTACTS
from adapters.phone.apps.messages import APP as MESSAGES
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import phone_with, reach, state_of, tap, toast, window_texts

phone = partial(phone_with, APP)
book = partial(state_of, app=APP)

BACK = 4


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


def test_a_contact_without_number_or_mail_says_so() -> None:
    """The large buttons of a contact say what is missing, where there is nothing to reach."""
    on = phone()
    on.start(APP.package, route("contact", key="16"))
    tap(on, "Email")
    assert toast(on) == "No email address"
    on.start(APP.package, route("contact", key="2"))
    tap(on, "Email")
    assert toast(on) == "New email to sam.lindqvist@citylibrary.example"


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


def test_a_contact_is_deleted_after_a_question() -> None:
    """Delete asks first; then the list is shown without the contact, and nobody else is gone."""
    on = phone()
    tap(on, "Alma Brandt", "Delete contact", "Cancel", "Delete contact", "Delete")
    assert "Alma Brandt" not in window_texts(on)
    assert [item["id"] for item in book(on)["contacts"]] == [known.id for known in CONTACTS if known.id != "17"]


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


def test_a_letter_that_begins_the_list_already_cannot_be_touched() -> None:
    """A touch on the letter at which the list begins would do nothing, so that letter is not clickable."""
    on = phone()
    tap(on, "Letter W")
    assert not reach(on, "Letter W").clickable
    assert reach(on, "Letter V").clickable


def test_the_search_finds_numbers_and_does_not_find() -> None:
    """Numbers are found with and without spaces; other words lead to an empty page."""
    on = phone()
    tap(on, "Search contacts")
    on.type_text("5550159")
    assert {"1 contact", "林晓雨"} <= {*window_texts(on)}
    on.clear_text()
    on.type_text("zeppelin")
    assert "Nobody for “zeppelin”" in window_texts(on)


def test_blocking_is_shown_and_taken_back() -> None:
    """Block on the page marks the contact; the same row takes it back."""
    on = phone()
    on.start(APP.package, route("contact", key="16"))
    tap(on, "Block")
    assert contact(on, "16")["blocked"] is True
    assert "Blocked" in window_texts(on)
    tap(on, "Unblock")
    assert contact(on, "16")["blocked"] is False


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
    on.start(APP.package, route("type", key="99", kind="faxes", at=7))
    tap(on, "Work")
    on.start(APP.package, route("members", name="No such group"))
    tap(on, "Quinn Abara")
    assert book(on)["contacts"] == before
    assert not book(on)["draft"]["groups"]


def test_empty_pages_say_so() -> None:
    """Without content every page shows what it is for, not a blank."""
    on = phone(state={"contacts": [], "groups": []})
    assert "Nobody here yet" in window_texts(on)
    for place, words in (
        ("favourites", "No favourites yet"),
        ("contact", "This contact is gone"),
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


@given(st.permutations(CONTACTS))
def test_the_order_does_not_hang_on_how_contacts_came(contacts: list[Any]) -> None:
    """The list is the same however the state holds it, its letters go up, and everybody is found by their name."""
    listed = in_order(contacts)
    assert [item.id for item in listed] == [item.id for item in in_order(CONTACTS)]
    letters = [letter(item) for item in listed]
    assert letters == sorted(letters)
    assert contacts[0] in found(State(contacts=tuple(contacts)), name_of(contacts[0]))
