"""Framelet's profiles: other people's with the way to follow them, and one's own."""

from dataclasses import replace

from adapters.phone.apps.framelet import model
from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, PEOPLE, Person, person
from adapters.phone.apps.framelet.messages import to_chat
from adapters.phone.apps.framelet.model import NOTIFY, Following, State
from adapters.phone.apps.framelet.options import unblock
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.state_paths import Bound, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, Toast
from adapters.phone.ui.node import Node, node

BELLS = dict(zip(NOTIFY, ("notifications_none", "notifications", "notifications_active"), strict=True))
"""Icons of how loudly an account may ring."""


@app.screen("person", activity=".ProfileActivity", distractor="follows, too, and shows twins of one name")
def profile(state: State, handle: str = "") -> Screen:
    """Somebody's page, open, private or blocked."""
    account = person(handle)
    if account is None:
        return p.not_found("account")
    head = _head_of(state, account)
    if model.is_blocked(state, handle):
        body = w.page(head, _unblock(state, handle), w.divider(), _nothing_of_blocked(handle))
    elif account.private and not _is_followed(state, handle):
        body = w.page(head, _buttons(state, account), w.divider(), _private(state, handle))
    else:
        body = w.page(head, _buttons(state, account), _marks(), _photos(state, handle), _similar(state, account))
    return Screen(body, top=p.bar(handle), title=handle)


def _is_followed(state: State, handle: str) -> bool:
    known = model.follows(state, handle)
    return known is not None and not known.requested


def _head_of(state: State, account: Person) -> Node:
    posts, followers = model.by(state, account.handle), account.followers + _is_followed(state, account.handle)
    muted = model.mute_of(state, account.handle)
    notes = ("Follows you" if account.theirs else "", f"Muted: {muted.lower()}" if muted else "")
    figures = (str(len(posts)), p.count(followers), p.count(account.follows))
    return _head(account, figures, " · ".join(note for note in notes if note))


def _head(account: Person, figures: tuple[str, str, str], note: str = "") -> Node:
    names = ("posts", "followers", "following")
    cells = [_figure(number, name) for number, name in zip(figures, names, strict=True)]
    return node(
        "column",
        line(p.face(account.handle, 84), node("row", cells, grow=1), gap=14),
        w.text(account.name, "15,22,Bold,0", pad=(0, 10, 0, 0), id="profile_name"),
        p.body_text(account.bio, id="bio", lines=5) if account.bio else None,
        p.note_text(note, lines=0, id="note", pad=(0, 4, 0, 0)) if note else None,
        width="fill", pad=(16, 14, 16, 12),
    )  # fmt: skip


def _figure(number: str, name: str) -> Node:
    return node(
        "column",
        w.text(number, "18,24,Bold,0", text_align="center"),
        p.note_text(name, lines=0, text_align="center"),
        id=f"figure_{name}", cls=w.ROW, grow=1, height=56, align="center", justify="center",
    )  # fmt: skip


def _unblock(state: State, handle: str) -> Node:
    button = c.button("Unblock", unblock(state, handle), rid="unblock", height=42).styled(radius=4)
    return node("row", button, width="fill", pad=(16, 0, 16, 8))


def _nothing_of_blocked(handle: str) -> Node:
    return w.empty("block", f"You blocked {handle}", "Neither of you sees what the other one does.")


def _private(state: State, handle: str) -> Node:
    asked = model.follows(state, handle) is not None
    hint = "Your request has not been answered yet." if asked else "Follow it to see its photos."
    return w.empty("lock", "This account is private", hint)


def _buttons(state: State, account: Person) -> Node:
    handle = account.handle
    known, bell = model.follows(state, handle), None
    if known is not None and not known.requested:
        desc = f"Notifications: {known.notify}"
        bell = w.action(BELLS[known.notify], desc, go("notify", handle=handle), rid="notify", color="on_surface")
        bell = bell.styled(width=44, height=40, radius=4, bg="secondary_container", size=20)
    follow = p.follow_button(state, handle, rid="follow", height=40, grow=1)
    message = p.small_button("Message", to_chat(handle), rid="message", height=40, grow=1, pad=0)
    return node("row", follow, bell, message, width="fill", gap=8, pad=(16, 0, 16, 14))


