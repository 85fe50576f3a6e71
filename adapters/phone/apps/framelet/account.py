"""What Framelet shows its owner: news, settings, whom one has blocked."""

from dataclasses import replace

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import VERSION, app
from adapters.phone.apps.framelet.content import NEWS, News
from adapters.phone.apps.framelet.model import TODAY, WHO_COMMENTS, WHO_WRITES, State, is_blocked, post_of
from adapters.phone.apps.framelet.options import unblock
from adapters.phone.components.boxes import line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, node

CHOICES = {"messages": ("Who can message you", WHO_WRITES), "comments": ("Who can comment", WHO_COMMENTS)}
WEEK = "2026-11-15"
BLOCKS_OF_NEWS = (("Today", TODAY, "9"), ("This week", WEEK, TODAY), ("Earlier", "", WEEK))
"""Titles with the time from which they hold, and the one before which they end."""


@app.screen("activity", distractor="a main tab: what others did, with Follow buttons")
def activity(state: State, view: View) -> Screen:
    """What others did: today, this week, before."""
    rows: list[Node] = []
    for title, start, end in BLOCKS_OF_NEWS:
        news = [item for item in NEWS if start <= item.at < end and not is_blocked(state, item.who)]
        if news:
            rows += [p.label(title), *(_news(state, item, view) for item in news)]
    top = w.app_bar("Activity", up=False, style="24,30,Bold,-0.4").styled(height=56)
    return Screen(w.page(rows), top=top, bottom=p.nav(state, "Activity"), title="Activity")


def _news(state: State, news: News, view: View) -> Node:
    post = post_of(state, news.post) if news.post else None
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
    """Who may do what, and what rings."""
    body = w.page(
        p.label("Who can see you"),
        _switch(state, "private", "Private account", "Only followers see your photos", "lock"),
        _switch(state, "online", "Activity status", "Show when you were last here", "circle"),
        w.divider(),
        p.label("How others can reach you"),
        _choice(state, "messages", "near_me"),
        _choice(state, "comments", "chat_bubble_outline"),
        _to_page("Blocked accounts", str(len(state.blocked)), go("blocked"), "block", "row_blocked"),
        w.divider(),
        p.label("Notifications"),
        _switch(state, "likes", "Likes", "When somebody likes your photo", "favorite_border"),
        _switch(state, "followers", "New followers", "When somebody follows you", "person_add"),
        w.divider(),
        p.label("Data"),
        _switch(state, "saver", "Data saver", "Load photos only on Wi-Fi", "wifi"),
        w.row("Version", VERSION, rid="row_version", leading=w.icon("info"), height=68),
    )
    return Screen(body, top=p.bar("Settings and privacy"), title="Settings")


def _switch(state: State, name: str, title: str, support: str, glyph: str) -> Node:
    return switch_row(title, support, bind(state, f"settings.{name}"), rid=f"row_{name}", icon_name=glyph)


def _choice(state: State, name: str, glyph: str) -> Node:
    value = bind(state, f"settings.{name}").value
    return _to_page(CHOICES[name][0], value, go("choose", what=name), glyph, f"row_{name}")


def _to_page(title: str, support: str, on: Ev, glyph: str, rid: str) -> Node:
    chevron = w.icon("chevron_right", 22)
    return w.row(title, support, on=on, rid=rid, leading=w.icon(glyph), trailing=chevron, height=68)


@app.screen("choose", activity=".SettingsActivity", distractor="who may comment on all posts, not on one")
def choose(state: State, what: str = "messages") -> Screen:
    """A setting of several values."""
    title, options = CHOICES[what]
    window = choice_dialog(title, bind(state, f"settings.{what}"), options, **p.DIALOG)
    return replace(settings(state), overlay=window, title=title)


@app.screen("blocked", activity=".SettingsActivity", distractor="takes a block back")
def blocked(state: State) -> Screen:
    """Whom one has blocked, and how far it reaches."""
    rows = [
        p.person_row(
            record.handle, record.reach, p.small_button("Unblock", unblock(state, record.handle), rid="unblock")
        )
        for record in reversed(state.blocked)
    ]
    empty = w.empty("block", "Nobody is blocked", "Blocked accounts can't see you.")
    return Screen(w.page(rows or empty), top=p.bar("Blocked accounts"), title="Blocked accounts")
