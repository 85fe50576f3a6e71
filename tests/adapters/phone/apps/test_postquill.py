"""Postquill by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.postquill import APP
from adapters.phone.apps.postquill.content import ACCOUNTS, PEOPLE
from adapters.phone.apps.postquill.drafts import resolve
from adapters.phone.apps.postquill.model import SEND_WHEN, SNOOZES, due, send_time
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import phone_with, window_texts

phone = partial(phone_with, APP)

BACK, ENTER = 4, 66


def tap(on: Phone, *names: str, long: bool = False) -> None:
    """Touch elements one after the other, by what they say."""
    for name in names:
        tree = [*ElementTree.fromstring(on.dump()).iter("node")]
        found = [element for key in ("text", "content-desc") for element in tree if element.get(key) == name]
        assert found, f"no {name!r} on this screen"
        left, top, right, bottom = map(int, found[0].attrib["bounds"].replace("][", ",").strip("[]").split(","))
        at = (left + right) // 2, (top + bottom) // 2
        if long:
            on.touch_long(*at, 800)
        else:
            on.touch_tap(*at)


def mails(on: Phone) -> dict[str, dict[str, Any]]:
    """The mails of the app's state by id."""
    return {mail["id"]: mail for mail in on.read()["postquill"]["mails"]}


def write(on: Phone, to: str, subject: str, body: str) -> None:
    """A new mail up to the point where it could be sent; `to` is typed and its first suggestion taken."""
    tap(on, "Compose")
    assert on.focused == "to"
    on.type_text(to)
    tap(on, next(person.name for person in PEOPLE if person.name.startswith(to)))
    tap(on, "Subject")
    on.type_text(subject)
    tap(on, "Write your mail")
    on.type_text(body)


def test_a_mail_is_written_and_sent() -> None:
    """Recipient, copy, subject, text, attachment and account end in one mail in Sent; nothing else changes."""
    on = phone()
    before = mails(on)
    write(on, "Noor", "Umbrella", "I bring the big one.")
    tap(on, "Cc")
    on.type_text("林")
    tap(on, "林晓雨")
    on.key(BACK)
    tap(on, "Attach a file", "tickets_RF-77120.pdf", ACCOUNTS[0], ACCOUNTS[1], "Read receipt")
    assert {"Noor Haddad", "林晓雨", "Umbrella", "tickets_RF-77120.pdf", ACCOUNTS[1]} <= {*window_texts(on)}
    tap(on, "Send")
    after = mails(on)
    sent = after.pop("35")
    assert after == before
    assert {key: sent[key] for key in ("to", "cc", "subject", "body", "folder", "account", "receipt", "time")} == {
        "to": ["Noor Haddad"],
        "cc": ["林晓雨"],
        "subject": "Umbrella",
        "body": "I bring the big one.",
        "folder": "Sent",
        "account": ACCOUNTS[1],
        "receipt": True,
        "time": "2026-11-17T09:24",
    }
    assert [file["name"] for file in sent["files"]] == ["tickets_RF-77120.pdf"]
    tap(on, "Folders", "Sent")
    assert window_texts(on)[3:5] == ["To: Noor Haddad, 林晓雨", "Umbrella"]


def test_an_untouched_form_sends_with_the_declared_defaults() -> None:
    """Who picks nothing sends from the first account, now, with the signature and without copy, receipt or file."""
    on = phone()
    write(on, "Mira", "Sizes", "40 × 60 and 30 × 40")
    tap(on, "Send")
    sent = mails(on)["35"]
    assert [choice.default for choice in APP.choices] == ["Now"]
    assert (sent["account"], sent["scheduled"], sent["cc"], sent["files"]) == (ACCOUNTS[0], "", [], [])
    assert (sent["receipt"], sent["signature"]) == (False, "Robin Vale, Alder Cross")


