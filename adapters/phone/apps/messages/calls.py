"""The call log, the dialler, a call, and what can be set."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.messages.model import State, day_label, known, name_of, typed
from adapters.phone.apps.messages.parts import monogram, person_row, section, top_bar
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.address_book import key_of
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import BLOCKED, INCOMING, MISSED, OUTGOING, REJECTED, SIMS, Call

KINDS = {INCOMING: ("call_received", "Incoming"), OUTGOING: ("call_made", "Outgoing"),
         MISSED: ("call_missed", "Missed"), REJECTED: ("call_end", "Declined"),
         BLOCKED: ("block", "Blocked")}  # fmt: skip
KEYS = (("1", ""), ("2", "ABC"), ("3", "DEF"), ("4", "GHI"), ("5", "JKL"), ("6", "MNO"), ("7", "PQRS"), ("8", "TUV"),
        ("9", "WXYZ"), ("*", ""), ("0", "+"), ("#", ""))  # fmt: skip
FILTERS = ("All", "Missed")


def lasted(seconds: int) -> str:
    """`58 s`, `6 min 42 s`; nothing for a call that was not answered."""
    if not seconds:
        return ""
    minutes, rest = divmod(seconds, 60)
    return " ".join(part for part in (f"{minutes} min" if minutes else "", f"{rest} s" if rest else "") if part)


def calls(state: State, place: Route, view: View) -> Screen:
    """All calls, the latest first; calls with one number that follow each other stand in one row."""
    chosen = place.get("filter", FILTERS[0])
    rows: list[Node] = []
    day = ""
    runs: list[list[Call]] = []
    for one in reversed(state.calls):
        if chosen == "Missed" and one.type != MISSED:
            continue
        if runs and (runs[-1][0].number, runs[-1][0].type, runs[-1][0].date[:10]) == (
            one.number, one.type, one.date[:10]
        ):  # fmt: skip
            runs[-1].append(one)
        else:
            runs.append([one])
    for run in runs:
        label = day_label(run[0].date, view.now)
        if label != day:
            day = label
            rows.append(section(label))
        rows.append(_row(run, view))
    strip = node(
        "row", [c.chip(name, ev("filter", value=name), name == chosen, rid="chip_filter", single=True)
                for name in FILTERS], width="fill", gap=8, pad=(16, 4, 16, 4),
    )  # fmt: skip
    none = w.empty("phone_missed", "No missed calls" if chosen == "Missed" else "No calls", "Calls show up here.")
    bar = top_bar(
        "Calls", "Calls", w.action("search", "Search", ev("find"), rid="search", color="on_surface"),
        w.action("settings", "Settings", ev("go", to="settings"), rid="settings", color="on_surface"),
    )  # fmt: skip
    fab = node("icon_button", icon="dialpad", desc="Keypad", on=ev("keypad"), id="dialpad_fab", variant="fab",
               width=56, height=56, radius=16, bg="primary_container", color="on_primary_container",
               elevation=3)  # fmt: skip
    return Screen(w.page(strip, rows or none, w.space(64)), top=bar, fab=fab, title="Calls")


def _row(run: list[Call], view: View) -> Node:
    one = run[0]
    glyph, word = KINDS.get(one.type, ("call", "Call"))
    missed = one.type == MISSED
    title = name_of(view, one.number) + (f" ({len(run)})" if len(run) > 1 else "")
    told = " · ".join(part for part in (word, one.date[11:], lasted(one.duration)) if part)
    names = node(
        "column",
        w.text(title, "16,24,Bold,0.1" if missed and one.new else "bodyL", "error" if missed else "on_surface", lines=1,
               id="name"),
        node("row", w.icon(glyph, 16, "error" if missed else "on_surface_variant", desc=word),
             w.text(told, "bodyM", "on_surface_variant", lines=1, id="call_info"), gap=6, align="center"),
        grow=1, gap=1,
    )  # fmt: skip
    call = w.action("call", f"Call {name_of(view, one.number)}", ev("dial", number=one.number), rid="call_back",
                    color="primary")  # fmt: skip
    return node("row", monogram(view, one.number), names, call, id="call_log_row", cls=w.GROUP,
                width="fill", height=72, pad=(16, 0, 4, 0), gap=16, align="center")  # fmt: skip


def keypad(state: State, place: Route, view: View) -> Screen:
    """The dialler: keys, whom the number could be, the call button."""
    given = place.get("number", "")
    dialled = typed(state, given)
    wanted = key_of(dialled)
    hits = [one for one in view.book.people if wanted in key_of(one.number)][:3] if len(dialled) > 1 else []
    suggestions = [person_row(view, one.number, one.name, ev("dialled", value=one.number, of=given)) for one in hits]
    if dialled and not hits and len(dialled) > 1:
        suggestions = [w.row("Send a message", dialled, on=ev("start", address=dialled), rid="row_message",
                             leading=w.disc("sms", 40), height=64)]  # fmt: skip
    none = None if suggestions else w.text("Type a number", "bodyL", "on_surface_variant", pad=(20, 24, 20, 0))
    keys = [
        node("column", w.text(digit, "28,34,Regular,0"), w.text(letters or " ", "labelS", "on_surface_variant"),
             on={"tap": ev("digit", value=digit, of=given),
                 "long": ev("digit", value="+" if digit == "0" else digit, of=given)},
             id="dialpad_key", cls="android.widget.FrameLayout", desc=f"Key {digit}", height=64, align="center",
             justify="center")
        for digit, letters in KEYS
    ]  # fmt: skip
    shown = node(
        "row", node("spacer", width=48, height=48),
        w.text(dialled, "32,40,Regular,0", text_align="center", grow=1, lines=1, id="digits"),
        w.action("backspace", "Delete digit", ev("undigit", of=given), rid="delete_digit", enabled=bool(dialled)),
        width="fill", height=64, align="center", pad=(8, 0, 8, 0),
    )  # fmt: skip
    button = node(
        "button", text="Call", icon="call", on=ev("dial", number=dialled) if dialled else None,
        enabled=bool(dialled), id="dial", height=56, width=160, radius=28, bg="#1B7F4B" if dialled else "",
        color="#FFFFFF" if dialled else "",
    )  # fmt: skip
    pad = node(
        "column", shown, node("grid", keys, columns=3, width="fill", pad=(28, 0, 28, 0), align="stretch",
             id="dialpad"),
        node("row", button, width="fill", justify="center", pad=(0, 10, 0, 14)),
        width="fill", bg="low", radius=(28, 28, 0, 0), align="stretch", pad=(0, 8, 0, 0),
    )  # fmt: skip
    return Screen(w.page(suggestions, none), top=w.app_bar("Keypad"), bottom=pad, title="Keypad")


def calling(state: State, place: Route, view: View) -> Screen:
    """A call that rings; nobody answers on this phone."""
    number = place.get("number", "")
    end_event = ev("hang_up", number=number) if place.get("linked") else ev("hang_up")
    toggles = [
        node("column", node("stack", w.icon(glyph, 28, "on_surface", place=("center", "center")), width=72, height=72,
                            radius=36, bg="highest"),
             w.text(label, "labelL"), on=ev("in_call", what=label), id="in_call_button", desc=label,
             cls="android.widget.ToggleButton", align="center", gap=8)
        for glyph, label in (("mic_off", "Mute"), ("dialpad", "Keypad"), ("volume_up", "Speaker"))
    ]  # fmt: skip
    end = node("icon_button", icon="call_end", desc="End call", on=end_event, id="end_call", width=88, height=64,
               radius=32, bg="#B3261E", color="#FFFFFF", size=30)  # fmt: skip
    body = node(
        "column", w.space(72), monogram(view, number, 112), w.space(20),
        w.text(name_of(view, number) or "Unknown", "32,40,Regular,0", heading=True, text_align="center",
               pad=(24, 0, 24, 4)),
        w.text("Ringing …", "bodyL", "on_surface_variant"),
        w.text(f"{number} · {state.prefs.sim}" if known(view, number) else state.prefs.sim, "bodyM",
               "on_surface_variant"),
        w.push(), node("row", toggles, width="fill", justify="center", gap=36), w.space(48), end, w.space(72),
        width="fill", height="fill", align="center", bg="container",
    )  # fmt: skip
    close = w.action("arrow_back", "Navigate up", w.UP, color="on_surface")
    top = node("row", close, width="fill", height=56, align="center", pad=(4, 0, 4, 0), bg="container")
    return Screen(body, top=top, bg="container", title="Call")


def settings(state: State, place: Route, view: View) -> Screen:
    """What holds for all conversations."""
    prefs, blocked = state.prefs, len(state.blocked)
    many = "1 number" if blocked == 1 else f"{blocked} numbers"
    body = w.form(
        section("Sending"),
        c.setting("Send and call with", prefs.sim, on=ev("ask", what="sims"), icon_name="sim_card"),
        c.setting("Delivery reports", "Tell when a message has arrived", on=ev("pref", name="reports"),
                  icon_name="done_all", checked=prefs.reports),
        section("Receiving"),
        c.setting("Spam filter", "Keep suspicious messages apart", on=ev("pref", name="filter"), icon_name="report",
                  checked=prefs.filter),
        c.setting("Bubbles", "Show new messages over other apps", on=ev("pref", name="bubbles"),
                  icon_name="chat_bubble_outline", checked=prefs.bubbles),
        c.setting("Spam and blocked", many, on=ev("go", to="blocked"), icon_name="block"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def sims(state: State, place: Route, view: View) -> Screen:
    """Which SIM is used where nothing else is picked."""
    window = c.choice_dialog("Send and call with", SIMS, state.prefs.sim, ev("use_sim"))
    return replace(settings(state, place, view), overlay=Overlay("dialog", window), title="Send and call with")
