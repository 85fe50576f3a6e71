"""What Oakthread shows its owner: one's own page, what was saved, the inbox, settings."""

from dataclasses import replace

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import ME, NEWS, OWNER, News
from adapters.phone.apps.oakthread.model import FOLDERS, REPLY_SORTS, SORTS, TEXT_SIZES, TODAY, Saved, State
from adapters.phone.components.boxes import line, words
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.framework.actions import assign, back, focus, go, replace_with, then, toast
from adapters.phone.framework.state_paths import bind, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

SETTINGS = ".SettingsActivity"
CHOICES = {
    "sort": ("Sort home by", SORTS),
    "reply_sort": ("Sort replies by", REPLY_SORTS),
    "text_size": ("Text size", TEXT_SIZES),
}
ALL = "All"


@app.screen("you", distractor="a main tab: one's own threads, and what was saved")
def you(state: State, view: View) -> Screen:
    """One's own page."""
    threads = [
        thread
        for thread in model.visible_threads(state)
        if thread.author == ME or model.record(state, thread.key) is not None
    ]
    saved = w.row(
        "Saved", f"{len(state.saved)} in {len(FOLDERS)} folders", on=then(focus(None), go("saved")), rid="row_saved",
        leading=w.icon("bookmark_border", 24, "primary"), height=66, inset=20, trailing=w.icon("chevron_right", 22),
    )  # fmt: skip
    cards = [p.card(state, thread, view, under="you") for thread in threads]
    body = w.page(_head(), saved, p.block("Your threads"), cards)
    return Screen(body, top=p.page_bar(p.settings_action()), bottom=p.nav("You"), title="You")


def _head() -> Node:
    names = words(
        w.text(ME, "24,30,Bold,-0.2", heading=True, lines=1),
        w.text(OWNER.name, "15,20,Regular,0.1", p.SOFT, lines=1),
        gap=2,
    )
    acorns = node(
        "row",
        w.icon("eco", 18, "primary"),
        w.text(f"{p.count(OWNER.acorns)} acorns", "14,20,Bold,0"),
        p.support_text(f"·  here since {OWNER.since}"),
        gap=8, align="center", pad=(0, 10, 0, 0),
    )  # fmt: skip
    about = w.text(OWNER.about, "15,22,Regular,0.1", id="about", pad=(0, 12, 0, 0))
    return node("column", line(p.face(ME, 80), names, gap=16), about, acorns, width="fill", pad=(20, 8, 20, 14))


@app.screen("saved", activity=".SavedActivity", distractor="where a saved thread is looked for")
def saved_page(state: State, folder: str = ALL) -> Screen:
    """What was saved, by folder."""
    chips = [
        c.chip(name, replace_with("saved", folder=name), name == folder, rid="chip_folder", single=True, radius=10)
        for name in (ALL, *FOLDERS)
    ]
    strip = node(
        "scroll", chips, horizontal=True, id="folders", cls="android.widget.HorizontalScrollView", width="fill",
        height=48, pad=(20, 4, 20, 8), gap=8,
    )  # fmt: skip
    rows = [_saved_row(state, saved) for saved in reversed(state.saved) if folder in (ALL, saved.folder)]
    nothing = w.empty("bookmark_border", "Nothing saved here", "The bookmark of a thread puts it here.")
    return Screen(w.page(p.big_title("Saved"), strip, rows or nothing), top=p.bar(), title="Saved")


def _saved_row(state: State, saved: Saved) -> Node:
    glyph, kind = ("chat_bubble_outline", "Reply") if saved.kind == "reply" else ("forum", "Thread")
    reply = model.reply_of(state, saved.id) if saved.kind == "reply" else None
    remove = w.action(
        "bookmark", f"Remove from {saved.folder}", ev("save", kind=saved.kind, id=saved.id),
        rid="unsave", color="primary",
    )  # fmt: skip
    return w.row(
        saved.title, f"{saved.folder} · {kind}", on=p.to_thread(reply.thread if reply is not None else saved.id),
        rid="row_saved", leading=w.icon(glyph, 24), trailing=remove, inset=20,
    )  # fmt: skip


