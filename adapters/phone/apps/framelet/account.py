"""What Framelet keeps about its owner: news, what was done, settings, whom one has muted or blocked."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.model import WHO_COMMENTS, WHO_WRITES, State, follows, is_blocked, post_of
from adapters.phone.apps.framelet.people import ME, NEWS, PEOPLE, News
from adapters.phone.apps.framelet.profile import you
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

HISTORY = ("Likes", "Comments", "Posts", "Reports")
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


def history(state: State, place: Route, view: View) -> Screen:
    """What the owner did, by kind."""
    chosen = place.get("tab", HISTORY[0])
    lines: list[tuple[str, str, str, str]] = []
    if chosen == HISTORY[0]:
        lines = [(one.post, "Liked a post of", one.author, one.at) for one in state.liked]
        lines += [("", "Liked a comment of", one.author, one.at) for one in state.liked_comments]
    elif chosen == HISTORY[1]:
        lines = [
            (one.post, f"“{one.text}”", f"to {one.to}" if one.to else f"below the post of {one.author}", one.at)
            for one in state.comments
        ]
    elif chosen == HISTORY[2]:
        lines = [
            (one.number, f"{one.number} · {one.audience}", one.caption or "No caption", one.at) for one in state.posts
        ]
    else:
        lines = [(one.post, f"{one.number} · {one.author}", one.reason, one.at) for one in state.reports]
    rows = [_line(state, *line) for line in sorted(lines, key=lambda line: line[3], reverse=True)]
    empty = w.empty("history", f"No {chosen.lower()} yet", "What you do shows up here, with its time.")
    top = node("column", p.bar("Your activity"), w.tabs(HISTORY, chosen, "history"), width="fill", bg="surface",
               align="stretch")  # fmt: skip
    return Screen(w.page(rows or empty), top=top, title="Your activity")


def _line(state: State, key: str, title: str, support: str, at: str) -> Node:
    post = post_of(state, key) if key else None
    lead = (
        node("image", art=post.art(), width=46, height=46, radius=2)
        if post is not None
        else node(
            "stack", w.icon("chat_bubble_outline", 22, place=("center", "center")), width=46, height=46, bg="high"
        )
    )
    day, _, clock = at.partition("T")
    words = node(
        "column", w.text(title, "14,20,Medium,0.1", lines=2), w.text(support, "13,18,Regular,0.1", "on_surface_variant",
        lines=1), grow=1,
    )  # fmt: skip
    when = w.text(f"{int(day[8:])} Nov, {clock}", "12,16,Regular,0.2", "on_surface_variant")
    return node("row", lead, words, when, on=ev("open", key=key) if post is not None else None, id="row_done",
                cls=w.GROUP, width="fill", pad=(14, 9, 14, 9), gap=12, align="center")  # fmt: skip


def menu(state: State, place: Route, view: View) -> Screen:
    """The way from one's own page to everything else."""
    rows = [
        p.line("settings", "Settings and privacy", ev("swap", to="settings"), "menu_settings"),
        p.line("history", "Your activity", ev("swap", to="history"), "menu_history"),
        p.line("bookmark_border", "Saved", ev("swap", to="saved"), "menu_saved"),
        p.line("star_border", "Close friends", ev("swap", to="close"), "menu_close"),
    ]
    below = you(state, place, view)
    return Screen(
        below.body, top=below.top, bottom=below.bottom, overlay=Overlay("sheet", p.sheet(ME, rows)), title="Menu"
    )


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
        onward("Close friends", f"{len(state.close)} people", ev("go", to="close"), "star_border", "row_close"),
        w.divider(),
        p.label("How others can reach you"),
        onward("Who can message you", now.messages, ev("go", to="choose", what="messages"), "near_me", "row_messages"),
        onward("Who can comment", now.comments, ev("go", to="choose", what="comments"), "chat_bubble_outline",
               "row_comments"),
        onward("Muted accounts", str(len(state.muted)), ev("go", to="muted"), "volume_off", "row_muted"),
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


def _list(state: State, title: str, pairs: Sequence[tuple[str, str]], button: str, event: str, empty: Node) -> Screen:
    rows = [
        p.person_row(
            state, handle, note,
            node("button", text=button, on=ev(event, handle=handle), id=event, variant="tonal", height=36, radius=4,
                 type="13,20,Bold,0.1", pad=(16, 0, 16, 0)),
        )
        for handle, note in reversed(pairs)
    ]  # fmt: skip
    return Screen(w.page(rows or empty), top=p.bar(title), title=title)


def muted(state: State, place: Route, view: View) -> Screen:
    """Whom one has muted, and what of them."""
    pairs = [(one.handle, f"Muted: {one.what.lower()}") for one in state.muted]
    empty = w.empty("volume_up", "Nobody is muted", "Muted accounts don't know about it.")
    return _list(state, "Muted accounts", pairs, "Unmute", "unmute", empty)


def blocked(state: State, place: Route, view: View) -> Screen:
    """Whom one has blocked, and how far it reaches."""
    pairs = [(one.handle, one.reach) for one in state.blocked]
    empty = w.empty("block", "Nobody is blocked", "Blocked accounts can't see you.")
    return _list(state, "Blocked accounts", pairs, "Unblock", "unblock", empty)


def close(state: State, place: Route, view: View) -> Screen:
    """Who belongs to one's close friends."""
    rows = []
    for one in PEOPLE:
        if one.handle == ME or not (one.theirs or follows(state, one.handle)):
            continue
        on = one.handle in state.close
        mark = w.icon("check_circle" if on else "radio_button_unchecked", 24, "primary" if on else "outline")
        rows.append(p.person_row(state, one.handle, trailing=mark, on=ev("close_friend", handle=one.handle)))
    count = len(state.close)
    note = w.text(f"{count} {'person' if count == 1 else 'people'}. Nobody is told who is on your list.", "bodyM",
                  "on_surface_variant", pad=(16, 12, 16, 8))  # fmt: skip
    return Screen(w.page(note, rows), top=p.bar("Close friends"), title="Close friends")
