"""The call log, the dialler, and a call, which nobody answers on this phone."""

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.messages import model
from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import State
from adapters.phone.apps.messages.parts import heading, monogram, top_bar
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import floating_button
from adapters.phone.framework.actions import Handled, assign, back, go, switch_to, then, toast
from adapters.phone.framework.dates import day_name
from adapters.phone.framework.state_paths import with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.address_book import Person, key_of
from adapters.phone.ui.app import Focus, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import BLOCKED, FIRST_SIM, INCOMING, MISSED, OUTGOING, REJECTED, Call

KINDS = {
    INCOMING: ("call_received", "Incoming"),
    OUTGOING: ("call_made", "Outgoing"),
    MISSED: ("call_missed", "Missed"),
    REJECTED: ("call_end", "Declined"),
    BLOCKED: ("block", "Blocked"),
}

KEYS = (
    ("1", ""), ("2", "ABC"), ("3", "DEF"), ("4", "GHI"), ("5", "JKL"), ("6", "MNO"), ("7", "PQRS"), ("8", "TUV"),
    ("9", "WXYZ"), ("*", ""), ("0", "+"), ("#", ""),
)  # fmt: skip
LONGEST = 24
"""Digits that can be dialled, at most."""
SUGGESTIONS = 3


@app.on("show_calls")
def show_calls(state: State) -> Handled:
    """Switch to the call log, after which no missed call is new."""
    seen = with_item(state.calls, lambda call: call.type == MISSED, new=False)
    return replace(state, calls=seen), Replace(route("calls"), root=True)


@app.screen("calls", activity=".dialer.CallLogActivity", distractor="a main page")
def calls(state: State, view: View, filter_: str = "All") -> Screen:
    """All calls, the latest first; calls with one number that follow each other stand in one row."""
    shown = [call for call in reversed(state.calls) if filter_ != "Missed" or call.type == MISSED]
    rows: list[Node] = []
    for day, of_day in groupby(shown, key=lambda call: day_name(call.date, view.now)):
        rows.append(heading(day))
        rows += [_row(list(run), view) for _, run in groupby(of_day, key=lambda call: (call.number, call.type))]
    chips = [
        c.chip("All", switch_to("calls"), filter_ == "All", rid="chip_filter", single=True),
        c.chip("Missed", switch_to("calls", filter="Missed"), filter_ == "Missed", rid="chip_filter", single=True),
    ]
    title = "No missed calls" if filter_ == "Missed" else "No calls"
    none = w.empty("phone_missed", title, "Calls show up here.")
    keypad = floating_button(
        "dialpad", "Keypad", then(assign("ui.dialled", ""), assign("ui.dialling", ""), go("keypad")),
        rid="dialpad_fab", bg="primary_container", color="on_primary_container",
    )  # fmt: skip
    body = w.page(line(chips, gap=8, pad=(16, 4), align="start"), rows or none, w.space(64))
    return Screen(body, top=top_bar("Calls"), fab=keypad, title="Calls")


def _row(run: list[Call], view: View) -> Node:
    """Calls with one number that follow each other."""
    call, name = run[0], model.name_of(view, run[0].number)
    glyph, kind = KINDS.get(call.type, ("call", "Call"))
    missed = call.type == MISSED
    support = " · ".join(part for part in (kind, call.date[11:], duration(call.duration)) if part)
    texts = words(
        w.text(
            f"{name} ({len(run)})" if len(run) > 1 else name, "16,24,Bold,0.1" if missed and call.new else "bodyL",
            "error" if missed else "on_surface", lines=1, id="name",
        ),
        node(
            "row", w.icon(glyph, 16, "error" if missed else "on_surface_variant", desc=kind),
            w.text(support, "bodyM", "on_surface_variant", lines=1, id="call_info"), gap=6, align="center",
        ),
        gap=1,
    )  # fmt: skip
    again = w.action("call", f"Call {name}", ev("dial", number=call.number), rid="call_back", color="primary")
    return line(
        monogram(view, call.number), texts, again,
        id="call_log_row", cls=w.GROUP, height=72, pad=(16, 0, 4, 0), gap=16,
    )  # fmt: skip


def duration(seconds: int) -> str:
    """`58 s`, `6 min 42 s`; empty for a call that was not answered."""
    minutes, rest = divmod(seconds, 60)
    return " ".join(part for part in (f"{minutes} min" if minutes else "", f"{rest} s" if rest else "") if part)


