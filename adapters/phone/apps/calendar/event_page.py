"""The page of an event: its facts, an answer to an invitation, and what else can be done with it."""

from dataclasses import replace
from datetime import timedelta

from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.content import CONTENT, REPLIES
from adapters.phone.apps.calendar.days import day_of, when
from adapters.phone.apps.calendar.model import State, agenda_of, color_of, event_of, invited, next_notification, turn_of
from adapters.phone.apps.calendar.parts import NO_TITLE, dot, tool
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.dialogs import confirmation
from adapters.phone.components.settings_rows import detail_row
from adapters.phone.framework.actions import Handled, copy, go, share
from adapters.phone.framework.dates import date_text
from adapters.phone.framework.state_paths import with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Notice, Notify, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import DEFAULT_ACCESS, ONCE, OWNER, PLAIN, PUBLIC, Event


@app.screen("event", activity=".EventInfoActivity")
def event_page(state: State, view: View, key: str = "", day: str = "", saved: str = "") -> Screen:
    """Everything about one turn of an event; somebody else's invitation can be answered at the lower edge."""
    event = turn_of(state, key, day)
    if event is None:
        gone = w.empty("event_busy", "This event is gone", "It was deleted or never existed.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("Event"), title="Event")
    mine = agenda_of(state, event.calendar).writable and not invited(event)
    top = line(
        tool("close", "Navigate up", w.UP),
        w.push(),
        tool("edit", "Edit", ev("edit_event", key=key), "action_edit") if mine else None,
        tool("share", "Share", share(share_text(event, view)), "action_share"),
        tool("delete_outline", "Delete", go("delete", key=key, day=day), "action_delete"),
        id="toolbar",
        cls=w.GROUP,
        height=60,
        pad=(4, 0),
    )
    body = w.form(_saved(saved) if saved else None, _title(state, event, view), _facts(state, event, view))
    return Screen(body, top=top, bottom=_answer(event) if invited(event) else None, title="Event")


def _saved(text: str) -> Node:
    """What has just been done."""
    box = line(
        w.icon("check_circle", 22, "on_primary_container"),
        w.text(text, "bodyM", "on_primary_container", grow=1, lines=2, id="saved"),
        bg="primary_container", radius=8, pad=(14, 12), gap=12,
    )  # fmt: skip
    return column(box, pad=(16, 0, 16, 10))


def _title(state: State, event: Event, view: View) -> Node:
    day, time = when(event, view)
    title = w.text(
        event.title or NO_TITLE, "28,36,Regular,0", heading=True, lines=4, id="title", strike=event.reply == "No"
    )
    texts = words(
        title,
        w.text(day, "bodyL", pad=(0, 6, 0, 0), id="when_date", lines=2),
        w.text(time, "bodyL", "on_surface_variant", id="when_time", lines=2),
    )
    mark = node("column", dot(color_of(state, event), 20, 6), pad=(2, 9, 2, 0))
    return line(mark, texts, gap=24, pad=(20, 4, 20, 14), align="start")


def _facts(state: State, event: Event, view: View) -> list[Node]:
    agenda = agenda_of(state, event.calendar)
    facts: list[Node] = []
    if event.repeat != ONCE:
        until = f"Until {date_text(day_of(event.until), view.now)}" if event.until else ""
        facts.append(detail_row("repeat", event.repeat, until, rid="row_repeat"))
    if event.place:
        copy_place = w.action("content_copy", "Copy place", copy(event.place), rid="copy_place")
        facts.append(detail_row("place", event.place, rid="row_place", trailing=copy_place))
    if event.guests:
        facts.append(_guests(event))
    reminder = event.reminder if event.reminder != "None" else "No notification"
    facts.append(detail_row("notifications_none", reminder, rid="row_reminder"))
    facts.append(detail_row("event", agenda.name, agenda.account, rid="row_calendar"))
    if event.color != PLAIN:
        facts.append(detail_row("palette", event.color, rid="row_color"))
    if event.notes:
        facts.append(detail_row("subject", event.notes, rid="row_notes"))
    facts.append(detail_row("work", f"Shown as {event.shown_as.lower()}", rid="row_busy"))
    if event.access != DEFAULT_ACCESS:
        lock = "lock_open" if event.access == PUBLIC else "lock"
        facts.append(detail_row(lock, event.access, rid="row_access"))
    return facts


def _guests(event: Event) -> Node:
    answers = {event.organiser: "Organiser"}
    if invited(event):
        answers[OWNER] = event.reply or "Not answered"
    answers |= dict.fromkeys((name for name in event.guests if name != event.organiser), "")
    count = "1 guest" if len(answers) == 1 else f"{len(answers)} guests"
    return line(
        node("column", w.icon("people"), pad=(0, 8, 0, 0)),
        words(
            w.text(count, "bodyL", pad=(0, 8, 0, 6), id="guest_count"),
            [_guest_row(name, answer) for name, answer in answers.items()],
            align="stretch",
        ),
        gap=24,
        pad=(20, 0, 20, 6),
        align="start",
    )


def _guest_row(name: str, answer: str) -> Node:
    face = CONTENT.faces.get(name, 0)
    texts = words(w.text(name, "bodyL", lines=1), w.text(answer, "bodyS", "on_surface_variant") if answer else None)
    picture = w.avatar(face, 36) if face else w.disc("person", 36)
    return line(picture, texts, min_height=48, gap=16, id="row_guest", cls=w.GROUP)


def _answer(event: Event) -> Node:
    """Going? Yes, no, maybe."""
    picks = [
        c.option_card(
            reply, "", ev("reply", key=event.id, value=reply), event.reply == reply, rid="reply", height=44, radius=22
        )
        for reply in REPLIES
    ]
    return line(w.text("Going?", "titleM"), picks, bg="container", gap=8, pad=(20, 12, 16, 12), id="respond_bar")


@app.on("reply")
def reply_to(state: State, key: str, value: str) -> Handled:
    """Answer an invitation."""
    event = event_of(state, key)
    if event is None or event.reply == value:
        return None
    events = with_item(state.events, lambda known: known.id == key, reply=value)
    return replace(state, events=events), Toast(f"Reply sent to {event.organiser}: {value}")


def share_text(event: Event, view: View) -> str:
    """Return what "Share" hands over: the title, when it is, and the place."""
    lines = (event.title or NO_TITLE, ", ".join(when(event, view)), event.place)
    return "\n".join(text for text in lines if text)


@app.dialog("delete", over="event", title="Delete event?", distractor="one tap beside Edit on the page of an event")
def delete(state: State, key: str = "", day: str = "") -> Node:
    """The question before an event is gone."""
    event = turn_of(state, key, day)
    text = "It is gone already."
    if event is not None:
        repeats = " with all its repeats" if event.repeat != ONCE else ""
        guests = " Guests will be told that it was cancelled." if event.guests else ""
        text = f"“{event.title or NO_TITLE}” will be deleted{repeats}.{guests}"
    return confirmation("Delete event?", text, "Delete", ev("delete_event", key=key), enabled=event is not None)


@app.on("delete_event")
def delete_event(state: State, key: str) -> Handled:
    """Delete an event with all its turns."""
    events = tuple(event for event in state.events if event.id != key)
    return replace(state, events=events), Back(2), Toast("Event deleted")


@app.on("@due")
def notify(state: State, view: View) -> Handled:
    """Post the notifications that are due now."""
    now = view.moment.replace(tzinfo=None)
    notices: list[Notify] = []
    for event in state.events:
        found = next_notification(event, now - timedelta(seconds=1))
        if found is not None and found[0] <= now:
            turn = found[1]
            text = ", ".join(part for part in (when(turn, view)[1], turn.place) if part)
            place = route("event", key=turn.id, day=turn.start[:10])
            notices.append(Notify(Notice(f"event-{turn.id}", turn.title or NO_TITLE, text, place)))
    return state, *notices
