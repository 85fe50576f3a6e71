"""What can be done with a thread or a reply of Oakthread and its author, and what is asked before it is done."""

from dataclasses import replace

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import ME, Reply, Thread, grove_name
from adapters.phone.apps.oakthread.home import shown_name, unmute
from adapters.phone.apps.oakthread.model import (
    BLOCKS,
    FOLDERS,
    MUTES,
    REASONS,
    WATCH,
    Blocked,
    Muted,
    Report,
    Saved,
    State,
    answer_of,
    muted,
    record,
    reply_of,
    saved_in,
    thread_of,
    watched,
)
from adapters.phone.apps.oakthread.thread import shared_text, with_watched
from adapters.phone.components.bottom_sheets import sheet, sheet_option
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, assign, back, copy, replace_with, share, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node


@app.sheet("options", over="thread", title="Thread options", distractor="keeps, mutes, blocks or reports a thread")
def options(state: State, key: str = "", grove: str = "", under: str = "") -> Node:
    """What can be done with a thread; muting and blocking its author are neighbours."""
    thread = thread_of(state, key)
    if thread is None:
        return _no_longer_there()
    place = {"key": key, "grove": grove, "under": under}
    alerts = watched(state, key)
    rows = [
        _save_option(state, "thread", key, "Save to a folder", place),
        _option(
            "notifications_active" if alerts else "notifications_none",
            f"Following: {alerts.lower()}" if alerts else "Follow this thread",
            replace_with("watch", **place), "watch",
        ),
        _option("share", "Share", then(back(), share(shared_text(thread))), "share"),
    ]  # fmt: skip
    if record(state, key) is not None:
        rows.append(_delete_option("Delete thread", key, place))
    elif thread.author != ME:
        rows += _foreign_thread_options(state, thread, place)
    return sheet(thread.title, rows, look=p.SHEET)


def _foreign_thread_options(state: State, thread: Thread, place: dict[str, str]) -> list[Node]:
    hide = assign("ui.hidden", (*state.ui.hidden, thread.key))
    return [
        _option("visibility_off", "Hide this thread", then(hide, back(), toast("Hidden from your home")), "hide"),
        _mute_person_option(state, thread.author, place),
        _option(
            "volume_off", f"Mute {grove_name(thread.grove)}", _mute(state, "grove", thread.grove, place), "mute_grove"
        ),
        _block_option(thread.author, place),
        _report_option("Report thread", "thread", thread.key, place),
    ]


@app.sheet("reply_options", over="thread", title="Reply options", distractor="keeps, mutes, blocks or reports a reply")
def reply_options(state: State, id_: str = "", under: str = "") -> Node:
    """What can be done with a reply."""
    reply = reply_of(state, id_)
    if reply is None:
        return _no_longer_there()
    place = {"key": reply.thread, "under": under}
    rows = [
        _save_option(state, "reply", id_, "Save reply to a folder", place),
        _option("content_copy", "Copy text", then(back(), copy(reply.text)), "copy"),
    ]
    if answer_of(state, id_) is not None:
        rows.append(_delete_option("Delete reply", id_, place))
    elif reply.author != ME:
        rows += [
            _mute_person_option(state, reply.author, place),
            _block_option(reply.author, place),
            _report_option("Report reply", "reply", id_, place),
        ]
    return sheet(f"Reply of {reply.author}", rows, look=p.SHEET)


def _no_longer_there() -> Node:
    text = w.text("It was removed, or you have blocked whoever wrote it.", "bodyL", pad=(20, 4, 20, 12))
    return sheet("Not there", text, look=p.SHEET)


def _option(glyph: str, label: str, on: Ev, rid: str, *, danger: bool = False) -> Node:
    return sheet_option(glyph, label, on, rid=rid, danger=danger, ink=p.SOFT, size=23, height=52, pad=(20, 0))