def _marks() -> Node:
    """Above the grid: what it shows."""
    icon = node("column", w.space(10), w.icon("grid_on", 22, "on_surface"), w.space(10), width=137, align="center")
    underline = node("row", node("spacer", width="fill", height=2, bg="on_surface"), width=137)
    return node("column", w.divider(), icon, underline, width="fill")


def _photos(state: State, handle: str) -> Node:
    posts = tuple(post for post in model.by(state, handle) if post.key not in state.hidden)
    return p.grid(posts) if posts else w.empty("photo_camera", "No posts yet", "When there are photos they stand here.")


def _similar(state: State, account: Person) -> Node:
    """Accounts that might be meant instead, or liked as well."""
    others = [other for other in PEOPLE if other.handle not in (ME, account.handle)]
    twins = [other for other in others if other.name == account.name]
    rest = [other for other in others if other not in twins]
    rest = sorted(rest, key=lambda other: model.follows(state, other.handle) is not None)[:3]
    shown = [other.handle for other in (*twins, *rest) if not model.is_blocked(state, other.handle)][:4]
    return column(p.label("Similar accounts"), [p.follow_row(state, handle) for handle in shown])


@app.on("follow")
def follow(state: State, handle: str) -> Handled:
    """Follow an account, or no longer; a private one is asked first."""
    account, known = person(handle), model.follows(state, handle)
    if account is None:
        return None
    if known is not None:
        others = without(state.following, handle=handle)
        message = "Request withdrawn" if known.requested else f"You no longer follow {handle}"
        return replace(state, following=others), Toast(message)
    if model.is_blocked(state, handle):
        return Toast(f"Unblock {handle} first")
    followed = Following(handle, account.name, requested=account.private)
    message = f"Asked {handle}" if account.private else f"You follow {handle}"
    return replace(state, following=(*state.following, followed)), Toast(message)


@app.dialog("notify", over="person", title="Notifications", distractor="rings for an account that is followed")
def notify(state: State, handle: str = "") -> Overlay:
    """How loudly an account that is followed may ring."""
    known = model.follows(state, handle)
    value = Bound(f"following[handle={handle}].notify", known.notify if known is not None else NOTIFY[0])
    return choice_dialog(f"Notifications from {handle}", value, NOTIFY, **p.DIALOG)


@app.screen("you", distractor="a main tab: the photos that were posted")
def you(state: State) -> Screen:
    """One's own page."""
    posts = model.own_posts(state)
    following = sum(not followed.requested for followed in state.following)
    top = line(
        w.icon("lock" if state.settings.private else "lock_open", 18, "on_surface_variant"),
        w.text(ME, "22,28,Bold,0", heading=True, grow=1),
        w.action("add_box", "New post", p.new_post(state), rid="new_post", color="on_surface"),
        w.action("settings", "Settings", go("settings"), rid="settings", color="on_surface"),
        id="toolbar", cls=w.GROUP, height=56, pad=(16, 0, 4, 0), gap=6, bg="surface",
    )  # fmt: skip
    head = _head(PEOPLE[0], (str(len(posts)), p.count(PEOPLE[0].followers), str(following)))
    saved = p.small_button("Saved", go("saved"), rid="saved", height=40, grow=1, pad=0)
    row = node("row", saved, width="fill", pad=(16, 0, 16, 14))
    empty = w.empty("photo_camera", "No posts yet", "Your photos stand here.")
    body = w.page(head, row, _marks(), p.grid(posts) if posts else empty)
    return Screen(body, top=top, bottom=p.nav(state, "You"), title="You")
