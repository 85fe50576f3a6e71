"""Framelet's own look: dark, square corners, pictures from edge to edge, icons without words."""

from datetime import datetime
from typing import Any

from adapters.phone.apps.framelet.content import ME, PEOPLE, Post, person
from adapters.phone.apps.framelet.model import Draft, State, follows, has_news
from adapters.phone.components.bottom_sheets import SheetLook, sheet
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.text_styles import modifier, text_style
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.framework.dates import elapsed
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Art, Ev, Node, ev, node

LIKED = "#FF5A6A"
DIALOG = modifier(radius=6)
SHEET = SheetLook(
    title="16,24,Bold,0", heading=False, head_id="", head_pad=(18, 0, 6, 0), grip_height=22, grip_color="outline",
    grip_width=36, divider=True, end=10, bg="high", radius=14,
)  # fmt: skip

name_text = text_style("14,20,Bold,0", lines=1)
body_text = text_style("14,20,Regular,0.1")
note_text = text_style("13,18,Regular,0.1", "on_surface_variant", lines=1)
time_text = text_style("12,16,Regular,0.2", "on_surface_variant")


def new_post(state: State) -> Ev:
    """The way to a new post, which starts with an empty draft."""
    return then(assign("draft", Draft(comments=state.settings.comments)), go("new"))


def nav(state: State, chosen: str, now: datetime) -> Node:
    """The bottom bar: four icons and a face without a word."""
    unread = node("badge", bg="error", width=7, height=7, radius=3.5, place=("center", "end"))
    own = node(
        "stack", face(ME, 26).styled(place=("center", "center")), width=32, height=32, radius=16,
        outline="on_surface" if chosen == "You" else "", outline_width=2,
    )  # fmt: skip
    cells = (
        _tab("home", "Home", chosen, switch_to("home"), _glyph("home", chosen == "Home")),
        _tab("explore", "Explore", chosen, switch_to("explore"), _glyph("search", chosen == "Explore")),
        _tab("new", "New post", chosen, new_post(state), _glyph("add_box", active=False)),
        _tab(
            "activity", "Activity", chosen, switch_to("activity"),
            _glyph("favorite" if chosen == "Activity" else "favorite_border", chosen == "Activity"),
            unread if chosen != "Activity" and has_news(now) else None,
        ),
        _tab("you", "You", chosen, switch_to("you"), own),
    )  # fmt: skip
    bar = node("row", cells, width="fill", height=52, id="bottom_bar", bg="surface")
    return column(w.divider(), bar, bg="surface")


def _glyph(name: str, active: bool) -> Node:
    return w.icon(name, 26, "on_surface" if active else "on_surface_variant")


def _tab(name: str, label: str, chosen: str, on: Ev, mark: Node, badge: Node | None = None) -> Node:
    return node(
        "stack", mark.styled(place=("center", "center")), badge,
        on=on, id=f"tab_{name}", desc=label, selected=label == chosen, cls="android.widget.FrameLayout", grow=1,
        height=52,
    )  # fmt: skip


def ago(time: str, now: datetime) -> str:
    """`18 min`, `3 h`, `2 d`, `8 Nov`."""
    then_ = datetime.fromisoformat(time)
    days = (now.replace(tzinfo=None) - then_).days
    return elapsed(time, now) or (f"{days} d" if days < 7 else f"{then_.day} {then_:%b}")


def count(number: int) -> str:
    """`842`, `2,314`, `28.3k`."""
    return f"{number:,}" if number < 10_000 else f"{number / 1000:.1f}k"


def count_of(number: int, singular: str) -> str:
    """`1 like`, `2,314 likes`."""
    return f"1 {singular}" if number == 1 else f"{count(number)} {singular}s"


def bar(title: str, *actions: Node, support: str = "") -> Node:
    """The top bar with its hairline."""
    top = w.app_bar(title, *actions, support=support, style="18,26,Bold,0").styled(height=56)
    return column(top, w.divider(), bg="surface")


def small_button(label: str, on: Ev, *, rid: str, height: float = 36, filled: bool = False, **look: Any) -> Node:
    """A button beside a row or below a face."""
    return node(
        "button", text=label, on=on, id=rid, variant="filled" if filled else "tonal", height=height, radius=4,
        type="13,20,Bold,0.1", **{"pad": (16, 0), **look},
    )  # fmt: skip


def bottom_button(label: str, on: Ev, *, rid: str) -> Node:
    """The bar at the lower edge with the button that leads on."""
    return line(c.button(label, on, rid=rid).styled(radius=4), pad=(16, 10), align="start", bg="surface")


def follow_button(
    state: State, handle: str, *, rid: str = "follow_person", height: float = 34, grow: float = 0
) -> Node:
    """`Follow`, `Requested` or `Following`."""
    known = follows(state, handle)
    label = "Follow"
    if known is not None:
        label = "Requested" if known.requested else "Following"
    return small_button(label, ev("follow", handle=handle), rid=rid, height=height, filled=known is None, grow=grow)


def tick(handle: str, size: float = 15) -> Node | None:
    """The mark of an account that is who it says."""
    account = person(handle)
    return w.icon("verified", size, "primary") if account is not None and account.verified else None


def face(handle: str, size: float) -> Node:
    """An account's round picture."""
    account = person(handle) or PEOPLE[0]
    return node("image", art=Art(account.picture, account.face), width=size, height=size, radius=size / 2)


def to_person(handle: str) -> Ev:
    """The way to an account's page."""
    return switch_to("you") if handle == ME else then(focus(None), go("person", handle=handle))


def to_post(key: str) -> Ev:
    """The way to a post's own page."""
    return then(focus(None), go("post", key=key))


def tile(post: Post, size: float = 136) -> Node:
    """A post in a grid of three."""
    image = node("image", art=post.art(), width="fill", height=size, desc=f"Photo by {post.author}", id="photo")
    return node(
        "stack", image,
        on=to_post(post.key), id="grid_item", cls="android.widget.FrameLayout", width="fill", height=size,
    )  # fmt: skip


def grid(posts: tuple[Post, ...]) -> Node:
    """Posts three in a row, almost touching."""
    return node("grid", [tile(post) for post in posts], columns=3, gap=2, width="fill")


def person_row(handle: str, note: str = "", trailing: Node | None = None, on: Ev | None = None) -> Node:
    """An account in a list."""
    account = person(handle)
    name = account.name if account is not None else handle
    handle_text = w.text(handle, "15,20,Bold,0", lines=1, id="handle")
    names = words(
        node("row", handle_text, tick(handle), gap=4, align="center"),
        note_text(note or name, id="name"),
    )
    return line(
        face(handle, 46), names, trailing,
        on=on or to_person(handle), id="row_person", cls=w.GROUP, height=66, pad=(14, 0, 12, 0), gap=12,
    )  # fmt: skip


def follow_row(state: State, handle: str) -> Node:
    """An account in a list, with the button that follows it."""
    return person_row(handle, trailing=follow_button(state, handle))


def label(title: str) -> Node:
    """The heading of a block."""
    return w.text(title, "15,20,Bold,0", pad=(16, 18, 16, 8), width="fill")


def no_post() -> Node:
    """The sheet about a post that is no longer there."""
    text = w.text("It was removed, or you may not see it.", "bodyL", pad=(18, 8, 18, 12))
    return sheet("Not available", text, look=SHEET)


def not_found(what: str = "post") -> Screen:
    """The page of something that is no longer there."""
    body = w.page(w.empty("error_outline", f"This {what} isn't available", "It was removed, or you may not see it."))
    return Screen(body, top=bar("Not found"), title="Not found")
