"""Framelet's profiles: other people's and one's own, and what one has saved."""

from __future__ import annotations

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.feed import gone
from adapters.phone.apps.framelet.model import NOTIFY, State, by, follows, is_blocked, mine, mute_of, post_of
from adapters.phone.apps.framelet.people import ME, PEOPLE, Person, person
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node


def _figures(*pairs: tuple[str, str]) -> Node:
    cells = [
        node("column", w.text(number, "18,24,Bold,0", text_align="center"),
             w.text(word, "13,18,Regular,0.1", "on_surface_variant", text_align="center"),
             id=f"figure_{word}", cls=w.ROW, grow=1, height=56, align="center", justify="center")
        for number, word in pairs
    ]  # fmt: skip
    return node("row", cells, grow=1)


def _head(handle: str, figures: Node, name: str, bio: str, note: str = "") -> Node:
    return node(
        "column",
        node("row", p.face(handle, 84), figures, width="fill", gap=14, align="center"),
        w.text(name, "15,22,Bold,0", pad=(0, 10, 0, 0), id="profile_name"),
        w.text(bio, "14,20,Regular,0.1", id="bio", lines=5) if bio else None,
        w.text(note, "13,18,Regular,0.1", "on_surface_variant", id="note", pad=(0, 4, 0, 0)) if note else None,
        width="fill",
        pad=(16, 14, 16, 12),
    )


def profile(state: State, place: Route, view: View) -> Screen:
    """Somebody's page, open, private or blocked."""
    one = person(place.get("handle", ""))
    if one is None:
        return gone("account")
    known, blocked = follows(state, one.handle), is_blocked(state, one.handle)
    top = p.bar(one.handle)
    posts = by(state, one.handle)
    closed = one.private and (known is None or known.requested)
    following = one.followers + (known is not None and not known.requested)
    figures = _figures(
        (str(len(posts)), "posts"), (p.count(following), "followers"), (p.count(one.follows), "following")
    )  # fmt: skip
    note = "Follows you" if one.theirs else ""
    muted = mute_of(state, one.handle)
    if muted:
        note = f"{note} · Muted: {muted.lower()}".removeprefix(" · ")
    head = _head(one.handle, figures, one.name, one.bio, note)
    if blocked:
        stop = c.button("Unblock", ev("unblock", handle=one.handle), rid="unblock", height=42).styled(radius=4)
        body = w.page(head, node("row", stop, width="fill", pad=(16, 0, 16, 8)), w.divider(),
                      w.empty("block", f"You blocked {one.handle}",
                      "Neither of you sees what the other one does."))  # fmt: skip
        return Screen(body, top=top, title=one.handle)
    buttons = [p.follow_button(state, one.handle, height=40, grow=1)]
    if known is not None and not known.requested:
        glyph = {NOTIFY[0]: "notifications_none", NOTIFY[1]: "notifications", NOTIFY[2]: "notifications_active"}
        buttons.append(_square(glyph[known.notify], f"Notifications: {known.notify}",
                               ev("go", to="notify", handle=one.handle), "notify"))  # fmt: skip
    message = node("button", text="Message", on=ev("chat", who=one.handle), id="message", variant="tonal", height=40,
                   radius=4, type="13,20,Bold,0.1", grow=1)  # fmt: skip
    buttons.append(message)
    row = node("row", buttons, width="fill", gap=8, pad=(16, 0, 16, 14))
    if closed:
        lost = w.empty("lock", "This account is private", "Follow it to see its photos." if known is None
                       else "Your request has not been answered yet.")  # fmt: skip
        return Screen(w.page(head, row, w.divider(), lost), top=top, title=one.handle)
    shown = tuple(each for each in posts if each.key not in state.hidden)
    found = (
        p.grid(shown) if shown else w.empty("photo_camera", "No posts yet", "When there are photos they stand here.")
    )
    return Screen(w.page(head, row, _marks(), found, _alike(state, one)), top=top, title=one.handle)


def _square(glyph: str, desc: str, on: Ev, rid: str) -> Node:
    return w.action(glyph, desc, on, rid=rid, color="on_surface").styled(
        width=44, height=40, radius=4, bg="secondary_container", size=20
    )


def _marks() -> Node:
    """Above the grid: what it shows."""
    line = node("spacer", width="fill", height=2, bg="on_surface")
    return node("column", w.divider(), node("column", w.space(10), w.icon("grid_on", 22, "on_surface"), w.space(10),
                                            width=137, align="center"),
                node("row", line, width=137), width="fill")  # fmt: skip


