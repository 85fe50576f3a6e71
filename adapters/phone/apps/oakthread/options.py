"""What can be done with a thread or a reply of Oakthread beside reading it: save, follow, hide, mute, delete."""

from dataclasses import replace

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import ME
from adapters.phone.apps.oakthread.model import ALL_REPLIES, FOLDERS, OFF, READING_LIST, WATCH, Saved, State, Watched
from adapters.phone.components.bottom_sheets import sheet, sheet_option
from adapters.phone.components.choices import radio_choice
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, assign, back, copy, replace_with, share, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, toggled, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node


@app.sheet("options", over="thread", title="Thread options", distractor="saves, follows, hides or mutes a thread")
def options(state: State, key: str = "", grove: str = "", under: str = "") -> Node:
    """What can be done with a thread; hiding it and muting its author are neighbours."""
    thread = model.thread_of(state, key)
    if thread is None:
        return _no_longer_there()
    place = {"key": key, "grove": grove, "under": under}
    folder, alerts = model.saved_in(state, key), model.watched(state, key)
    save = then(assign("ui.folder", folder or READING_LIST), replace_with("save_to", **place))
    rows = [
        _option("bookmark", f"Saved in {folder}", save, "save_to")
        if folder
        else _option("bookmark_border", "Save to a folder", save, "save_to"),
        _option(
            "notifications_active" if alerts else "notifications_none",
            f"Following: {alerts.lower()}" if alerts else "Follow this thread",
            replace_with("watch", **place), "watch",
        ),
        _option("share", "Share", then(back(), share(p.shared_text(thread))), "share"),
    ]  # fmt: skip
    if model.record(state, key) is not None:
        rows.append(_delete_option("Delete thread", key, place))
    elif thread.author != ME:
        hide = then(assign("hidden", (*state.hidden, key)), back(), toast("Hidden from your home"))
        rows += [
            _option("visibility_off", "Hide this thread", hide, "hide"),
            _mute_option(state, thread.author),
        ]
    return sheet(thread.title, rows, look=p.SHEET)


@app.sheet("reply_options", over="thread", title="Reply options", distractor="copies, mutes or deletes a reply")
def reply_options(state: State, id_: str = "", under: str = "") -> Node:
    """What can be done with a reply."""
    reply = model.reply_of(state, id_)
    if reply is None:
        return _no_longer_there()
    rows = [_option("content_copy", "Copy text", then(back(), copy(reply.text)), "copy")]
    if model.answer_of(state, id_) is not None:
        rows.append(_delete_option("Delete reply", id_, {"key": reply.thread, "under": under}))
    elif reply.author != ME:
        rows.append(_mute_option(state, reply.author))
    return sheet(f"Reply of {reply.author}", rows, look=p.SHEET)


def _no_longer_there() -> Node:
    return sheet("Not there", w.text("It was removed.", "bodyL", pad=(20, 4, 20, 12)), look=p.SHEET)


def _option(glyph: str, label: str, on: Ev, rid: str, *, danger: bool = False) -> Node:
    return sheet_option(glyph, label, on, rid=rid, danger=danger, ink=p.SOFT, size=23, height=52, pad=(20, 0))


def _delete_option(label: str, key: str, place: dict[str, str]) -> Node:
    return _option("delete", label, replace_with("delete", id=key, **place), "delete", danger=True)


def _mute_option(state: State, author: str) -> Node:
    glyph, label, done = ("volume_off", f"Mute {author}", f"Muted: {author}")
    if author in state.muted:
        glyph, label, done = ("volume_up", f"Unmute {author}", f"No longer muted: {author}")
    return _option(glyph, label, then(assign("muted", toggled(state.muted, author)), back(), toast(done)), "mute")


@app.on("watch")
def watch(state: State, view: View, key: str) -> Handled:
    """The bell: follow a thread with all replies, or no longer."""
    if model.watched(state, key):
        return replace(state, watched=without(state.watched, thread=key)), Toast("You no longer follow this thread")
    return watch_as(state, view, key, ALL_REPLIES), Toast("You follow this thread")


@app.dialog("watch", over="thread", title="Tell me about", distractor="a thread's bell, not that of a new thread")
def watch_dialog(state: State, key: str = "") -> Node:
    """The window that picks which notifications come about a thread; `Off` ends following it."""
    chosen = model.watched(state, key) or ALL_REPLIES
    return c.choice_dialog("Tell me about", WATCH, chosen, lambda alerts: _watch(key, alerts))


def _watch(key: str, alerts: str) -> Ev:
    note = "You no longer follow this thread" if alerts == OFF else f"Following: {alerts.lower()}"
    return then(ev("watch_as", key=key, alerts=alerts), back(), toast(note))


@app.on("watch_as")
def watch_as(state: State, view: View, key: str, alerts: str) -> State:
    """Follow a thread in the way that was chosen; `Off` no longer follows it."""
    others = without(state.watched, thread=key)
    if alerts != OFF:
        others = (*others, Watched(key, alerts, view.now.strftime(TIME_FORMAT)))
    return replace(state, watched=others)


@app.on("save")
def save(state: State, view: View, key: str) -> Handled:
    """The bookmark: into the reading list, or out of whichever folder has it."""
    folder = model.saved_in(state, key)
    if folder:
        return replace(state, saved=without(state.saved, thread=key)), Toast(f"Removed from {folder}")
    return save_there(state, view, key, READING_LIST), Toast(f"Saved to {READING_LIST}")


@app.on("save_there")
def save_there(state: State, view: View, key: str, folder: str) -> State:
    """Save a thread to a folder, and to no other."""
    thread = model.thread_of(state, key)
    if thread is None:
        return state
    saved = Saved(key, thread.title, folder, view.now.strftime(TIME_FORMAT))
    return replace(state, saved=(*without(state.saved, thread=key), saved))


@app.sheet(
    "save_to", over="thread", title="Save to", distractor="a folder that is picked, where the bookmark takes the first"
)
def save_to(state: State, key: str = "") -> Node:
    """Which folder a thread goes to."""
    folder = bind(state, "ui.folder")
    folders = radio_choice(folder, FOLDERS, rid="folder_option", group="folder_group", height=52)
    save_it = then(ev("save_there", key=key, folder=folder.value), back(), toast(f"Saved to {folder.value}"))
    button = c.button("Save", save_it, rid="save_here", height=46).styled(radius=12)
    return sheet("Save to", folders, node("row", button, width="fill", pad=(20, 8, 20, 4)), look=p.SHEET)


@app.dialog("delete", over="thread", title="Delete", distractor="takes back what was posted wrongly")
def delete_dialog(id_: str = "") -> Node:
    """Whether a post of one's own is really deleted."""
    delete_it = then(ev("delete_own", id=id_), back(), toast(f"{id_} deleted"))
    return confirmation(f"Delete {id_}?", "It can't be brought back.", "Delete", delete_it)


@app.on("delete_own")
def delete_own(state: State, id_: str) -> State:
    """Delete a reply of one's own, or a thread with what answers, follows or saves it."""
    return replace(
        state,
        threads=without(state.threads, number=id_),
        answers=without(without(state.answers, number=id_), thread=id_),
        watched=without(state.watched, thread=id_),
        saved=without(state.saved, thread=id_),
    )
