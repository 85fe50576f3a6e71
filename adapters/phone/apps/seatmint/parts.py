"""Seatmint's own look: near black with mint, posters, pills of time, cards with soft corners."""

from collections.abc import Sequence
from typing import Any

from adapters.phone.apps.seatmint.catalogue import Screening, Show
from adapters.phone.components.bars import title_bar
from adapters.phone.components.booking import framed_option
from adapters.phone.components.bottom_sheets import sheet_window
from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.components.shop_rows import fact_row
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.ui import controls
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.widgets import Some

SOFT = 14.0
RADIO = "android.widget.RadioButton"

name_text = text_style("16,22,Medium,0.1")
note = text_style("bodyS", "on_surface_variant")
quiet = text_style("bodyM", "on_surface_variant")
sum_text = text_style("20,26,Bold,0")
price_text = text_style("14,20,Medium,0.1", "on_surface_variant")


def bar(title: str, *actions: Node, support: str = "", drawer: bool = False) -> Node:
    """The bar of a page: a way back, or the button of the drawer."""
    menu = w.action("menu", "Open navigation drawer", go("drawer"), color="on_surface")
    return title_bar(title, *actions, support=support, lead=menu if drawer else None)


def head(title: str, link: str = "", on: Ev | None = None, top: float = 22) -> Node:
    """The heading of a group, with a link at its right."""
    more = None
    if on is not None:
        label = w.text(link, "labelL", "primary")
        more = node(
            "row", label, w.icon("chevron_right", 18, "primary"),
            on=on, height=48, align="center", gap=2, id="see_all", cls=w.ROW,
        )  # fmt: skip
    return line(w.text(title, "18,24,Bold,0", grow=1, lines=1), more, min_height=40, pad=(20, top, 12, 6))


def poster(show: Show, width: float, height: float) -> Node:
    """A poster with its title at the foot."""
    title = text_style("19,23,Black,0.79", "#FFFFFF", lines=3, text_align="center")
    foot = column(
        title(show.title.upper()), w.text(show.maker, "bodyS", "#C9D6D1", lines=1, text_align="center"),
        pad=(8, 0, 8, 12), gap=3, align="center", place=("fill", "end"),
    )  # fmt: skip
    picture = node("image", art=show.poster, radius=SOFT, place=("fill", "fill"), height=height)
    return node("stack", picture, foot, width=width, height=height)


def thumb(show: Show, width: float = 64, height: float = 92) -> Node:
    """A small poster without words."""
    return node("image", art=show.poster, width=width, height=height, radius=10)


def rating(show: Show) -> Node | None:
    """A star and the mean; nothing where nobody has seen it yet."""
    if not show.rating:
        return None
    mean = f"{show.rating / 10:.1f}"
    number = w.text(mean, "13,18,Bold,0.1", lines=1)
    return node("row", w.icon("star", 16, "#F5C451"), number, gap=3, align="center", desc=f"Rated {mean} of 5")


def open_show(key: str) -> Ev:
    """The action that opens a show, on today's programme."""
    return then(assign("ui.day", ""), focus(None), go("show", key=key))


def choose_seats(screening: Screening) -> Ev:
    """The event that opens the plan of a screening."""
    return ev("seats", show=screening.show, day=screening.day, venue=screening.venue, time=screening.time)


def show_row(show: Show, caption: str = "") -> Node:
    """A show as a row of a list."""
    about = words(
        name_text(show.title, lines=2),
        quiet(show.facts, lines=1),
        w.text(caption, "bodyM", "primary", lines=1) if caption else None,
        rating(show),
        gap=3,
    )
    return line(thumb(show), about, on=open_show(show.key), id="row_show", cls=w.GROUP, pad=(20, 8), gap=14)


def card(*children: Some, pad: Pad = (16, 14), gap: float = 0) -> Node:
    """A card on the dark page."""
    return column(column(*children, bg="container", radius=SOFT, pad=pad, gap=gap), pad=(16, 5))


def list_card(*rows: Some, pad: Pad = (0, 4)) -> Node:
    """A card of rows that have their own edges."""
    return card(*rows, pad=pad)


def fact(label: str, value: str, icon: str, *, on: Ev | None = None, support: str = "") -> Node:
    """What was chosen, and where it can be changed."""
    return fact_row(
        label, value, w.icon(icon, 22, "primary"), rid="row_fact", support=support, on=on, style="16,22,Medium,0.1",
        lines=3, value_id="", pad=(16, 8, 12, 8), gap=16,
    )  # fmt: skip


