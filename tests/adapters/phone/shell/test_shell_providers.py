"""`content` queries on the states of apps and the droidrun portal's provider."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

import pytest

from adapters.phone.apps.calendar import APP as CALENDAR
from adapters.phone.apps.contacts import APP as CONTACTS
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Icon, Screen, route
from adapters.phone.ui.node import node
from adapters.phone.ui.records import Call, Sms
from adapters.phone.workers.registry import with_launcher

APPS = (CALENDAR, CONTACTS)
EVENTS = "content://com.android.calendar/events"
PEOPLE = "content://com.android.contacts"


class ProviderPhone:
    """A phone with the apps whose states the providers read, and its shell."""

    def __init__(self) -> None:
        self.phone = Phone(with_launcher(APPS))
        self.shell = Shell(self.phone, lambda: memoryview(b""), self.phone.files)

    def out(self, command: str) -> str:
        """Standard output of a command that must succeed."""
        result = self.shell.run(command)
        assert (result.exit, result.stderr) == (0, b""), (command, result)
        return bytes(result.stdout).decode()


@pytest.fixture
def device() -> ProviderPhone:
    """A freshly reset phone with a calendar and contacts, and its shell."""
    return ProviderPhone()


# Providers.


def test_phone_numbers_are_those_of_the_address_book(device: ProviderPhone) -> None:
    """One row for each number of each contact, spelled as in the app."""
    contacts = device.phone.state.apps["contacts"].contacts
    rows = device.out(f"content query --uri {PEOPLE}/data/phones --projection data1").splitlines()
    assert rows == [f"Row: {at} data1={value}" for at, value in enumerate(p.value for c in contacts for p in c.phones)]


def test_a_contact_is_made_in_three_steps_and_deleted(device: ProviderPhone) -> None:
    """Inserting a raw contact, a name and a number creates the contact in the app; a condition deletes it."""
    device.out(f"content insert --uri {PEOPLE}/raw_contacts --bind account_type:n: --bind account_name:n:")
    key = device.out(f"content query --uri {PEOPLE}/raw_contacts --projection _id --sort '_id DESC' | head -1").strip()
    number = key.rpartition("=")[2]
    name = "--bind mimetype:s:vnd.android.cursor.item/name --bind 'data1:s:Ona Petrauskas'"
    phone = "--bind mimetype:s:vnd.android.cursor.item/phone_v2 --bind data1:s:5550921 --bind data2:i:2"
    for data in (name, phone):
        device.out(f"content insert --uri {PEOPLE}/data --bind raw_contact_id:i:{number} {data}")
    made = device.phone.state.apps["contacts"].contacts[-1]
    assert (made.first, made.last, made.phones[0].value, made.phones[0].type) == (
        "Ona",
        "Petrauskas",
        "5550921",
        "Mobile",
    )
    found = device.out(f"content query --uri {PEOPLE}/phone_lookup/5550921 --projection display_name")
    assert found == "Row: 0 display_name=Ona Petrauskas\n"
    device.out(f"content delete --uri {PEOPLE}/raw_contacts --where \"display_name='Ona Petrauskas'\"")
    assert made not in device.phone.state.apps["contacts"].contacts
    assert device.out(f"content query --uri {PEOPLE}/phone_lookup/5550921") == "No result found.\n"


def test_events_are_added_changed_and_removed(device: ProviderPhone) -> None:
    """Calendar events are inserted, updated and deleted, with times in milliseconds, in the app's state."""
    start = 1795000800000  # 2026-11-18 11:20 UTC
    device.out(
        f"content insert --uri {EVENTS} --bind calendar_id:i:1 --bind 'title:s:Fitting' --bind dtstart:l:{start} "
        f"--bind dtend:l:{start + 1_800_000} --bind eventTimezone:s:UTC"
    )
    made = device.phone.state.apps["calendar"].events[-1]
    assert (made.title, made.start, made.end) == ("Fitting", "2026-11-18T11:20", "2026-11-18T11:50")
    device.out(f"content update --uri {EVENTS} --bind eventLocation:s:Dock --where \"title='Fitting'\"")
    text = device.out(f"content query --uri {EVENTS} --projection eventLocation:dtstart --where \"title='Fitting'\"")
    assert text == f"Row: 0 eventLocation=Dock, dtstart={start}\n"
    device.out(f"content delete --uri {EVENTS}/{made.id}")
    assert made.id not in {event.id for event in device.phone.state.apps["calendar"].events}


