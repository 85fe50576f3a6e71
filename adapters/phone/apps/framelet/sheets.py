"""The windows above Framelet's pages: what can be done with a post, and what is asked before it is done."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.framelet import feed, profile
from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.model import (
    BLOCKS,
    MUTES,
    REASONS,
    State,
    follows,
    is_blocked,
    kept,
    mute_of,
    post_of,
)
from adapters.phone.apps.framelet.people import ME, person
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View, route
from adapters.phone.ui.node import Node, ev, node


def _over(state: State, place: Route, view: View, window: Overlay, title: str) -> Screen:
    """A window above the page that it was opened from."""
    under = place.get("under", "")
    if under == "post":
        below = feed.post(state, route("post", key=place.get("key", "")), view)
    elif under == "person":
        below = profile.profile(state, route("person", handle=place.get("handle", "")), view)
    elif under == "saved":
        below = profile.saved(state, place, view)
    else:
        below = feed.home(state, place, view)
    return Screen(below.body, top=below.top, bottom=below.bottom, overlay=window, title=title)


def _no_sheet(state: State, place: Route, view: View) -> Screen:
    words = w.text("It was removed, or you may not see it.", "bodyL", pad=(18, 8, 18, 12))
    return _over(state, place, view, Overlay("sheet", p.sheet("Not available", words)), "Not available")


def options(state: State, place: Route, view: View) -> Screen:
    """What can be done with a post and its author; mute and block are neighbours."""
    one = post_of(state, place.get("key", ""))
    if one is None:
        return _no_sheet(state, place, view)
    under = {"under": place.get("under", ""), "key": one.key}
    if one.author == ME:
        rows = [
            p.line("near_me", "Send", ev("send", swap=True, **under), "option_send"),
            p.line("delete", "Delete post", ev("swap", to="delete", **under), "delete", danger=True),
        ]
    elif one.key == "sponsored":
        rows = [p.line("visibility_off", "Hide ad", ev("hide", key=one.key), "hide"),
                p.line("flag", "Report ad", ev("report", **under), "report", danger=True)]  # fmt: skip
    else:
        known, muted = follows(state, one.author), mute_of(state, one.author)
        saved = kept(state, one.key)
        rows = [
            p.line("bookmark" if saved else "bookmark_border",
                   f"Saved in {saved.collection}" if saved else "Save to a collection",
                   ev("save_to", **under), "save_to"),
            p.line("share", "Share to another app", ev("share", key=one.key), "share"),
            p.line("person_remove" if known else "person_add",
                   f"Unfollow {one.author}" if known else f"Follow {one.author}",
                   ev("follow", handle=one.author, close=True), "follow_author"),
            p.line("volume_up" if muted else "volume_off", f"Unmute {one.author}" if muted else f"Mute {one.author}",
                   ev("mute", handle=one.author, **under), "mute"),
            p.line("block", f"Block {one.author}", ev("block", handle=one.author, **under), "block", danger=True),
            p.line("visibility_off", "Not interested", ev("hide", key=one.key), "hide"),
            p.line("flag", "Report post", ev("report", **under), "report", danger=True),
        ]  # fmt: skip
    return _over(state, place, view, Overlay("sheet", p.sheet(one.author, rows)), "Post options")


def mute(state: State, place: Route, view: View) -> Screen:
    """What of an account is muted."""
    handle = place.get("handle", "")
    asked = c.choice_dialog(f"Mute {handle}?", MUTES, state.ui.picked or MUTES[0], ev("pick"),
                            yes=("Mute", ev("mute_now", handle=handle)))  # fmt: skip
    return _over(state, place, view, Overlay("dialog", asked.styled(radius=6)), "Mute")


def block(state: State, place: Route, view: View) -> Screen:
    """How far a block reaches."""
    handle = place.get("handle", "")
    asked = c.choice_dialog(f"Block {handle}?", BLOCKS, state.ui.picked or BLOCKS[0], ev("pick"),
                            yes=("Block", ev("block_now", handle=handle)))  # fmt: skip
    return _over(state, place, view, Overlay("dialog", asked.styled(radius=6)), "Block")


def report(state: State, place: Route, view: View) -> Screen:
    """Why a post is reported."""
    asked = c.choice_dialog("Why report this post?", REASONS, state.ui.picked or REASONS[0], ev("pick"),
                            yes=("Report", ev("report_now", key=place.get("key", ""))))  # fmt: skip
    return _over(state, place, view, Overlay("dialog", asked.styled(radius=6)), "Report")


def delete(state: State, place: Route, view: View) -> Screen:
    """Whether a post of one's own really goes."""
    buttons = (
        c.dialog_button("Cancel", w.UP, yes=False),
        c.dialog_button("Delete", ev("delete_now", key=place.get("key", ""))),
    )
    words = w.text(
        "Its likes and comments go with it.", "bodyM", "on_surface_variant", pad=(24, 0, 24, 0), id="android:id/message"
    )
    asked = c.dialog("Delete this post?", words, buttons=buttons)
    return _over(state, place, view, Overlay("dialog", asked.styled(radius=6)), "Delete post")