def _save_option(state: State, kind: str, key: str, label: str, place: dict[str, str]) -> Node:
    folder = saved_in(state, kind, key)
    ask = then(assign("ui.picked", folder or FOLDERS[0]), replace_with("save_to", kind=kind, id=key, **place))
    glyph = "bookmark" if folder else "bookmark_border"
    return _option(glyph, f"Saved in {folder}" if folder else label, ask, "save_to")


def _delete_option(label: str, key: str, place: dict[str, str]) -> Node:
    return _option("delete", label, replace_with("delete", id=key, **place), "delete", danger=True)


def _mute_person_option(state: State, author: str, place: dict[str, str]) -> Node:
    is_muted = bool(muted(state, "person", author))
    glyph, label = ("volume_up", "Unmute") if is_muted else ("volume_off", "Mute")
    return _option(glyph, f"{label} {author}", _mute(state, "person", author, place), "mute_person")


def _mute(state: State, kind: str, name: str, place: dict[str, str]) -> Ev:
    """Ask for how long to mute; what is muted already is shown again at once."""
    if muted(state, kind, name):
        return then(unmute(state, kind, name), back())
    return _ask("mute", MUTES[1], kind=kind, name=name, **place)


def _ask(window: str, picked: str, **args: str) -> Ev:
    """Put a question in place of the sheet, with an answer picked."""
    return then(assign("ui.picked", picked), replace_with(window, **args))


def _block_option(author: str, place: dict[str, str]) -> Node:
    ask = _ask("block", BLOCKS[0], handle=author, **place)
    return _option("block", f"Block {author}", ask, "block", danger=True)


def _report_option(label: str, kind: str, key: str, place: dict[str, str]) -> Node:
    ask = _ask("report", REASONS[0], kind=kind, id=key, **place)
    return _option("flag", label, ask, "report", danger=True)


@app.dialog("watch", over="thread", title="Tell me about", distractor="a thread's bell, not that of a new thread")
def watch_dialog(state: State, key: str = "") -> Node:
    """The window that picks which notifications come about a thread; `Off` ends following it."""
    chosen = watched(state, key) or WATCH[0]
    return c.choice_dialog("Tell me about", WATCH, chosen, lambda alerts: _watch(key, alerts))


def _watch(key: str, alerts: str) -> Ev:
    return then(ev("watch_as", key=key, alerts=alerts), back(), toast(f"Following: {alerts.lower()}"))


@app.on("watch_as")
def watch_as(state: State, view: View, key: str, alerts: str) -> State:
    """Follow a thread in the way that was chosen."""
    return with_watched(state, key, alerts, view)


@app.on("save")
def save(state: State, view: View, kind: str, id_: str) -> Handled:
    """The bookmark: into the first folder, or out of whichever has it."""
    folder = saved_in(state, kind, id_)
    if folder:
        return replace(state, saved=without(state.saved, kind=kind, id=id_)), Toast(f"Removed from {folder}")
    return _with_saved(state, kind, id_, FOLDERS[0], view), Toast(f"Saved to {FOLDERS[0]}")


def _with_saved(state: State, kind: str, key: str, folder: str, view: View) -> State:
    saved = Saved(kind, key, _title(_found(state, kind, key)), folder, view.now.strftime(TIME_FORMAT))
    return replace(state, saved=(*without(state.saved, kind=kind, id=key), saved))


def _found(state: State, kind: str, key: str) -> Thread | Reply | None:
    return reply_of(state, key) if kind == "reply" else thread_of(state, key)


def _title(item: Thread | Reply | None) -> str:
    """What stands for a thread or a reply where it is saved."""
    if isinstance(item, Reply):
        return f"{item.author}: {item.text[:60]}"
    return item.title if item is not None else ""