@dataclass(frozen=True, slots=True)
class MessagesState:
    """The part of a messages app's state that the providers read."""

    messages: tuple[Sms, ...] = (
        Sms(1, "555 0100", "Tea at five?", "2026-11-16T17:02", 1, read=False),
        Sms(2, "555 0100", "Yes, gladly", "2026-11-16T17:05", 2),
        Sms(3, "Harbour Bank", "Code 4411", "2026-11-17T08:55", 1),
    )
    calls: tuple[Call, ...] = (
        Call(1, "555 0100", "2026-11-15T10:00", 61, 1, new=False),
        Call(2, "555 0177", "2026-11-17T08:00", 0, 3),
    )


TALK = App(
    name="messages", package="com.android.messaging", label="Messages", icon=Icon("#112233", "#FFFFFF", "home"),
    theme=Theme("#5B5FEF"), home=route("list"), initial=MessagesState, version="1.0",
    screen=lambda state, place, view: Screen(body=node("column")), update=lambda state, event, view: (state, ()),
)  # fmt: skip


@pytest.fixture
def talking() -> ProviderPhone:
    """A phone with messages and calls."""
    device = ProviderPhone()
    device.phone = Phone(with_launcher((TALK,)))
    device.shell = Shell(device.phone, lambda: memoryview(b""), device.phone.files)
    return device


def test_messages_are_read_added_changed_and_deleted(talking: ProviderPhone) -> None:
    """Messages are listed latest first, by box or condition, and changed in the app's state."""
    query = "content query --uri content://sms"
    assert talking.out(f"{query} --projection _id:thread_id:type:read") == (
        "Row: 0 _id=3, thread_id=2, type=1, read=1\n"
        "Row: 1 _id=2, thread_id=1, type=2, read=1\n"
        "Row: 2 _id=1, thread_id=1, type=1, read=0\n"
    )
    assert talking.out(f"{query}/inbox --projection body --where 'read=0'") == "Row: 0 body=Tea at five?\n"
    talking.out(
        "content insert --uri content://sms/inbox --bind address:s:5550123 --bind 'body:s:On my way, 5 min' "
        "--bind date:l:1794906000000 --bind read:i:0"
    )
    made = talking.phone.state.apps["messages"].messages[-1]
    assert made == Sms(4, "5550123", "On my way, 5 min", "2026-11-17T09:00", 1, False, made.sim)
    talking.out("content update --uri content://sms/4 --bind read:i:1")
    assert talking.phone.state.apps["messages"].messages[-1].read
    talking.out("content delete --uri content://sms --where \"address='555 0100'\"")
    assert [message.id for message in talking.phone.state.apps["messages"].messages] == [3, 4]


def test_the_call_log_is_emptied_and_filled(talking: ProviderPhone) -> None:
    """Calls are listed, inserted and deleted in the app's state."""
    query = "content query --uri content://call_log/calls --projection number:duration:type:new"
    first = talking.out(query).splitlines()[0]
    assert first == "Row: 0 number=555 0177, duration=0, type=3, new=1"
    talking.out("content insert --uri content://call_log/calls --bind number:s:123 --bind type:i:2 --bind duration:i:9")
    assert "number=123, duration=9, type=2, new=0" in talking.out(query)
    talking.out("content delete --uri content://call_log/calls")
    assert talking.phone.state.apps["messages"].calls == ()
    assert talking.out(query) == "No result found.\n"
    talking.out("content insert --uri content://call_log/calls --bind number:s:7")
    assert "number=7," in talking.out(query)


def test_providers_of_missing_apps_are_empty(device: ProviderPhone) -> None:
    """Without a messages app its providers have no rows, and deleting changes nothing."""
    before = device.phone.state.apps
    assert device.out("content query --uri content://sms/inbox") == "No result found.\n"
    device.out("content delete --uri content://call_log/calls")
    assert device.phone.state.apps == before