def save_to(state: State, place: Route, view: View) -> Screen:
    """Which collection a post goes to."""
    key = place.get("key", "")
    one = post_of(state, key)
    if one is None:
        return _no_sheet(state, place, view)
    chosen = state.ui.picked or state.collections[0]
    rows = [
        c.radio_row(name, ev("pick", value=name), name == chosen, rid="collection_option", inset=18, height=54)
        for name in state.collections
    ]
    go = node("row", c.button("Save here", ev("save_there", key=key), rid="save_here", height=46).styled(radius=4),
              width="fill", pad=(16, 10, 16, 4))  # fmt: skip
    window = p.sheet("Save to", [*rows, p.line("add", "New collection", ev("new_collection", key=key,
    under=place.get("under", "")),
                                               "new_collection"), go])  # fmt: skip
    return _over(state, place, view, Overlay("sheet", window), "Save to")


def new_collection(state: State, place: Route, view: View) -> Screen:
    """A name for a collection, asked while a post is being saved."""
    return _over(state, place, view, Overlay("dialog", name_dialog(state, place.get("key", ""))), "New collection")


def name_dialog(state: State, key: str) -> Node:
    """The window that asks for a collection's name."""
    box = c.field(state.ui.collection, "Name", "collection_name", change=ev("name_collection"), radius=6, height=50)
    buttons = (
        c.dialog_button("Cancel", w.UP, yes=False),
        c.dialog_button("Create", ev("make_collection", key=key), enabled=bool(state.ui.collection.strip())),
    )
    asked = c.dialog("New collection", node("column", box, pad=(20, 0, 20, 0), align="stretch"), buttons=buttons)
    return asked.styled(radius=6)


def send(state: State, place: Route, view: View) -> Screen:
    """To whom a post is sent; several may be picked."""
    one = post_of(state, place.get("key", ""))
    if one is None:
        return _no_sheet(state, place, view)
    handles = [each.handle for each in state.following if not each.requested and person(each.handle)]
    rows = []
    for handle in [each for each in handles if not is_blocked(state, each)][:7]:
        on = handle in state.ui.send_to
        mark = w.icon("check_circle" if on else "radio_button_unchecked", 24, "primary" if on else "outline")
        rows.append(replace(p.person_row(state, handle, trailing=mark, on=ev("send_pick", handle=handle)), selected=on))
    chosen = len(state.ui.send_to)
    go = c.button("Send" if chosen < 2 else f"Send to {chosen}", ev("send_now", key=one.key), rid="send_now",
                  height=46, enabled=bool(chosen)).styled(radius=4)  # fmt: skip
    note = c.field(state.ui.message, "Write a message", "send_note", change=ev("type_message"), radius=6, height=48)
    foot = node("column", note, go, width="fill", gap=10, pad=(16, 8, 16, 4), align="stretch")
    listed = node("scroll", rows, id="people", cls="androidx.recyclerview.widget.RecyclerView", width="fill", grow=1,
                  align="stretch")  # fmt: skip
    return _over(state, place, view, Overlay("sheet", p.sheet("Send to", listed, foot)), "Send to")
