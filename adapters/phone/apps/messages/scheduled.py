"""Scheduled messages: their list, what can be done with one, and the time at which it is sent."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.messages import model
from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import Draft, Later, State
from adapters.phone.apps.messages.parts import SheetLine, action_sheet, monogram, window
from adapters.phone.framework.actions import Handled, assign, back, replace_with, then, toast
from adapters.phone.framework.dates import day_and_time
from adapters.phone.framework.state_paths import find, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Notice, Notify, Screen, View, route
from adapters.phone.ui.node import Node, ev


@app.screen(
    "scheduled",
    activity=".ui.scheduled.ScheduledActivity",
    distractor="where a message waits that was not sent at once",
)
def scheduled(state: State, view: View) -> Screen:
    """What waits to be sent, the next first."""
    waiting = sorted(state.later, key=lambda message: (message.at, message.number))
    none = w.empty("schedule_send", "Nothing scheduled", "Hold the send button to choose when a message goes.")
    body = w.page([_row(message, view) for message in waiting] or none)
    return Screen(body, top=w.app_bar("Scheduled"), title="Scheduled")


def _row(message: Later, view: View) -> Node:
    return w.row(
        model.name_of(view, message.address), f"{day_and_time(message.at, view.now)} · {message.body}",
        on=window("waiting", number=message.number), rid="row_scheduled", leading=monogram(view, message.address),
        lines=2, trailing=w.icon("schedule", 20, "primary", desc="Scheduled"),
    )  # fmt: skip


@app.sheet("waiting", over="scheduled", distractor="the ways to undo a scheduled message")
def waiting(state: State, view: View, number: str = "") -> tuple[Node, str]:
    """What can be done with a message that waits."""
    message = find(state.later, number=number)
    if message is None:
        title = "It is sent already"
        return action_sheet(title, ()), title
    title = f"To {model.name_of(view, message.address)}"
    return action_sheet(title, _lines(state, message), message.body), title


def _lines(state: State, message: Later) -> tuple[SheetLine, ...]:
    remove = assign("later", without(state.later, number=message.number))
    draft = Draft(message.address, message.body, sim=message.sim)
    edit = then(remove, assign("draft", draft), replace_with("thread", address=message.address))
    send = then(ev("send_now", number=message.number), back(), toast("Message sent"))
    return (
        ("send", "Send now", send, "send_now"),
        ("edit", "Edit", edit, "edit"),
        ("delete_outline", "Delete", then(remove, back(), toast("Scheduled message deleted")), "delete"),
    )


def _sent(state: State, view: View, message: Later) -> State:
    return model.with_message(replace(state, later=without(state.later, number=message.number)), view, message)


@app.on("send_now")
def send_now(state: State, view: View, number: str) -> State:
    """Send a message that waits."""
    message = find(state.later, number=number)
    return state if message is None else _sent(state, view, replace(message, at=model.stamp(view.now)))


@app.on("@due")
def fall_due(state: State, view: View) -> Handled:
    """Send what falls due, each message at its minute."""
    now = view.moment.replace(tzinfo=None)
    due = [message for message in state.later if datetime.fromisoformat(message.at) <= now]
    notices = []
    for message in due:
        state = _sent(state, view, message)
        text = "Not sent: no network" if model.is_offline(view) else f"To {model.name_of(view, message.address)}"
        place = route("thread", address=message.address)
        notices.append(Notify(Notice(message.number, "Scheduled message", text, place)))
    return state, *notices