def test_media_are_the_files_of_shared_storage(device: ProviderPhone) -> None:
    """A file is listed by its media kind, read by its URI, and removed by a delete."""
    device.out("echo -n pixels > /sdcard/Pictures/dot.png; echo tune > /sdcard/Music/one.mp3")
    images = "content://media/external/images/media"
    where = "--where \"_display_name='dot.png'\""
    row = device.out(f"content query --uri {images} --projection _id:_size:mime_type:relative_path {where}")
    assert row.endswith("_size=6, mime_type=image/png, relative_path=Pictures/\n")
    key = row.partition("_id=")[2].partition(",")[0]
    assert device.out(f"content read --uri {images}/{key}") == "pixels"
    device.out(f"content delete --uri {images} {where}")
    assert device.shell.files.stat("/sdcard/Pictures/dot.png") is None
    assert device.shell.files.stat("/sdcard/Music/one.mp3") is not None


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("content", "Unsupported operation: null"),
        ("content query", "Content provider URI not specified. Did you specify --uri argument?"),
        ("content query --uri", "No value for argument: --uri"),
        ("content query --uri content://sms --fly 1", "Unsupported argument: --fly"),
        ("content insert --uri content://sms", "Bindings not specified. Did you specify --bind argument(s)?"),
        ("content insert --uri content://sms --bind x", "Binding not well formed: x"),
        ("content insert --uri content://sms --bind x:q:1", "Unsupported type: q"),
        ("content call --uri content://settings", "Content provider method not specified."),
    ],
)
def test_malformed_commands_print_the_usage_and_the_mistake(device: ProviderPhone, command: str, problem: str) -> None:
    """Usage and error go to standard output with exit status 0, as on Android."""
    assert device.out(command).endswith(f"\n[ERROR] {problem}\n")


@pytest.mark.parametrize(
    ("command", "exception"),
    [
        ("content query --uri content://nosuch/x", "IllegalStateException: Could not find provider: nosuch"),
        ("content query --uri content://sms --where 'no such'", "SQLiteException: near"),
        ("content query --uri content://sms --projection nope", "IllegalArgumentException: Invalid column nope"),
        ("content query --uri content://com.android.calendar/nope", "IllegalArgumentException: Unknown URL"),
        (f"content insert --uri {EVENTS} --bind title:s:x", "calendar_id missing from new event"),
    ],
)
def test_a_provider_error_is_printed_as_an_exception(device: ProviderPhone, command: str, exception: str) -> None:
    """The exception is on standard error after the provider's name; the exit status is 0."""
    result = device.shell.run(command)
    assert (result.exit, result.stdout) == (0, b"")
    assert result.stderr.startswith(b"Error while accessing provider:")
    assert exception in result.stderr.decode()


# The portal.


OLD, NEW = "com.droidrun.portal", "com.mobilerun.portal"
portals = pytest.mark.parametrize(("portal", "version"), [(OLD, "0.4.7"), (NEW, "0.7.11")])


def _query(device: ProviderPhone, portal: str, path: str) -> Any:
    """Query a portal; returns the JSON after `result=`."""
    line = device.out(f"content query --uri 'content://{portal}/{path}'").strip()
    return json.loads(line[line.find("result=") + 7 :])


def _portal(device: ProviderPhone, portal: str, path: str) -> Any:
    """Query a portal and read the result as its client does: JSON, or a text that contains JSON."""
    outer = _query(device, portal, path)
    assert outer["status"] == "success"
    inner = outer["result"]
    try:
        return json.loads(inner) if isinstance(inner, str) else inner
    except json.JSONDecodeError:
        return inner


