"""Oakthread's own look: paper and bark, a vote column at the left, lines from an answer to what it answers."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread.content import FACES, NEWS, Grove, News, Reply, Thread, grove_name, grove_of
from adapters.phone.apps.oakthread.model import Draft, State
from adapters.phone.components.bars import MainPage, navigation_bar
from adapters.phone.components.bottom_sheets import SheetLook
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import extended_fab, reaction
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.framework.dates import DAYS, days_ago, elapsed
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

ROUND = 12.0
CARD = "lowest"
SHEET = SheetLook(
    title="18,24,Bold,0", title_lines=2, heading=False, head_id="", head_pad=(20, 0, 6, 6), end=10, radius=20
)
SOFT = "on_surface_variant"

note_text = text_style("13,18,Regular,0.1", SOFT)
support_text = text_style("14,20,Regular,0.1", SOFT)
small_text = text_style("12,16,Regular,0.2", SOFT)
name_text = text_style("15,20,Bold,0", lines=1)


def is_unread(news: News, now: datetime) -> bool:
    """Whether something in the inbox is of today."""
    return days_ago(news.at, now) < 1


def nav(chosen: str, now: datetime) -> Node:
    """The bottom navigation; the inbox has a badge with what is new."""
    unread = 0 if chosen == "Inbox" else sum(is_unread(news, now) for news in NEWS)
    pages = (
        MainPage("Home", "home", switch_to("home"), "nav_home"),
        MainPage("Groves", "park", switch_to("groves"), "nav_groves"),
        MainPage("Inbox", "inbox", switch_to("inbox"), "nav_inbox", unread),
        MainPage("You", "person_outline", switch_to("you"), "nav_you"),
    )
    return column(w.divider(), navigation_bar(pages, chosen, bg="low"), bg="low")


def page_bar(*actions: Node) -> Node:
    """The bar of a main page: actions at its right."""
    return line(w.push(), *actions, id="toolbar", cls=w.GROUP, height=56, pad=(4, 0), bg="surface")


def search_action() -> Node:
    """The way to the search."""
    search = then(assign("ui.query", ""), go("search"), focus("search_src_text"))
    return w.action("search", "Search", search, rid="search", color="on_surface")


def bar(*actions: Node, title: str = "") -> Node:
    """The small bar, above the large title if it has none of its own."""
    return w.app_bar(title, *actions, style="20,26,Bold,-0.1").styled(bg="surface")


def big_title(title: str, support: str = "") -> Node:
    """The large heading that scrolls away with the page."""
    return node(
        "column",
        w.text(title, "34,42,Bold,-0.4", heading=True, lines=2),
        w.text(support, "bodyM", SOFT, lines=2) if support else None,
        width="fill", pad=(20, 2, 20, 12), id="collapsing_title",
    )  # fmt: skip


def block(title: str) -> Node:
    """The heading of a block."""
    return line(w.text(title, "15,20,Bold,0.1", "primary", grow=1), pad=(20, 18, 20, 8))


def bottom_button(label: str, on: Ev, *, rid: str, enabled: bool = True) -> Node:
    """The bar at the lower edge with the button that leads on."""
    button = c.button(label, on, rid=rid, enabled=enabled).styled(radius=12)
    return column(w.divider(), node("row", button, width="fill", pad=(20, 10)), bg="surface")


def join_button(state: State, grove: Grove) -> Node:
    """The button that joins a grove, or leaves it."""
    label, variant = ("Join", "filled") if model.joined(state, grove.key) is None else ("Joined", "tonal")
    return node(
        "button", text=label, on=ev("join", grove=grove.key), id="join", variant=variant, height=36, radius=10,
        type="13,20,Bold,0.1", pad=(14, 0),
    )  # fmt: skip


def new_thread_button(state: State, grove: str = "") -> Node:
    """The button that begins a thread: in this grove, or else in the first one that one belongs to."""
    if not grove or model.joined(state, grove) is None:
        grove = state.joined[0].grove if state.joined else "square"
    begin = then(assign("draft", Draft(grove=grove)), go("compose"))
    return extended_fab("New thread", "edit_note", begin, rid="new_thread", radius=0, bg="primary", color="on_primary")


def ago(time: str, now: datetime) -> str:
    """`18 min`, `3 h`, `Sun`, `8 Nov`."""
    then_ = datetime.fromisoformat(time)
    days = (now.replace(tzinfo=None) - then_).days
    return elapsed(time, now) or (DAYS[then_.weekday()] if days < 6 else f"{then_.day} {then_:%b}")


def count(number: int) -> str:
    """`842`, `1.2k`."""
    return str(number) if abs(number) < 1000 else f"{number / 1000:.1f}k"


def count_of(number: int, singular: str, plural: str = "") -> str:
    """`1 reply`, `4 replies`."""
    return f"1 {singular}" if number == 1 else f"{number} {plural or singular + 's'}"


def face(handle: str, size: float) -> Node:
    """Somebody's picture."""
    return w.avatar(FACES.get(handle, 5), size)


def mark(grove: Grove | None, size: float = 40) -> Node:
    """A grove's leaf-shaped mark."""
    glyph, ground, ink = (grove.glyph, grove.ground, grove.ink) if grove else ("park", "#E5DED2", "#5B4A3A")
    corner = size * 0.36
    return node(
        "stack", w.icon(glyph, size * 0.56, ink, place=("center", "center")),
        width=size, height=size, bg=ground, radius=(corner, size / 2, corner, size / 2),
    )  # fmt: skip


def tag(kind: str) -> Node:
    """What sort of thread it is."""
    return w.text(
        kind, "11,16,Medium,0.3", "on_secondary_container", bg="secondary_container", radius=8, pad=(8, 2), height=20,
        lines=1, id="kind",
    )  # fmt: skip