@app.screen("inbox", distractor="a main tab: threads in which something was answered")
def inbox(state: State, view: View) -> Screen:
    """What concerns the owner, the latest first."""
    rows = [_news(news, view) for news in NEWS if not model.is_blocked(state, news.who)]
    body = w.page(p.big_title("Inbox", "Replies, mentions and votes"), rows)
    return Screen(body, top=p.page_bar(p.settings_action()), bottom=p.nav("Inbox"), title="Inbox")


def _news(news: News, view: View) -> Node:
    unread = news.at >= TODAY
    who = node("row", p.name_text(news.who, id="who"), p.note_text(p.ago(news.at, view.now)), gap=8, align="center")
    texts = words(
        who, p.support_text(news.what, lines=1), w.text(news.text, "15,21,Regular,0.1", lines=2, id="text"), gap=1
    )
    dot = node("spacer", width=9, height=9, radius=4.5, bg="primary") if unread else None
    return line(
        p.face(news.who, 44), texts, dot,
        on=p.to_thread(news.thread) if news.thread else None, id="row_news", cls=w.GROUP, pad=(20, 12), gap=14,
        align="start", bg="low" if unread else "",
    )  # fmt: skip


@app.screen("settings", activity=SETTINGS, distractor="holds for all threads")
def settings(state: State) -> Screen:
    """How threads look, and what rings."""
    blocked = w.row(
        "Blocked", f"{len(state.blocked)} people", on=then(focus(None), go("blocked")), rid="row_blocked",
        leading=w.icon("block"), height=66,
    )  # fmt: skip
    body = w.page(
        p.big_title("Settings"),
        p.block("Reading"),
        _choice(state, "sort", "sort"),
        _choice(state, "reply_sort", "swap_vert"),
        _choice(state, "text_size", "format_size"),
        _switch(state, "previews", "Picture previews", "Show pictures in lists", "image"),
        _switch(state, "low", "Fold what was voted down", "Replies below zero", "unfold_less"),
        p.block("Inbox"),
        _switch(state, "replies", "Replies", "To your threads and replies", "reply"),
        _switch(state, "mentions", "Mentions", "When somebody writes your name", "alternate_email"),
        _switch(state, "votes", "Votes", "When something of yours is liked", "arrow_upward"),
        _switch(state, "digest", "Morning digest", "The best of your groves at 07:00", "wb_sunny"),
        p.block("Peace and quiet"),
        blocked,
    )
    return Screen(body, top=p.bar(), title="Settings")


def _switch(state: State, name: str, title: str, support: str, glyph: str) -> Node:
    return switch_row(title, support, bind(state, f"settings.{name}"), rid=f"row_{name}", icon_name=glyph)


def _choice(state: State, name: str, glyph: str) -> Node:
    value = bind(state, f"settings.{name}").value
    choose_it = then(focus(None), go("choose", what=name))
    return w.row(CHOICES[name][0], value, on=choose_it, rid=f"row_{name}", leading=w.icon(glyph), height=66)


@app.screen("choose", activity=SETTINGS, distractor="sorts for good, where home's chips sort for now")
def choose(state: State, what: str = "sort") -> Screen:
    """A setting of several values; home and threads show it from now on."""
    title, options = CHOICES[what]
    value = bind(state, f"settings.{what}")
    shown_at_once = then(assign("ui.sort", ""), assign("ui.reply_sort", ""), back())
    window = c.choice_dialog(title, options, value.value, lambda option: then(value.to(option), shown_at_once))
    return replace(settings(state), overlay=Overlay("dialog", window), title=title)


@app.screen("blocked", activity=SETTINGS, distractor="takes a block back")
def blocked_page(state: State) -> Screen:
    """Who is blocked."""
    rows = [
        w.row(
            blocked.handle, blocked.how, rid="row_blocked", inset=20, height=68, leading=p.face(blocked.handle, 40),
            trailing=p.small_button("Unblock", _unblock(state, blocked.handle), rid="unblock"),
        )
        for blocked in reversed(state.blocked)
    ]  # fmt: skip
    nothing = w.empty("block", "Nobody is blocked", "May it stay so.")
    return Screen(w.page(p.big_title("Blocked"), rows or nothing), top=p.bar(), title="Blocked")


def _unblock(state: State, handle: str) -> Ev:
    shown = assign("blocked", without(state.blocked, handle=handle))
    return then(shown, toast(f"{handle} is no longer blocked"))