@app.screen("keypad", activity=".dialer.DialpadActivity", distractor="a number of Contacts leads to a call, not a text")
def keypad(state: State, view: View, number: str = "") -> Screen:
    """The dialler: keys, whose number it could be, and the call button."""
    dialled = state.ui.dialled if state.ui.dialling == number else number

    def type_number(value: str) -> Ev:
        return then(assign("ui.dialled", value[:LONGEST]), assign("ui.dialling", number))

    rows = _suggestions(view, dialled, type_number) if len(dialled) > 1 else []
    digits = line(
        node("spacer", width=48, height=48),
        w.text(dialled, "32,40,Regular,0", text_align="center", grow=1, lines=1, id="digits"),
        w.action("backspace", "Delete digit", type_number(dialled[:-1]), rid="delete_digit", enabled=bool(dialled)),
        height=64, pad=(8, 0),
    )  # fmt: skip
    keys = [_key(digit, letters, lambda value: type_number(dialled + value)) for digit, letters in KEYS]
    call = node(
        "button", text="Call", icon="call", on=ev("dial", number=dialled) if dialled else None,
        enabled=bool(dialled), id="dial", height=56, width=160, radius=28,
        bg="#1B7F4B" if dialled else "", color="#FFFFFF" if dialled else "",
    )  # fmt: skip
    pad = column(
        digits,
        node("grid", keys, columns=3, width="fill", pad=(28, 0), align="stretch", id="dialpad"),
        line(call, justify="center", pad=(0, 10, 0, 14), align="start"),
        bg="low", radius=(28, 28, 0, 0), pad=(0, 8, 0, 0),
    )  # fmt: skip
    none = None if rows else w.text("Type a number", "bodyL", "on_surface_variant", pad=(20, 24, 20, 0))
    return Screen(w.page(rows, none), top=w.app_bar("Keypad"), bottom=pad, title="Keypad")


def _suggestions(view: View, dialled: str, type_number: Callable[[str], Ev]) -> list[Node]:
    """People whose number has these digits, or the offer to write to it."""
    wanted = key_of(dialled)
    people = [person for person in view.book.people if wanted in key_of(person.number)][:SUGGESTIONS]
    if people:
        return [
            _suggestion(view, person, None if key_of(person.number) == wanted else type_number) for person in people
        ]
    write = ev("start_conversation", address=dialled)
    return [w.row("Send a message", dialled, on=write, rid="row_message", leading=w.disc("sms", 40), height=64)]


def _suggestion(view: View, person: Person, type_number: Callable[[str], Ev] | None) -> Node:
    """Somebody of the address book; whose number is typed already is no control."""
    return w.row(
        person.name, person.number, on=type_number(person.number) if type_number else None, rid="row_contact",
        leading=monogram(view, person.number, 40), height=64,
    )  # fmt: skip


def _key(digit: str, letters: str, press: Callable[[str], Ev]) -> Node:
    return node(
        "column", w.text(digit, "28,34,Regular,0"), w.text(letters or " ", "labelS", "on_surface_variant"),
        on={"tap": press(digit), "long": press("+" if digit == "0" else digit)}, id="dialpad_key",
        cls="android.widget.FrameLayout", desc=f"Key {digit}", height=64, align="center", justify="center",
    )  # fmt: skip


@app.on("dial")
def dial(state: State, view: View, number: str) -> Handled:
    """Call a number."""
    number = model.written(state, view, number)
    if not number:
        return None
    if model.is_offline(view):
        return Toast("Turn off airplane mode to call")
    return _with_call(state, view, number), Focus(None), Go(route("calling", number=number))


@app.on("log_call")
def log_call(state: State, view: View, number: str) -> State:
    """Note a call that a link has opened."""
    return state if model.is_offline(view) else _with_call(state, view, model.written(state, view, number))


def _with_call(state: State, view: View, number: str) -> State:
    last = max((call.id for call in state.calls), default=0)
    call = Call(last + 1, number, model.stamp(view.now), 0, OUTGOING, False)
    return replace(state, calls=(*state.calls, call))


@app.screen("calling", activity=".incall.InCallActivity", distractor="what a call leads to")
def calling(view: View, number: str = "", linked: bool = False) -> Screen:
    """A call that rings; one that a link has opened is noted when it ends."""
    leave = (assign("ui.dialled", ""), assign("ui.dialling", ""), back(), toast("Call ended"))
    end = node(
        "icon_button", icon="call_end", desc="End call",
        on=then(ev("log_call", number=number), *leave) if linked and number else then(*leave),
        id="end_call", width=88, height=64, radius=32, bg="#B3261E", color="#FFFFFF", size=30,
    )  # fmt: skip
    buttons = [_call_button("Mute", "mic_off"), _call_button("Keypad", "dialpad"), _call_button("Speaker", "volume_up")]
    body = column(
        w.space(72),
        monogram(view, number, 112),
        w.space(20),
        w.text(
            model.name_of(view, number) or "Unknown", "32,40,Regular,0",
            heading=True, text_align="center", pad=(24, 0, 24, 4),
        ),
        w.text("Ringing …", "bodyL", "on_surface_variant"),
        w.text(f"{number} · {FIRST_SIM}" if model.is_known(view, number) else FIRST_SIM, "bodyM", "on_surface_variant"),
        w.push(),
        line(buttons, justify="center", gap=36, align="start"),
        w.space(48),
        end,
        w.space(72),
        height="fill", align="center", bg="container",
    )  # fmt: skip
    close = w.action("arrow_back", "Navigate up", w.UP, color="on_surface")
    return Screen(body, top=line(close, height=56, pad=(4, 0), bg="container"), bg="container", title="Call")


def _call_button(label: str, glyph: str) -> Node:
    icon = w.icon(glyph, 28, "on_surface", place=("center", "center"))
    return node(
        "column", node("stack", icon, width=72, height=72, radius=36, bg="highest"), w.text(label, "labelL"),
        on=toast(f"{label}: not before somebody answers"), id="in_call_button", desc=label,
        cls="android.widget.ToggleButton", align="center", gap=8,
    )  # fmt: skip