@app.sheet(
    "save_to", over="thread", title="Save to", distractor="a folder that is picked, where the bookmark takes the first"
)
def save_to(state: State, kind: str = "thread", id_: str = "") -> Node:
    """Which folder something goes to."""
    folder = bind(state, "ui.picked")
    rows = [
        c.radio_row(name, folder.to(name), name == folder.value, rid="folder_option", height=52) for name in FOLDERS
    ]
    save_there = then(ev("save_there", kind=kind, id=id_), back(), toast(f"Saved to {folder.value}"))
    button = c.button("Save", save_there, rid="save_here", height=46).styled(radius=12)
    return sheet("Save to", rows, node("row", button, width="fill", pad=(20, 8, 20, 4)), look=p.SHEET)


@app.on("save_there")
def save_there(state: State, view: View, kind: str, id_: str) -> State:
    """Save something to the folder that is picked."""
    return _with_saved(state, kind, id_, state.ui.picked, view)


@app.dialog("mute", over="thread", title="Mute", distractor="hides for a time, and blocks nobody")
def mute_dialog(state: State, kind: str = "person", name: str = "") -> Node:
    """For how long somebody or a grove is muted."""
    shown = shown_name(kind, name)
    mute_it = then(ev("mute", kind=kind, name=name), back(), toast(f"Muted: {shown}"))
    return confirmed_choice(f"Mute {shown}", bind(state, "ui.picked"), MUTES, "Mute", mute_it)


@app.on("mute")
def mute(state: State, view: View, kind: str, name: str) -> State:
    """Mute somebody or a grove for the time that is picked."""
    muted = Muted(kind, name, state.ui.picked, view.now.strftime(TIME_FORMAT))
    return replace(state, muted=(*without(state.muted, kind=kind, name=name), muted))


@app.dialog("block", over="thread", title="Block", distractor="a neighbour of mute, which takes the words away, too")
def block_dialog(state: State, handle: str = "") -> Node:
    """How somebody is blocked."""
    block_it = then(ev("block", handle=handle), back(), toast(f"Blocked {handle}"))
    return confirmed_choice(f"Block {handle}", bind(state, "ui.picked"), BLOCKS, "Block", block_it)


@app.on("block")
def block(state: State, view: View, handle: str) -> State:
    """Block somebody in the way that is picked."""
    blocked = Blocked(handle, state.ui.picked, view.now.strftime(TIME_FORMAT))
    return replace(state, blocked=(*without(state.blocked, handle=handle), blocked))


@app.dialog("report", over="thread", title="Report", distractor="the last of the options of a thread")
def report_dialog(state: State, kind: str = "", id_: str = "") -> Node:
    """Why something is reported."""
    report_it = then(ev("report", kind=kind, id=id_), back())
    return confirmed_choice("What is wrong with it?", bind(state, "ui.picked"), REASONS, "Report", report_it)


@app.on("report")
def report(state: State, view: View, kind: str, id_: str) -> Handled:
    """Report a thread or a reply for the reason that is picked."""
    item = _found(state, kind, id_)
    if item is None:
        return None
    number = f"RP-{14 + len(state.reports)}"
    made = Report(number, kind, id_, item.author, state.ui.picked, view.now.strftime(TIME_FORMAT))
    return replace(state, reports=(*state.reports, made)), Toast(f"Report {number} is with the moderators")


@app.dialog("delete", over="thread", title="Delete", distractor="takes back what was posted wrongly")
def delete_dialog(id_: str = "") -> Node:
    """Whether a post of one's own is really deleted."""
    delete_it = then(ev("delete_own", id=id_), back(), toast(f"{id_} deleted"))
    return confirmation(f"Delete {id_}?", "It can't be brought back.", "Delete", delete_it)


@app.on("delete_own")
def delete_own(state: State, id_: str) -> State:
    """Delete a thread or reply of one's own, with what follows or saves it."""
    return replace(
        state,
        threads=without(state.threads, number=id_),
        answers=without(state.answers, number=id_),
        watched=without(state.watched, thread=id_),
        saved=without(state.saved, id=id_),
    )
