"""The windows above Oakthread's pages: what can be done with a thread or a reply, and what is asked first."""

from __future__ import annotations

from adapters.phone.apps.oakthread import front, reading, you
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.groves import ME
from adapters.phone.apps.oakthread.model import (
    BLOCKS,
    FOLDERS,
    JOIN_ALERTS,
    MUTES,
    REASONS,
    WATCH,
    State,
    answer_of,
    grove_name,
    joined,
    kept,
    muted,
    record,
    reply_of,
    thread_of,
    watched,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View, route
from adapters.phone.ui.node import ev, node

_BELOW = {
    "thread": (reading.discussion, "thread"),
    "grove": (front.room, "grove"),
    "you": (you.you, "you"),
    "search": (reading.find, "search"),
}


def _over(state: State, place: Route, view: View, window: Overlay, title: str) -> Screen:
    """A window above the page that it was opened from."""
    under = place.get("under", "")
    draw, name = _BELOW.get(under, (front.home, "home"))
    key = place.get("key", "")
    if under == "grove":
        one = thread_of(state, key)
        key = one.grove if one is not None else place.get("grove", key)
    below = draw(state, route(name, key=key), view)
    return Screen(below.body, top=below.top, bottom=below.bottom, fab=below.fab, overlay=window, title=title)


def _gone(state: State, place: Route, view: View) -> Screen:
    words = w.text("It was removed, or you have blocked whoever wrote it.", "bodyL", pad=(20, 4, 20, 12))
    return _over(state, place, view, Overlay("sheet", p.sheet("Not there", words)), "Not there")


def options(state: State, place: Route, view: View) -> Screen:
    """What can be done with a thread; muting and blocking its author are neighbours."""
    one = thread_of(state, place.get("key", ""))
    if one is None:
        return _gone(state, place, view)
    more = {"under": place.get("under", ""), "key": one.key}
    saved, bell = kept(state, "thread", one.key), watched(state, one.key)
    rows = [
        p.line("bookmark" if saved else "bookmark_border", f"Saved in {saved.folder}" if saved else "Save to a folder",
               ev("save_to", kind="thread", id=one.key, **more), "save_to"),
        p.line("notifications_active" if bell else "notifications_none",
               f"Following: {bell.alerts.lower()}" if bell else "Follow this thread", ev("watch_how", **more), "watch"),
        p.line("share", "Share", ev("share", close=True, key=one.key), "share"),
    ]  # fmt: skip
    if record(state, one.key) is not None:
        rows += [p.line("delete", "Delete thread", ev("ask", to="delete", id=one.key, **more), "delete",
                 danger=True)]  # fmt: skip
    elif one.author != ME:
        quiet = muted(state, "person", one.author)
        rows += [
            p.line("visibility_off", "Hide this thread", ev("hide", key=one.key), "hide"),
            p.line("volume_up" if quiet else "volume_off", f"{'Unmute' if quiet else 'Mute'} {one.author}",
                   ev("mute", kind="person", name=one.author, **more), "mute_person"),
            p.line("volume_off", f"Mute {grove_name(one.grove)}", ev("mute", kind="grove", name=one.grove, **more),
            "mute_grove"),
            p.line("block", f"Block {one.author}", ev("block", handle=one.author, **more), "block", danger=True),
            p.line("flag", "Report thread", ev("report", kind="thread", id=one.key, **more), "report", danger=True),
        ]  # fmt: skip
    return _over(state, place, view, Overlay("sheet", p.sheet(one.title, rows)), "Thread options")


def reply_options(state: State, place: Route, view: View) -> Screen:
    """What can be done with a reply."""
    one = reply_of(state, place.get("id", ""))
    if one is None:
        return _gone(state, place, view)
    more = {"under": place.get("under", ""), "key": one.thread}
    saved = kept(state, "reply", one.id)
    rows = [p.line("bookmark" if saved else "bookmark_border",
    f"Saved in {saved.folder}" if saved else "Save reply to a folder",
                   ev("save_to", kind="reply", id=one.id, **more), "save_to"),
            p.line("content_copy", "Copy text", ev("copy_reply", id=one.id), "copy")]  # fmt: skip
    if answer_of(state, one.id) is not None:
        rows += [p.line("delete", "Delete reply", ev("ask", to="delete", id=one.id, **more), "delete",
                 danger=True)]  # fmt: skip
    elif one.author != ME:
        quiet = muted(state, "person", one.author)
        rows += [
            p.line("volume_up" if quiet else "volume_off", f"{'Unmute' if quiet else 'Mute'} {one.author}",
                   ev("mute", kind="person", name=one.author, **more), "mute_person"),
            p.line("block", f"Block {one.author}", ev("block", handle=one.author, **more), "block", danger=True),
            p.line("flag", "Report reply", ev("report", kind="reply", id=one.id, **more), "report", danger=True),
        ]  # fmt: skip
    return _over(state, place, view, Overlay("sheet", p.sheet(f"Reply of {one.author}", rows)), "Reply options")


def mute(state: State, place: Route, view: View) -> Screen:
    """For how long somebody or a grove is muted."""
    kind, name = place.get("kind", "person"), place.get("name", "")
    title = f"Mute {grove_name(name) if kind == 'grove' else name}"
    asked = c.choice_dialog(
        title, MUTES, state.ui.picked or MUTES[1], ev("pick"), yes=("Mute", ev("mute_now", kind=kind, name=name))
    )
    return _over(state, place, view, Overlay("dialog", asked), title)


def block(state: State, place: Route, view: View) -> Screen:
    """How somebody is blocked."""
    handle = place.get("handle", "")
    asked = c.choice_dialog(f"Block {handle}", BLOCKS, state.ui.picked or BLOCKS[0], ev("pick"),
                            yes=("Block", ev("block_now", handle=handle)))  # fmt: skip
    return _over(state, place, view, Overlay("dialog", asked), "Block")


def report(state: State, place: Route, view: View) -> Screen:
    """Why something is reported."""
    asked = c.choice_dialog("What is wrong with it?", REASONS, state.ui.picked or REASONS[0], ev("pick"),
                            yes=("Report", ev("report_now", kind=place.get("kind", ""), id=place.get("id",
                            ""))))  # fmt: skip
    return _over(state, place, view, Overlay("dialog", asked), "Report")


def watch(state: State, place: Route, view: View) -> Screen:
    """What one wants to be told about a thread; `Off` no longer follows it."""
    bell = watched(state, place.get("key", ""))
    asked = c.choice_dialog(
        "Tell me about", WATCH, bell.alerts if bell else WATCH[0], ev("watch_as", key=place.get("key", ""))
    )
    return _over(state, place, view, Overlay("dialog", asked), "Tell me about")


def alerts(state: State, place: Route, view: View) -> Screen:
    """How loudly a grove rings."""
    key = place.get("grove", "")
    known = joined(state, key)
    asked = c.choice_dialog(f"Alerts of {grove_name(key)}", JOIN_ALERTS, known.alerts if known else JOIN_ALERTS[0],
                            ev("alerts", grove=key))  # fmt: skip
    return _over(state, route("alerts", under="grove", grove=key, key=key), view, Overlay("dialog", asked), "Alerts")


def save_to(state: State, place: Route, view: View) -> Screen:
    """Which folder something goes to."""
    kind, key = place.get("kind", "thread"), place.get("id", "")
    chosen = state.ui.picked or FOLDERS[0]
    rows = [
        c.radio_row(name, ev("pick", value=name), name == chosen, rid="folder_option", height=52) for name in FOLDERS
    ]
    go = node("row", c.button("Save", ev("save_there", kind=kind, id=key), rid="save_here",
    height=46).styled(radius=12),
              width="fill", pad=(20, 8, 20, 4))  # fmt: skip
    return _over(state, place, view, Overlay("sheet", p.sheet("Save to", rows, go)), "Save to")


def delete(state: State, place: Route, view: View) -> Screen:
    """Whether a post of one's own really goes."""
    key = place.get("id", "")
    buttons = (c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Delete", ev("delete_now", id=key)))
    words = w.text(
        "It can't be brought back.", "bodyM", "on_surface_variant", pad=(24, 0, 24, 0), id="android:id/message"
    )
    return _over(state, place, view, Overlay("dialog", c.dialog(f"Delete {key}?", words, buttons=buttons)), "Delete")