def test_state_tells_the_right_recipient_from_the_near_miss() -> None:
    """Two people share a first name; the mail went to the one that was picked."""
    on = phone()
    tap(on, "Compose")
    on.type_text("sam")
    assert [text for text in window_texts(on) if text.startswith("Sam ")] == ["Sam Lindqvist", "Sam Lindley"]
    tap(on, "Sam Lindley", "Subject")
    on.type_text("Room 12")
    tap(on, "Send")
    state = on.read()
    assert holds(Check("postquill/mails/*", "has", {"to": ["Sam Lindley"], "folder": "Sent"}), state)
    assert not holds(Check("postquill/mails/*", "has", {"to": ["Sam Lindqvist"], "folder": "Sent"}), state)
    assert not holds(Check("postquill/mails/*", "has", {"to": ["Sam Lindley"], "folder": "Drafts"}), state)


@pytest.mark.parametrize(
    ("way", "to", "cc"),
    [("Reply", ["Hanne Vold"], []), ("Reply all", ["Hanne Vold"], ["Bea Kowal", "Tariq Osei"])],
)
def test_answers_go_to_one_or_to_all(way: str, to: list[str], cc: list[str]) -> None:
    """The two buttons lie side by side and mean different people; the answer joins the conversation."""
    on = phone()
    on.start(APP.package, route("thread", thread="sunday"))
    tap(on, way)
    assert on.focused == "body"
    on.type_text("I come alone.")
    tap(on, "Send")
    sent = mails(on)["35"]
    assert (sent["to"], sent["cc"], sent["subject"]) == (to, cc, "Re: Sunday, and who brings what")
    assert "I come alone." in window_texts(on)
    assert sent["thread"] == "sunday"


def test_a_mail_without_recipient_stays() -> None:
    """It says what is missing and puts the cursor there."""
    on = phone()
    tap(on, "Compose", "Send")
    assert on.state.toast is not None
    assert "recipient" in on.state.toast.text
    assert on.focused == "to"
    assert mails(on) == mails(phone())


def test_a_missing_subject_is_asked_about() -> None:
    """Cancel leads back to the draft, "Send anyway" sends it."""
    on = phone()
    tap(on, "Compose")
    on.type_text("noor@harbourhouse.example")
    on.key(ENTER)
    tap(on, "Send", "Cancel")
    assert mails(on)["35"]["folder"] == "Drafts"
    tap(on, "Send", "Send anyway")
    assert (mails(on)["35"]["folder"], mails(on)["35"]["to"]) == ("Sent", ["Noor Haddad"])
    assert on.foreground[1] == ".InboxActivity"


def test_what_is_left_is_a_draft() -> None:
    """BACK loses nothing: the draft lies in Drafts, goes on where it stopped, and can be thrown away."""
    on = phone()
    write(on, "José", "Shed", "Is it dry?")
    on.key(BACK)
    on.key(BACK)
    assert mails(on)["35"]["folder"] == "Drafts"
    tap(on, "Folders", "Drafts", "Shed")
    assert {"José Arriaga", "Is it dry?"} <= {*window_texts(on)}
    tap(on, "Discard draft")
    assert mails(on) == mails(phone())


def test_an_empty_form_leaves_no_draft() -> None:
    """Open and close changes nothing."""
    on = phone()
    tap(on, "Compose", "Navigate up")
    assert on.read()["postquill"] == phone().read()["postquill"]


def test_a_scheduled_mail_waits_and_can_be_taken_back() -> None:
    """It lies in Scheduled with its time; cancelled, it is a draft again."""
    on = phone()
    write(on, "Bea", "Hall", "The canoe is gone by Monday.")
    on.key(BACK)
    tap(on, "Send now", "Monday morning, 08:00", "Send")
    assert (mails(on)["35"]["folder"], mails(on)["35"]["scheduled"]) == ("Scheduled", "2026-11-23T08:00")
    tap(on, "Folders", "Scheduled", "Hall", "Cancel send")
    assert (mails(on)["35"]["folder"], mails(on)["35"]["scheduled"]) == ("Drafts", "")


def test_reading_makes_read_and_withdraws_the_notice() -> None:
    """One conversation, no other one; "Mark as unread" brings it back."""
    on = phone()
    assert any(item.notice.key == "saturday" for item in on.state.posted)
    tap(on, "Saturday: train and lunch")
    assert not any(item.notice.key == "saturday" for item in on.state.posted)
    assert [key for key, mail in mails(on).items() if mail != mails(phone())[key]] == ["1"]
    tap(on, "Mark as unread")
    assert mails(on) == mails(phone())