@portals
def test_the_portal_describes_the_screen(device: ProviderPhone, portal: str, version: str) -> None:
    """The state has the keys that the client needs, all elements of the dump, and the app in front."""
    device.out("am start com.android.contacts")
    state = _portal(device, portal, "state_full?filter=false")
    assert state == _portal(device, portal, "state_full")
    assert state.keys() >= {"a11y_tree", "phone_state", "device_context"}
    assert state["phone_state"]["packageName"] == "com.android.contacts"
    assert state["device_context"]["screen_bounds"] == {"width": 1080, "height": 2400}
    assert state["a11y_tree"]["boundsInScreen"] == {"left": 0, "top": 0, "right": 1080, "bottom": 2400}

    def count(item: Any) -> int:
        return 1 + sum(map(count, item["children"]))

    assert count(state["a11y_tree"]) == device.phone.dump().count(b"<node ")
    assert _portal(device, portal, "version") == version
    assert _portal(device, portal, "ping") == "pong"
    assert {item["packageName"] for item in _portal(device, portal, "packages")} >= {"com.android.contacts"}
    assert device.out(f"dumpsys package {portal} | grep versionName").strip() == f"versionName={version}"


@portals
def test_the_portal_types_and_clears(device: ProviderPhone, portal: str, version: str) -> None:
    """Base64 text is typed into the focused field, with or without clearing it first."""
    device.out("am start com.android.contacts")
    elements = _portal(device, portal, "state")["a11y_tree"]

    def walk(items: Any) -> Any:
        for item in items:
            yield item
            yield from walk(item["children"])

    field = next(item for item in walk(elements) if "earch" in item["text"])
    left, top, right, bottom = map(int, field["bounds"].split(", "))
    device.out(f"input tap {(left + right) // 2} {(top + bottom) // 2}")
    if not _portal(device, portal, "phone_state")["isEditable"]:
        elements = _portal(device, portal, "state")["a11y_tree"]
        field = next(item for item in walk(elements) if item["className"] == "EditText")
        left, top, right, bottom = map(int, field["bounds"].split(", "))
        device.out(f"input tap {(left + right) // 2} {(top + bottom) // 2}")
    for text, clear in (("Sam", "true"), (" 好", "false")):
        coded = base64.b64encode(text.encode()).decode()
        uri = f"content://{portal}/keyboard/input"
        device.out(f'content insert --uri "{uri}" --bind base64_text:s:"{coded}" --bind clear:b:{clear}')
    assert _portal(device, portal, "phone_state")["focusedElement"]["text"] == "Sam 好"
    device.out(f"content insert --uri content://{portal}/keyboard/clear --bind x:i:1")
    assert "Sam" not in _portal(device, portal, "phone_state")["focusedElement"]["text"]


@portals
def test_a_disabled_portal_reports_an_error(device: ProviderPhone, portal: str, version: str) -> None:
    """Without its accessibility service the state is an error; the version is still answered."""
    device.out("settings put secure enabled_accessibility_services com.other/.Service")
    assert _query(device, portal, "state") == {"status": "error", "error": "Accessibility service not available"}
    assert _portal(device, portal, "version") == version
    device.out(f"settings put secure enabled_accessibility_services {portal}/.Service")
    assert _query(device, portal, "state")["status"] == "success"
    assert _query(device, OLD if portal == NEW else NEW, "state")["status"] == "error"


def test_the_clipboard_of_the_portals(device: ProviderPhone) -> None:
    """Each has paths of its own; the newer one lets its clipboard be read only while its keyboard is selected."""
    device.out(f"content insert --uri content://{OLD}/setclipboard --bind 'text:s:two teas'")
    assert _portal(device, OLD, "getclipboard") == "two teas"
    assert _query(device, NEW, "getclipboard") == {"status": "error", "error": "Unknown endpoint: /getclipboard"}
    refused = {"status": "error", "error": "Clipboard read requires Mobilerun Keyboard to be selected"}
    assert _query(device, NEW, "clipboard/get") == refused
    keyboard = f"{NEW}/.input.MobilerunKeyboardIME"
    device.out(f"ime enable {keyboard}; ime set {keyboard}")
    assert _portal(device, NEW, "clipboard/get") == "two teas"
    for bind, text in ((f"text_base64:s:{base64.b64encode('käse'.encode()).decode()}", "käse"), ("text:s:5", "5")):
        assert device.out(f"content insert --uri content://{NEW}/clipboard/set --bind {bind}") == ""
        assert _query(device, NEW, "clipboard/get")["result"] == text
    device.out(f"content insert --uri content://{NEW}/clipboard/set --bind text:s:")
    assert _query(device, NEW, "clipboard/get")["error"] == "Clipboard is empty or access was denied"