def option(label: str, support: str, on: Ev, chosen: bool, *, icon: str = "", price: str = "") -> Node:
    """One of a few; the chosen one is framed in mint."""
    return framed_option(
        w.icon(icon, 22, "primary" if chosen else "on_surface_variant") if icon else None,
        words(name_text(label, lines=1), note(support, lines=2) if support else None, gap=1),
        price_text(price) if price else None,
        node("radio", checked=chosen, width=20, height=20),
        on=on, chosen=chosen, rid="option", min_height=56, radius=12, pad=(14, 8), gap=14, bg="container",
    )  # fmt: skip


def count_row(
    label: str, support: str, count: int, less: Ev | None, more: Ev | None, *, lead: Node | None = None
) -> Node:
    """A row with a number that goes up and down; a button without an event rests."""

    def step(glyph: str, desc: str, on: Ev | None) -> Node:
        look: dict[str, Any] = {"width": 48, "height": 48, "size": 22, "color": "on_surface"}
        return node("icon_button", icon=glyph, desc=desc, on=on, enabled=on is not None, **look)

    stepper = node(
        "row",
        step("remove", f"One {label} less", less),
        w.text(str(count), "18,24,Bold,0", text_align="center", width=26),
        step("add", f"One {label} more", more),
        align="center", bg="high", radius=24, height=48,
    )  # fmt: skip
    about = words(name_text(label, lines=2), note(support, lines=2), gap=1)
    return line(lead, about, stepper, min_height=64, pad=(16, 6, 12, 6), gap=14)


def switch_row(label: str, support: str, on: Ev, checked: bool, *, price: str = "") -> Node:
    """A row that is on or off."""
    about = words(name_text(label, lines=2), note(support, lines=2), gap=1)
    toggle = node("switch", checked=checked, width=52, height=32)
    return line(
        about, price_text(price) if price else None, toggle,
        on=on, cls=w.ROW, selected=checked, id="row_switch", min_height=64, pad=(16, 8), gap=14,
    )  # fmt: skip


def main_button(label: str, on: Ev, *, enabled: bool = True, tonal: bool = False) -> Node:
    """The main button of a page."""
    return node(
        "button", text=label, on=on if enabled else None, enabled=enabled, id="go", height=52, width="wrap", grow=1,
        radius=16, type="16,22,Bold,0.1", variant="tonal" if tonal else "filled",
    )  # fmt: skip


def foot(*children: Some) -> Node:
    """The lower edge with what leads on."""
    return line(*children, bg="low", pad=(16, 12), gap=12, radius=(20, 20, 0, 0))


def tag(label: str, *, strong: bool = False) -> Node:
    """A small mark."""
    bg, ink = ("primary_container", "on_primary_container") if strong else ("high", "on_surface_variant")
    return w.text(label, "labelM", ink, lines=1, radius=8, bg=bg, pad=(8, 3))


def chip(label: str, on: Ev, chosen: bool) -> Node:
    """One of a line of choices."""
    return controls.chip(label, on, chosen, rid="chip", single=True, radius=18).styled(height=36)


def strip(cells: Sequence[Node], name: str, height: float, *, gap: float = 8, value: float = 0) -> Node:
    """Cells side by side in a window that scrolls."""
    return node(
        "scroll", cells, horizontal=True, id=name, width="fill", height=height, gap=gap, pad=(20, 0), value=value
    )


def nothing(glyph: str, title: str, hint: str, button: Node | None = None) -> Node:
    """What a list shows when it has nothing."""
    heading = sum_text(title, text_align="center")
    about = quiet(hint, text_align="center", pad=(44, 6, 44, 18))
    disc = w.disc(glyph, 132, "container", "primary")
    return column(w.space(72), disc, w.space(18), heading, about, button, align="center")


def home_button() -> Node:
    """The button of an empty list that leads to what is on."""
    on = switch_to("home")
    return node("button", text="What’s on", on=on, id="calm", variant="tonal", height=44, radius=14, type="labelL")


def nothing_page(title: str, glyph: str, heading: str, hint: str, button: Node | None = None) -> Screen:
    """A page for which nothing was chosen, or that an old link leads to: icon, heading and hint."""
    return Screen(w.page(nothing(glyph, heading, hint, button)), top=bar(title), title=title)


def sheet(title: str, *children: Some, bottom: Node | None = None) -> Node:
    """The window of a sheet."""
    close = w.action("close", "Close", w.UP, color="on_surface")
    top = line(sum_text(title, grow=1, lines=1), close, pad=(20, 10, 8, 4))
    return sheet_window(top, *children, w.space(8), bottom, radius=24)