def test_a_conversation_is_snoozed_with_the_preset_time() -> None:
    """Until tomorrow at eight if nobody picks; until what was picked otherwise."""
    on = phone()
    on.start(APP.package, route("thread", thread="sunday"))
    tap(on, "Snooze", "Snooze")
    assert (mails(on)["10"]["folder"], mails(on)["10"]["snoozed"]) == ("Snoozed", "2026-11-18T08:00")
    on.start(APP.package, route("thread", thread="prints"))
    tap(on, "Snooze", "This weekend", "Snooze")
    assert mails(on)["14"]["snoozed"] == "2026-11-21T09:00"


def test_star_and_row_are_different_targets() -> None:
    """The star in a row stars and does not open."""
    on = phone()
    tap(on, "Add star")
    assert mails(on)["1"]["starred"] is True
    assert on.foreground[1] == ".InboxActivity"


def test_deleted_mail_can_be_moved_back() -> None:
    """The bin keeps what was deleted, and its conversation leads back to the inbox."""
    on = phone()
    on.start(APP.package, route("thread", thread="prints"))
    tap(on, "Delete")
    assert mails(on)["14"]["folder"] == "Bin"
    on.start(APP.package, route("folder", name="Bin"))
    tap(on, "Print sizes?", "Move to inbox")
    assert mails(on)["14"]["folder"] == "Inbox"
    assert mails(on)["34"]["folder"] == "Bin"


def test_empty_folders_say_so() -> None:
    """A folder without mail says what it is for, the inbox too."""
    on = phone(state={"mails": []})
    assert {"Nothing here", "All read"} <= {*window_texts(on)}
    for name, words in (("Snoozed", "Nothing snoozed"), ("Bin", "The bin is empty"), ("Starred", "No stars")):
        on.start(APP.package, route("folder", name=name))
        assert words in window_texts(on)


def test_a_contact_is_written_to() -> None:
    """A row of the people opens the writing page for that person."""
    on = phone()
    tap(on, "People", "Hanne Vold")
    on.type_text("Room 12")
    tap(on, "Send")
    assert (mails(on)["35"]["to"], mails(on)["35"]["subject"]) == (["Hanne Vold"], "Room 12")


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, and no mail has changed."""
    on = phone()
    on.start(APP.package, route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert mails(on) == mails(phone())


def test_same_taps_same_phone() -> None:
    """Two phones that are touched alike show the same tree and pixels, and so does one that was put back."""
    frames, trees = [], []
    painter = Painter()
    for _ in range(2):
        on = phone()
        state = on.snapshot()
        tap(on, "Files")
        on.restore(state)
        tap(on, "关于周六的行程", "Reply")
        on.type_text("好的")
        frame = np.zeros((2400, 1080, 4), np.uint8)
        painter.paint(on.scene(), frame)
        frames.append(frame.tobytes())
        trees.append(on.dump())
    assert frames[0] == frames[1]
    assert trees[0] == trees[1]


@given(st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)))  # noqa: DTZ001 - the phone's own local time
def test_what_is_put_off_lies_ahead(now: datetime) -> None:
    """Every snooze but tonight's and every scheduled sending is later than now, within nine days."""
    times = [due(snooze, now) for snooze in SNOOZES[1:]] + [send_time(text, now) for text in SEND_WHEN[1:]]
    for time in times:
        then = datetime.fromisoformat(time)
        assert now < then < now + timedelta(9)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("noor haddad", "Noor Haddad"),
        ("Noor Haddad,", "Noor Haddad"),
        ("mira@okonedo-prints.example", "Mira Okonedo"),
        ("someone@else.example", "someone@else.example"),
        ("Noor", ""),
        ("nobody@", ""),
        ("a b@c.d", ""),
        ("@c.d", ""),
        ("", ""),
    ],
)
def test_typed_recipients_are_people_or_addresses(typed: str, meant: str) -> None:
    """A full name or an address is somebody; half a name is nobody."""
    assert resolve(typed) == meant