def picture(art: Art, height: float, radius: float) -> Node:
    """A thread's picture over the full width."""
    return node("image", art=art, width="fill", height=height, radius=radius, desc="Picture", id="photo")


def person_line(handle: str, when: str, size: float, *, note: str = "") -> Node:
    """Who wrote something, and when; `note` says what else is known of them."""
    pill = w.text(
        note, "11,16,Medium,0.3", "on_primary_container", bg="primary_container", radius=8, pad=(7, 2), height=20
    )
    return node(
        "row",
        face(handle, size),
        w.text(handle, "13,18,Bold,0.1", lines=1, id="author"),
        pill if note else None,
        note_text(when, id="time"),
        gap=8, align="center", cls=w.ROW, height=40,
    )  # fmt: skip


def to_thread(key: str) -> Ev:
    """The way to a thread."""
    return then(focus(None), go("thread", key=key))


def shared_text(thread: Thread) -> str:
    """What another app gets of a thread."""
    return f"{thread.title}\nOakthread, {grove_name(thread.grove)}"


def save_action(folder: str, key: str, **look: Any) -> Node:
    """The bookmark of a thread."""
    return reaction(
        bool(folder), ("bookmark", "bookmark_border"), ("Remove from saved", "Save thread"),
        ev("save", key=key), rid="save", **look,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes for a `thread` or a `reply`: their balance, and one's `own`."""

    kind: str
    id: str
    author: str
    total: int
    own: int


def votes_on(state: State, item: Thread | Reply) -> Votes:
    """How people voted for something."""
    kind, key = ("thread", item.key) if isinstance(item, Thread) else ("reply", item.id)
    return Votes(kind, key, item.author, model.score(state, item), model.vote_of(state, kind, key))


def vote_buttons(votes: Votes) -> list[Node]:
    """For and against, with the balance between them."""
    what = "thread" if votes.kind == "thread" else f"reply of {votes.author}"
    vote = ev("vote", kind=votes.kind, id=votes.id, author=votes.author)
    tint = {1: "primary", -1: "error"}.get(votes.own, "on_surface")
    return [
        _vote_button("arrow_upward", f"Upvote {what}", votes.own, vote.plus(value=1)),
        w.text(count(votes.total), "14,18,Bold,0", tint, id="score", text_align="center", width=44, lines=1),
        _vote_button("arrow_downward", f"Downvote {what}", votes.own, vote.plus(value=-1)),
    ]


def _vote_button(glyph: str, desc: str, vote: int, on: Ev) -> Node:
    value = on.get("value")
    active = vote == value
    tint, ground, rid = ("primary", "primary_container", "upvote")
    if value < 0:
        tint, ground, rid = ("error", "error_container", "downvote")
    return reaction(
        active, (glyph, glyph), (f"Take back: {desc.lower()}", desc), on,
        rid=rid, tint=tint, width=44, height=40, size=22, radius=20, bg=ground if active else "",
    )  # fmt: skip


def vote_row(votes: Votes) -> Node:
    """Votes side by side."""
    return node("row", vote_buttons(votes), align="center", id="votes", height=40)


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that a thread's card depends on."""

    votes: Votes
    replies: int
    saved: str
    when: str
    under: str


def card(state: State, thread: Thread, view: View, *, under: str = "home") -> Node:
    """A thread in a list; `under` is the page that its menu opens above."""
    shown = _Shown(
        votes=votes_on(state, thread),
        replies=len(model.replies(state, thread.key)),
        saved=model.saved_in(state, thread.key),
        when=ago(thread.at, view.now),
        under=under,
    )
    return _card(thread, shown)


@lru_cache(maxsize=256)
def _card(thread: Thread, shown: _Shown) -> Node:
    photo = picture(thread.art, 132, 10) if thread.art is not None else None
    texts = words(
        _card_head(thread, shown),
        w.text(thread.title, "17,23,Bold,-0.1", lines=3, id="title"),
        support_text(thread.text.replace("\n", " "), lines=1 if photo else 2, id="excerpt"),
        photo,
        _card_foot(thread, shown),
        gap=5, align="stretch",
    )  # fmt: skip
    inner = node(
        "row", node("column", vote_buttons(shown.votes), width=44, align="center", id="votes"), texts,
        on=to_thread(thread.key), id="row_thread", cls=w.GROUP, width="fill", pad=(4, 12, 8, 2), gap=4, bg=CARD,
        radius=ROUND,
    )  # fmt: skip
    return column(inner, pad=(12, 0, 12, 10))


def _card_head(thread: Thread, shown: _Shown) -> Node:
    return line(
        mark(grove_of(thread.grove), 22),
        w.text(grove_name(thread.grove), "13,18,Bold,0.1", lines=1, id="grove"),
        note_text(f"·  {thread.author}  ·  {shown.when}", lines=1, id="author", grow=1),
        gap=7,
    )


def _card_foot(thread: Thread, shown: _Shown) -> Node:
    number = w.text(count_of(shown.replies, "reply", "replies"), "13,18,Medium,0.1", SOFT, id="replies")
    options = go("options", key=thread.key, grove=thread.grove, under=shown.under)
    more = w.action("more_vert", f"More options: {thread.title}", options, rid="more")
    return line(
        node("row", w.icon("chat_bubble_outline", 18), number, gap=7, align="center"),
        tag(thread.kind),
        w.push(),
        save_action(shown.saved, thread.key, width=44, height=40, size=21),
        more.styled(width=40, height=40, size=21),
        gap=8, height=40,
    )  # fmt: skip


def not_found(what: str) -> Screen:
    """The page of something that is no longer there."""
    body = w.page(w.empty("nature", f"This {what} is gone", "It was removed."))
    return Screen(body, top=bar(title="Not found"), title="Not found")
