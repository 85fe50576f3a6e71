"""What Framelet keeps about its owner: news, settings, whom one has blocked."""

from __future__ import annotations

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.model import WHO_COMMENTS, WHO_WRITES, State, is_blocked, post_of
from adapters.phone.apps.framelet.people import NEWS, News
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

CHOOSE = {"messages": ("Who can message you", WHO_WRITES), "comments": ("Who can comment", WHO_COMMENTS)}


def activity(state: State, place: Route, view: View) -> Screen:
    """What others did: today, this week, before."""
    rows: list[Node] = []
    blocks = (("Today", "2026-11-17", "9"), ("This week", "2026-11-15", "2026-11-17"), ("Earlier", "", "2026-11-15"))
    for title, start, end in blocks:
        news = [one for one in NEWS if start <= one.at < end and not is_blocked(state, one.who)]
        if news:
            rows += [p.label(title), *(_news(state, one, view) for one in news)]
    top = w.app_bar("Activity", up=False, style="24,30,Bold,-0.4").styled(height=56)
    return Screen(w.page(rows), top=top, bottom=p.nav(state, "Activity"), title="Activity")


def _news(state: State, one: News, view: View) -> Node:
    post = post_of(state, one.post) if one.post else None
    tail: Node | None = None
    on: Ev = ev("person", handle=one.who)
    if post is not None:
        tail = node("image", art=post.art(), width=46, height=46, radius=2)
        on = ev("open", key=post.key)
    elif "following you" in one.what:
        tail = p.follow_button(state, one.who, rid="follow_back")
    words = node(
        "column",
        w.text(one.who, "14,20,Bold,0", lines=1),
        w.text(one.what, "14,19,Regular,0.1", lines=2),
        w.text(p.ago(one.at, view.now), "12,16,Regular,0.2", "on_surface_variant"),
        grow=1,
    )
    face = node("stack", p.face(one.who, 46), on=ev("person", handle=one.who), id="news_face",
                desc=one.who, cls=w.ROW)  # fmt: skip
    return node("row", face, words, tail, on=on, id="row_news", cls=w.GROUP, width="fill", pad=(14, 9, 14, 9), gap=12,
                align="center")  # fmt: skip


def settings(state: State, place: Route, view: View) -> Screen:
    """Who may do what, and what rings."""
    now = state.settings

    def switch(title: str, support: str, name: str, glyph: str) -> Node:
        return c.switch_row(
            title, support, ev("switch", name=name), getattr(now, name), rid=f"row_{name}", icon_name=glyph
        )

    def onward(title: str, support: str, to: Ev, glyph: str, rid: str) -> Node:
        return w.row(
            title, support, on=to, rid=rid, leading=w.icon(glyph), trailing=w.icon("chevron_right", 22), height=68
        )

    body = w.page(
        p.label("Who can see you"),
        switch("Private account", "Only followers see your photos", "private", "lock"),
        switch("Activity status", "Show when you were last here", "online", "circle"),
        w.divider(),
        p.label("How others can reach you"),
        onward("Who can message you", now.messages, ev("go", to="choose", what="messages"), "near_me", "row_messages"),
        onward("Who can comment", now.comments, ev("go", to="choose", what="comments"), "chat_bubble_outline",
               "row_comments"),
        onward("Blocked accounts", str(len(state.blocked)), ev("go", to="blocked"), "block", "row_blocked"),
        w.divider(),
        p.label("Notifications"),
        switch("Likes", "When somebody likes your photo", "likes", "favorite_border"),
        switch("New followers", "When somebody follows you", "followers", "person_add"),
        w.divider(),
        p.label("Data"),
        switch("Data saver", "Load photos only on Wi-Fi", "saver", "wifi"),
        w.row("Version", "38.2.0", rid="row_version", leading=w.icon("info"), height=68),
    )  # fmt: skip
    return Screen(body, top=p.bar("Settings and privacy"), title="Settings")


def choose(state: State, place: Route, view: View) -> Screen:
    """One setting of several values."""
    what = place.get("what", "messages")
    title, options = CHOOSE.get(what, CHOOSE["messages"])
    what = what if what in CHOOSE else "messages"
    below = settings(state, place, view)
    asked = c.choice_dialog(title, options, getattr(state.settings, what), ev("set", what=what))
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", asked.styled(radius=6)), title=title)


def blocked(state: State, place: Route, view: View) -> Screen:
    """Whom one has blocked, and how far it reaches."""
    rows = [
        p.person_row(
            state, one.handle, one.reach,
            node("button", text="Unblock", on=ev("unblock", handle=one.handle), id="unblock", variant="tonal",
                 height=36, radius=4, type="13,20,Bold,0.1", pad=(16, 0, 16, 0)),
        )
        for one in reversed(state.blocked)
    ]  # fmt: skip
    empty = w.empty("block", "Nobody is blocked", "Blocked accounts can't see you.")
    return Screen(w.page(rows or empty), top=p.bar("Blocked accounts"), title="Blocked accounts")
