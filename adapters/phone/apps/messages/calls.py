"""The call log."""

from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import State, name_of
from adapters.phone.apps.messages.parts import heading, monogram, top_bar
from adapters.phone.components.boxes import line, words
from adapters.phone.components.buttons import floating_button
from adapters.phone.framework.actions import Handled, assign, go, switch_to, then
from adapters.phone.framework.dates import day_name
from adapters.phone.framework.state_paths import with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, View, route
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import BLOCKED, INCOMING, MISSED, OUTGOING, REJECTED, Call

KINDS = {
    INCOMING: ("call_received", "Incoming"),
    OUTGOING: ("call_made", "Outgoing"),
    MISSED: ("call_missed", "Missed"),
    REJECTED: ("call_end", "Declined"),
    BLOCKED: ("block", "Blocked"),
}


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
    call, name = run[0], name_of(view, run[0].number)
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
