"""Framelet's accounts: other people's with the way to follow them, one's own with its settings, and what is new."""

from dataclasses import replace
from datetime import datetime
from itertools import groupby

from adapters.phone.apps.framelet import model
from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, NEWS, PEOPLE, News, Person, person
from adapters.phone.apps.framelet.messages import to_chat
from adapters.phone.apps.framelet.model import WHO_COMMENTS, Following, State
from adapters.phone.apps.framelet.options import unblock
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.dates import days_ago
from adapters.phone.framework.state_paths import bind, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, Toast, View
from adapters.phone.ui.node import Node, node


@app.screen("person", activity=".ProfileActivity", distractor="follows, too, and shows twins of one name")
def profile(state: State, handle: str = "") -> Screen:
    """Somebody's page, open, private or blocked."""
    account = person(handle)
    if account is None:
        return p.not_found("account")
    head = _head_of(state, account)
    if handle in state.blocked:
        nothing = w.empty("block", f"You blocked {handle}", "Neither of you sees what the other one does.")
        body = w.page(head, _unblock(state, handle), w.divider(), nothing)
    elif account.private and not _is_followed(state, handle):
        body = w.page(head, _buttons(state, account), w.divider(), _private(state, handle))
    else:
        body = w.page(head, _buttons(state, account), _marks(), _photos(state, handle), _similar(state, account))
    return Screen(body, top=p.bar(handle), title=handle)


def _is_followed(state: State, handle: str) -> bool:
    return handle in model.followed_handles(state)


def _head_of(state: State, account: Person) -> Node:
    posts, followers = model.by(state, account.handle), account.followers + _is_followed(state, account.handle)
    notes = ("Follows you" if account.theirs else "", "Muted" if account.handle in state.muted else "")
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


def _private(state: State, handle: str) -> Node:
    asked = model.follows(state, handle) is not None
    hint = "Your request has not been answered yet." if asked else "Follow it to see its photos."
    return w.empty("lock", "This account is private", hint)


def _buttons(state: State, account: Person) -> Node:
    follow = p.follow_button(state, account.handle, rid="follow", height=40, grow=1)
    message = p.small_button("Message", to_chat(account.handle), rid="message", height=40, grow=1, pad=0)
    return node("row", follow, message, width="fill", gap=8, pad=(16, 0, 16, 14))


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
    shown = [other.handle for other in (*twins, *rest) if other.handle not in state.blocked][:4]
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
    if handle in state.blocked:
        return Toast(f"Unblock {handle} first")
    followed = Following(handle, account.name, requested=account.private)
    message = f"Asked {handle}" if account.private else f"You follow {handle}"
    return replace(state, following=(*state.following, followed)), Toast(message)


@app.screen("you", distractor="a main tab: the photos that were posted")
def you(state: State, view: View) -> Screen:
    """One's own page."""
    posts = model.own_posts(state)
    top = line(
        w.icon("lock" if state.settings.private else "lock_open", 18, "on_surface_variant"),
        w.text(ME, "22,28,Bold,0", heading=True, grow=1),
        w.action("add_box", "New post", p.new_post(state), rid="new_post", color="on_surface"),
        w.action("settings", "Settings", go("settings"), rid="settings", color="on_surface"),
        id="toolbar", cls=w.GROUP, height=56, pad=(16, 0, 4, 0), gap=6, bg="surface",
    )  # fmt: skip
    head = _head(PEOPLE[0], (str(len(posts)), p.count(PEOPLE[0].followers), str(len(model.followed_handles(state)))))
    saved = p.small_button("Saved", go("saved"), rid="saved", height=40, grow=1, pad=0)
    row = node("row", saved, width="fill", pad=(16, 0, 16, 14))
    empty = w.empty("photo_camera", "No posts yet", "Your photos stand here.")
    body = w.page(head, row, _marks(), p.grid(posts) if posts else empty)
    return Screen(body, top=top, bottom=p.nav(state, "You", view.now), title="You")


@app.screen("activity", distractor="a main tab: what others did, with Follow buttons")
def activity(state: State, view: View) -> Screen:
    """What others did: today, this week, before."""
    rows: list[Node] = []
    shown = [news for news in NEWS if news.who not in state.blocked]
    for block, news in groupby(shown, lambda item: _block(item, view.now)):
        rows += [p.label(block), *(_news(state, item, view) for item in news)]
    top = w.app_bar("Activity", up=False, style="24,30,Bold,-0.4").styled(height=56)
    return Screen(w.page(rows), top=top, bottom=p.nav(state, "Activity", view.now), title="Activity")


def _block(news: News, now: datetime) -> str:
    """The block of the activity in which news stand; a week begins on Sunday."""
    days = days_ago(news.at, now)
    if days < 1:
        return "Today"
    return "This week" if days <= now.isoweekday() % 7 else "Earlier"


def _news(state: State, news: News, view: View) -> Node:
    post = model.post_of(state, news.post) if news.post else None
    trailing: Node | None = None
    if post is not None:
        trailing = node("image", art=post.art(), width=46, height=46, radius=2)
    elif "following you" in news.what:
        trailing = p.follow_button(state, news.who, rid="follow_back")
    texts = words(
        p.name_text(news.who),
        w.text(news.what, "14,19,Regular,0.1", lines=2),
        p.time_text(p.ago(news.at, view.now)),
    )
    face = node("stack", p.face(news.who, 46), on=p.to_person(news.who), id="news_face", desc=news.who, cls=w.ROW)
    on = p.to_person(news.who) if post is None else p.to_post(post.key)
    return line(face, texts, trailing, on=on, id="row_news", cls=w.GROUP, pad=(14, 9), gap=12)


@app.screen("settings", activity=".SettingsActivity", distractor="holds for the account, not for one post")
def settings(state: State) -> Screen:
    """Who sees the account, and who may comment on its posts."""
    private = bind(state, "settings.private")
    body = w.page(
        switch_row("Private account", "Only followers see your photos", private, rid="row_private", icon_name="lock"),
        _to_page("Who can comment", state.settings.comments, "default_comments", "chat_bubble_outline"),
        _to_page("Blocked accounts", str(len(state.blocked)), "blocked", "block"),
    )
    return Screen(body, top=p.bar("Settings and privacy"), title="Settings")


def _to_page(title: str, support: str, to: str, glyph: str) -> Node:
    chevron = w.icon("chevron_right", 22)
    return w.row(title, support, on=go(to), rid=f"row_{to}", leading=w.icon(glyph), trailing=chevron, height=68)


@app.dialog(
    "default_comments", over="settings", title="Who can comment", distractor="who may comment on all posts, not on one"
)
def default_comments(state: State) -> Overlay:
    """Who may comment on new posts if nothing else is chosen."""
    return choice_dialog("Who can comment", bind(state, "settings.comments"), WHO_COMMENTS, **p.DIALOG)


@app.screen("blocked", activity=".SettingsActivity", distractor="takes a block back")
def blocked(state: State) -> Screen:
    """Whom one has blocked."""
    rows = [
        p.person_row(handle, trailing=p.small_button("Unblock", unblock(state, handle), rid="unblock"))
        for handle in reversed(state.blocked)
    ]
    empty = w.empty("block", "Nobody is blocked", "Blocked accounts can't see you.")
    return Screen(w.page(rows or empty), top=p.bar("Blocked accounts"), title="Blocked accounts")
