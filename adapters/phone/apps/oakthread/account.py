"""What Oakthread shows its owner: one's own page, what was saved, the inbox."""

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import ME, NEWS, OWNER, News
from adapters.phone.apps.oakthread.model import FOLDERS, Saved, State
from adapters.phone.components.boxes import line, words
from adapters.phone.components.choices import chip_strip
from adapters.phone.framework.actions import go, replace_with
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, ev, node

ALL = "All"


@app.screen("you", distractor="a main tab: one's own threads, and what was saved")
def you(state: State, view: View) -> Screen:
    """One's own page."""
    saved = w.row(
        "Saved", f"{len(state.saved)} in {len(FOLDERS)} folders", on=go("saved"), rid="row_saved",
        leading=w.icon("bookmark_border", 24, "primary"), height=66, inset=20, trailing=w.icon("chevron_right", 22),
    )  # fmt: skip
    threads = [thread for thread in model.all_threads(state) if thread.author == ME]
    cards = [p.card(state, thread, view, under="you") for thread in threads]
    body = w.page(_head(), saved, p.block("Your threads"), cards)
    return Screen(body, top=p.page_bar(), bottom=p.nav("You", view.now), title="You")


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
    strip = chip_strip(
        folder, (ALL, *FOLDERS), rid="chip_folder", group="folders", radius=10, pad=(20, 4, 20, 8),
        on=lambda name: replace_with("saved", folder=name),
    )  # fmt: skip
    rows = [_saved_row(saved) for saved in reversed(state.saved) if folder in (ALL, saved.folder)]
    nothing = w.empty("bookmark_border", "Nothing saved here", "The bookmark of a thread puts it here.")
    return Screen(w.page(p.big_title("Saved"), strip, rows or nothing), top=p.bar(), title="Saved")


def _saved_row(saved: Saved) -> Node:
    remove = w.action(
        "bookmark", f"Remove from {saved.folder}", ev("save", key=saved.thread), rid="unsave", color="primary"
    )  # fmt: skip
    return w.row(
        saved.title, saved.folder, on=p.to_thread(saved.thread), rid="row_saved", leading=w.icon("forum", 24),
        trailing=remove, inset=20,
    )  # fmt: skip


@app.screen("inbox", distractor="a main tab: threads in which something was answered")
def inbox(view: View) -> Screen:
    """What concerns the owner, the latest first."""
    rows = [_news(news, view) for news in NEWS]
    body = w.page(p.big_title("Inbox", "Replies, mentions and votes"), rows)
    return Screen(body, top=p.page_bar(), bottom=p.nav("Inbox", view.now), title="Inbox")


def _news(news: News, view: View) -> Node:
    unread = p.is_unread(news, view.now)
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