def _alike(state: State, one: Person) -> Node:
    """Accounts that might be meant instead, or liked as well."""
    others = [each for each in PEOPLE if each.name == one.name and each.handle != one.handle]
    rest = [each for each in PEOPLE if each.handle not in (ME, one.handle) and each not in others]
    others += sorted(rest, key=lambda each: follows(state, each.handle) is not None)[:3]
    shown = [each for each in others if not is_blocked(state, each.handle)][:4]
    rows = [p.person_row(state, each.handle, trailing=p.follow_button(state, each.handle, rid="follow_person"))
            for each in shown]  # fmt: skip
    return node("column", p.label("Similar accounts"), rows, width="fill", align="stretch")


def _under(state: State, place: Route, view: View, window: Overlay, title: str) -> Screen:
    below = profile(state, place, view)
    return Screen(below.body, top=below.top, overlay=window, title=title)


def notify(state: State, place: Route, view: View) -> Screen:
    """How loudly an account that is followed may ring."""
    handle = place.get("handle", "")
    known = follows(state, handle)
    asked = c.choice_dialog(f"Notifications from {handle}", NOTIFY, known.notify if known else NOTIFY[0],
                            ev("notify", handle=handle))  # fmt: skip
    return _under(state, place, view, Overlay("dialog", asked.styled(radius=6)), "Notifications")


def you(state: State, place: Route, view: View) -> Screen:
    """One's own page."""
    posts, owner = mine(state), PEOPLE[0]
    top = node(
        "row",
        w.icon("lock" if state.settings.private else "lock_open", 18, "on_surface_variant"),
        w.text(ME, "22,28,Bold,0", heading=True, grow=1),
        w.action("add_box", "New post", ev("tab", to="new"), rid="new_post", color="on_surface"),
        w.action("settings", "Settings", ev("go", to="settings"), rid="settings", color="on_surface"),
        id="toolbar", cls=w.GROUP, width="fill", height=56, pad=(16, 0, 4, 0), gap=6, align="center", bg="surface",
    )  # fmt: skip
    following = [one for one in state.following if not one.requested]
    figures = _figures(
        (str(len(posts)), "posts"),
        ("312", "followers"),
        (str(len(following)), "following"),
    )
    head = _head(ME, figures, owner.name, owner.bio)
    keep = node("button", text="Saved", on=ev("go", to="saved"), id="saved", variant="tonal", height=40, radius=4,
                type="13,20,Bold,0.1", grow=1)  # fmt: skip
    row = node("row", keep, width="fill", pad=(16, 0, 16, 14))
    found = p.grid(posts) if posts else w.empty("photo_camera", "No posts yet", "Your photos stand here.")
    return Screen(w.page(head, row, _marks(), found), top=top, bottom=p.nav(state, "You"), title="You")


def saved(state: State, place: Route, view: View) -> Screen:
    """One's collections, each with its latest photo."""
    cells = []
    for name in state.collections:
        inside = [one for one in state.saved if one.collection == name]
        last = next((found for one in reversed(inside) if (found := post_of(state, one.post))), None)
        cover = (
            node("image", art=last.art(), width="fill", height=180, radius=6)
            if last is not None
            else node("stack", w.icon("bookmark_border", 44, "outline", place=("center", "center")), width="fill",
                      height=180, radius=6, bg="container")
        )  # fmt: skip
        told = "1 photo" if len(inside) == 1 else f"{len(inside)} photos"
        cells.append(
            node("column", cover, w.text(name, "15,20,Bold,0", lines=1, pad=(0, 8, 0, 0)),
                 w.text(told, "13,18,Regular,0.1", "on_surface_variant"), on=ev("go", to="collection", name=name),
                 id="collection", cls=w.GROUP, width="fill", align="stretch")
        )  # fmt: skip
    note = w.text("Only you can see what you've saved", "bodyM", "on_surface_variant", text_align="center",
                  width="fill", pad=(16, 24, 16, 16))  # fmt: skip
    body = w.page(node("grid", cells, columns=2, gap=14, width="fill", pad=(14, 16, 14, 0)), note)
    add = w.action("add", "New collection", ev("new_collection", key="", under="saved"), rid="new_collection",
                   color="on_surface")  # fmt: skip
    return Screen(body, top=p.bar("Saved", add), title="Saved")


def collection(state: State, place: Route, view: View) -> Screen:
    """What is in a collection, the latest first."""
    name = place.get("name", "")
    keys = [one.post for one in reversed(state.saved) if one.collection == name]
    shown = tuple(one for key in keys if (one := post_of(state, key)) is not None)
    found: Node = (
        p.grid(shown) if shown else w.empty("bookmark_border", "Nothing saved here", "Use the bookmark below a photo.")
    )
    return Screen(w.page(found), top=p.bar(name or "Collection"), title=name or "Collection")
