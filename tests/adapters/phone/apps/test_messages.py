"""Messages by touch: what is tapped through the tree, what its state says afterwards, what happens when time passes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.contacts import APP as CONTACTS
from adapters.phone.apps.contacts.model import State as Contacts
from adapters.phone.apps.contacts.model import people
from adapters.phone.apps.jotfern import APP as JOTFERN
from adapters.phone.apps.messages import APP
from adapters.phone.apps.messages.calls import duration
from adapters.phone.apps.messages.content import CALLS, MESSAGES
from adapters.phone.apps.messages.model import TIMES, due_at
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.state.phone_state import START
from adapters.phone.ui.address_book import Book, Person, key_of
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import parse
from tests.support.touching import phone_with, state_of, tap, texts, toast, window_texts

phone = partial(phone_with, APP, CONTACTS)
state = partial(state_of, app=APP)

BACK = 4
HOUR = 3_600_000


def write(on: Phone, words: str) -> None:
    """Words into the field of the conversation, and the keyboard away."""
    tap(on, "Text message")
    assert on.type_text(words)
    on.key(BACK)


def place(on: Phone, name: str, **more: Any) -> None:
    """Open a place by a link."""
    on.start(APP.package, route(name, **more))


def hold(on: Phone, name: str) -> None:
    """A long press on what says so."""
    x, y = next(node.center for node in parse(on.dump()).walk() if name in (node.text, node.desc))
    on.touch_long(x, y, 900)


def test_a_message_goes_to_the_right_namesake() -> None:
    """Start chat, a name, words, send: one record with number, body, time and kind; the namesake gets nothing."""
    on = phone()
    tap(on, "Start chat")
    on.type_text("Sam Lind")
    tap(on, "Sam Lindley")
    write(on, "I will be 10 minutes late on Monday")
    tap(on, "Send SMS")
    sent = state(on)["messages"][-1]
    assert sent == {
        "id": len(MESSAGES) + 1,
        "address": "555 0188",
        "body": "I will be 10 minutes late on Monday",
        "date": "2026-11-17T09:24",
        "type": 2,
        "read": True,
        "sim": "SIM 1 · Tidewave",
    }
    right = Check("messages/messages/*", "has", {"address": "555 0188", "body": sent["body"], "type": 2})
    wrong = Check("messages/messages/*", "has", {"address": "555 0163", "body": sent["body"]})
    assert holds(right, on.read())
    assert not holds(wrong, on.read())
    assert {"Sent", sent["body"]} <= {*window_texts(on)}
    assert state(on)["draft"]["body"] == ""


def test_the_untouched_choice_ends_with_its_declared_default() -> None:
    """Who only writes sends now, which is the default of the choice point."""
    on = phone()
    place(on, "thread", address="555 0188")
    write(on, "Thank you")
    tap(on, "Send SMS")
    assert [choice.default for choice in APP.choices] == [TIMES[0]]
    assert (state(on)["messages"][-1]["body"], state(on)["later"]) == ("Thank you", [])


def test_a_scheduled_message_waits_and_goes_at_its_minute() -> None:
    """Time and SIM are picked; it waits outside the messages and is sent when the clock gets there, once."""
    on = phone()
    tap(on, "Soren Bakke")
    write(on, "Transfer is done")
    tap(on, "Send options", "Tomorrow, 08:00", "SIM 2 · Work", "Done")
    assert {"Tomorrow, 08:00", "SIM 2 · Work"} <= {*window_texts(on)}
    tap(on, "Schedule message")
    (later,) = state(on)["later"]
    assert (later["number"], later["address"], later["at"]) == ("SC-101", "555 0162", "2026-11-18T08:00")
    assert len(state(on)["messages"]) == len(MESSAGES)
    on.home()
    on.elapse(22 * HOUR)
    assert state(on)["later"]
    on.elapse(HOUR)
    sent = state(on)["messages"][-1]
    assert (sent["body"], sent["date"], sent["sim"]) == ("Transfer is done", "2026-11-18T08:00", "SIM 2 · Work")
    assert (on.state.posted[0].notice.title, on.state.posted[0].notice.text) == ("Scheduled message", "To Soren Bakke")
    on.elapse(48 * HOUR)
    assert not state(on)["later"]
    assert len(state(on)["messages"]) == len(MESSAGES) + 1


def test_what_waits_is_sent_now_edited_or_deleted() -> None:
    """The list of what is scheduled leads to each of them."""
    on = phone()
    place(on, "thread", address="555 0162")
    for words in ("One", "Two", "Three"):
        write(on, words)
        tap(on, "Send options", "Saturday, 10:00", "Done", "Schedule message")
    place(on, "scheduled")
    for title, act in (("One", "Send now"), ("Two", "Delete"), ("Three", "Edit")):
        when = next(text for text in window_texts(on) if text.endswith(f"· {title}"))
        tap(on, when, act)
    assert state(on)["later"] == []
    assert [message["body"] for message in state(on)["messages"][len(MESSAGES) :]] == ["One"]
    assert (state(on)["draft"]["body"], state(on)["draft"]["when"]) == ("Three", "Now")
    assert on.state.top.route.name == "thread"


def test_without_a_network_a_message_fails_and_is_sent_again() -> None:
    """In airplane mode it is kept as failed; a touch sends it once the network is back; calls are refused."""
    on = phone()
    on.put_setting("global", "airplane_mode_on", "1")
    place(on, "thread", address="555 0142")
    write(on, "Are you there?")
    tap(on, "Send SMS")
    assert state(on)["messages"][-1]["type"] == 5
    tap(on, "Are you there?", "Call")
    assert state(on)["calls"] == on.read()["messages"]["calls"]
    assert toast(on) == "Turn off airplane mode to call"
    on.put_setting("global", "airplane_mode_on", "0")
    tap(on, "Are you there?")
    assert state(on)["messages"][-1]["type"] == 2


def test_opening_or_marking_reads_one_conversation() -> None:
    """The dot goes when a conversation is opened or marked as read, for that one alone; then nothing offers it."""
    on = phone()
    tap(on, "Soren Bakke")
    assert all(message["read"] for message in state(on)["messages"] if message["address"] == "555 0162")
    on.key(BACK)
    hold(on, "林晓雨")
    tap(on, "Mark as read")
    assert {item["address"] for item in state(on)["messages"] if not item["read"]} == {"555 0101"}
    hold(on, "林晓雨")
    assert "Mark as read" not in window_texts(on)


def test_a_conversation_is_deleted_after_a_question() -> None:
    """Cancel keeps it; Delete removes its messages and leaves all others."""
    on = phone()
    hold(on, "RAILFINCH")
    tap(on, "Delete", "Cancel")
    assert any(message["address"] == "RAILFINCH" for message in state(on)["messages"])
    hold(on, "RAILFINCH")
    tap(on, "Delete", "Delete")
    assert not any(message["address"] == "RAILFINCH" for message in state(on)["messages"])
    assert any(message["address"] == "TIDEWAVE" for message in state(on)["messages"])


def test_muting_ends_where_it_began() -> None:
    """A muted conversation says so in the list, and its sheet takes it back."""
    on = phone()
    hold(on, "TIDEWAVE")
    tap(on, "Mute")
    assert state(on)["muted"] == ["TIDEWAVE"]
    hold(on, "TIDEWAVE")
    tap(on, "Unmute")
    assert state(on)["muted"] == []


def test_calls_are_dialled_and_logged() -> None:
    """Keys, the call button, hanging up: one outgoing call with that number; missed ones are seen by looking.

    Whose number it is stands above the keys, and is no control once the number is typed.
    """
    on = phone()
    tap(on, "Calls")
    assert not any(call["new"] for call in state(on)["calls"] if call["type"] == 3)
    tap(on, "Keypad", *(f"Key {digit}" for digit in "555017"), "Delete digit", "Key 6", "Key 3")
    assert not next(node for node in parse(on.dump()).walk() if node.short_id == "row_contact").clickable
    tap(on, "Call")
    assert {"Sam Lindqvist", "Ringing …"} <= {*window_texts(on)}
    tap(on, "End call")
    call = state(on)["calls"][-1]
    assert (call["number"], call["type"], call["duration"], call["date"]) == ("555 0163", 2, 0, "2026-11-17T09:24")
    assert len(state(on)["calls"]) == len(CALLS) + 1


def test_the_call_log_counts_runs_and_filters() -> None:
    """Calls that follow each other are one row with their number; the filter keeps the missed."""
    on = phone()
    tap(on, "Calls")
    assert "Ada Vale (2)" in window_texts(on)
    tap(on, "Missed")
    assert "555 0177" in window_texts(on)
    assert "Soren Bakke" not in window_texts(on)


def test_a_new_number_gets_a_conversation_of_its_own() -> None:
    """A number that nobody has is written to as it is typed; a known one, however typed, joins its conversation."""
    on = phone()
    tap(on, "Start chat")
    on.type_text("555 7788")
    tap(on, "Send to 555 7788")
    write(on, "Hello")
    tap(on, "Send SMS")
    assert state(on)["messages"][-1]["address"] == "555 7788"
    assert "This number is not in your contacts" in window_texts(on)
    place(on, "new")
    tap(on, "Name or phone number")
    on.clear_text()
    on.type_text("5550163")
    tap(on, "Sam Lindqvist")
    assert any("better manners" in text for text in window_texts(on))


def shell(on: Phone, command: str) -> int:
    """The exit code of a command."""
    return Shell(on, lambda: memoryview(b""), on.files).run(command).exit


def test_addresses_of_numbers_open_the_conversation_or_the_dialler() -> None:
    """`am start` with sms:, smsto: and tel: leads there, with the words that come along, which are sent once."""
    on = phone()
    on.home()
    start = "am start -a android.intent.action"
    assert shell(on, f"{start}.SENDTO -d smsto:5550142 --es sms_body 'On my way'") == 0
    assert on.foreground == (APP.package, ".ui.conversation.ConversationActivity")
    tap(on, "On my way")
    on.type_text(", soon")
    on.key(BACK)
    tap(on, "Send SMS", "Send SMS")
    assert [message["body"] for message in state(on)["messages"][len(MESSAGES) :]] == ["On my way, soon"]
    assert state(on)["messages"][-1]["address"] == "555 0142"
    assert shell(on, f"{start}.VIEW -d 'sms:555%200163?body=Hello%20there'") == 0
    assert {"Sam Lindqvist", "Hello there"} <= {*window_texts(on)}
    assert shell(on, f"{start}.DIAL -d tel:5550188") == 0
    assert {"Keypad", "Sam Lindley"} <= {*window_texts(on)}
    assert state(on)["calls"][-1]["number"] != "555 0188"
    assert shell(on, f"{start}.CALL -d tel:5550188") == 0
    tap(on, "End call")
    assert [call["number"] for call in state(on)["calls"][len(CALLS) :]] == ["555 0188"]
    assert shell(on, f"{start}.VIEW -d gopher:x") == 1


def test_a_text_that_is_sent_by_a_command_reaches_who_takes_texts() -> None:
    """ACTION_SEND goes to the one app that takes text, or asks where there are several."""
    on = phone(PARLOWE)
    send = "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'Gate 5'"
    assert shell(on, send) == 0
    assert on.foreground == (PARLOWE.package, ".ShareActivity")
    tap(on, "Send")
    assert on.read()["parlowe"]["chats"][0]["messages"][-1]["text"] == "Gate 5"
    several = phone(PARLOWE, replace(JOTFERN, share="note"))
    assert shell(several, send) == 0
    assert several.state.panel == "chooser"
    tap(several, JOTFERN.label)
    assert several.foreground[0] == JOTFERN.package


@pytest.mark.parametrize("name", sorted(APP.activities))
def test_back_leads_home_and_links_do_no_harm(name: str) -> None:
    """From every place, opened by a link without arguments, BACK ends at the launcher, and nothing was sent."""
    on = phone()
    before = {key: value for key, value in state(on).items() if key != "ui"}
    place(on, name)
    assert texts(on)
    for _ in range(5):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert {key: value for key, value in state(on).items() if key != "ui"} == before


def test_empty_pages_say_so() -> None:
    """Without content every list shows what it is for, not a blank."""
    on = phone(state={"messages": [], "calls": []})
    assert "No conversations" in window_texts(on)
    for name, words in (
        ("calls", "No calls"),
        ("scheduled", "Nothing scheduled"),
    ):
        place(on, name)
        assert words in window_texts(on)
    place(on, "thread", address="555 0142")
    assert "Nothing with Noor Haddad yet" in window_texts(on)


def test_same_taps_same_phone() -> None:
    """Two phones that are touched alike show the same tree and pixels, and so does one that was put back."""
    frames, trees = [], []
    painter = Painter()
    for _ in range(2):
        on = phone()
        current_state = on.snapshot()
        tap(on, "Calls")
        on.restore(current_state)
        tap(on, "Noor Haddad", "More options")
        frame = np.zeros((2400, 1080, 4), np.uint8)
        painter.paint(on.scene(), frame)
        frames.append(frame.tobytes())
        trees.append(on.dump())
    assert frames[0] == frames[1]
    assert trees[0] == trees[1]


@given(st.sampled_from(TIMES[1:]), st.integers(0, 14 * 24 * 60))
def test_a_picked_time_is_never_over(label: str, minutes: int) -> None:
    """Whenever it is picked, a time lies ahead, within eight days, at the hour that it says."""
    now = START.replace(tzinfo=None) + np.timedelta64(minutes, "m").astype(object)
    then = due_at(label, now)
    assert 0 < (then - now).total_seconds() <= 8 * 24 * 3600
    assert f"{then:%H:%M}" == label.partition(", ")[2]
    assert not label.startswith("Saturday") or then.weekday() == 5


BOOK = Book(people(Contacts()))


@given(st.sampled_from(BOOK.people), st.sampled_from(["{}", " {} ", "({})", "{}-"]))
def test_a_number_is_the_same_however_it_is_written(person: Person, form: str) -> None:
    """Spaces, brackets and dashes do not make another person."""
    typed = form.format(person.number.replace(" ", ""))
    found = BOOK.person(typed)
    assert found is not None
    assert key_of(found.number) == key_of(typed) == key_of(person.number)


def test_names_are_those_of_the_address_book() -> None:
    """A contact that is renamed there is so here; one that is new there can be written to; one deleted is a number."""
    on = phone()
    on.start(CONTACTS.package, route("contact", key="37"))
    tap(on, "Delete contact", "Delete")
    on.start(CONTACTS.package, route("editor", key="new"))
    tap(on, "First name")
    on.type_text("Wilma")
    on.key(BACK)
    tap(on, "Phone")
    on.type_text("555 0191")
    on.key(BACK)
    tap(on, "Review", "Save contact")
    on.start(APP.package)
    assert "Soren Bakke" not in window_texts(on)
    assert "555 0162" in window_texts(on)
    tap(on, "Start chat")
    on.type_text("wilma")
    tap(on, "Wilma")
    write(on, "Welcome")
    tap(on, "Send SMS")
    assert state(on)["messages"][-1]["address"] == "555 0191"


@pytest.mark.parametrize(("seconds", "told_as"), [(0, ""), (58, "58 s"), (402, "6 min 42 s"), (120, "2 min")])
def test_lengths_of_calls(seconds: int, told_as: str) -> None:
    """Minutes and seconds, without what is nought."""
    assert duration(seconds) == told_as
