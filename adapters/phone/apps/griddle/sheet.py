"""The sheet in which a dish is put together: size, heat, meal, what to leave out, what to add."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.griddle import menu
from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.catalogue import ALONE, CUPS, Item, Option, item, money
from adapters.phone.apps.griddle.model import Line, State, cents, draft_for
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

GROUP = "android.widget.RadioGroup"


def options(state: State, place: Route, view: View) -> Screen:
    """One dish and all that can be chosen for it."""
    one = item(place.get("key", ""))
    line = draft_for(state, one.key)
    body = node(
        "scroll",
        _warning(state, one),
        _sizes(one, line),
        _heats(one, line),
        _meals(one, line),
        _drinks(one, line),
        _ticks(one, "without", "Leave out", "As it comes: all in", one.kind.without, line.without),
        _ticks(one, "extras", "Add", "Optional", one.kind.extras, line.extras),
        w.space(12),
        id="options",
        cls="androidx.core.widget.NestedScrollView",
        width="fill",
        grow=1,
        align="stretch",
    )
    add = p.block(f"Add to tray   {money(cents(line))}", ev("add", key=one.key), rid="add_to_tray")
    foot = p.foot(p.stepper(line.quantity, ev("quantity", key=one.key, by=-1), ev("quantity", key=one.key, by=1)), add)
    sheet = node(
        "column",
        menu.handle(),
        _head(one),
        w.divider(),
        body,
        foot,
        id="design_bottom_sheet",
        cls="android.widget.FrameLayout",
        width="fill",
        bg="surface",
        radius=(12, 12, 0, 0),
        align="stretch",
    )
    return menu.over_menu(state, view, one.key, sheet)


def _head(one: Item) -> Node:
    words = node(
        "column",
        p.caps(one.name, 24),
        w.text(one.about, "bodyM", "on_surface_variant", lines=3) if one.about else None,
        node(
            "row",
            w.text(money(one.cents), "16,24,Bold,0", id="base_price"),
            w.text(f"{one.kcal} kcal", "bodyS", "on_surface_variant"),
            gap=10,
            align="center",
            pad=(0, 4, 0, 0),
        ),
        grow=1,
    )
    close = w.action("close", "Close", w.UP, rid="close", color="on_surface")
    picture = node("image", art=one.art, width=104, height=104, radius=p.CORNER, desc=one.name, id="photo")
    return node(
        "row", picture, words, close, id="toolbar", cls=w.GROUP, width="fill", pad=(16, 0, 4, 14), gap=14
    )  # fmt: skip


def _warning(state: State, one: Item) -> Node | None:
    """A band that names what this user does not eat."""
    found = [label for label in one.allergens if label in state.account.allergens]
    if not found:
        return None
    band = node(
        "row",
        w.icon("warning_amber", 20, "on_error_container"),
        w.text(f"Contains {' and '.join(found).lower()}", "labelL", "on_error_container", grow=1),
        width="fill",
        bg="error_container",
        radius=p.CORNER,
        pad=(12, 10, 12, 10),
        gap=10,
        align="center",
        id="row_warning",
    )
    return node("column", band, width="fill", pad=(16, 14, 16, 0), align="stretch")


def _sizes(one: Item, line: Line) -> Node | None:
    kind = one.kind
    if not kind.sizes:
        return None
    cards = [
        c.option_card(
            size.label,
            size.price or size.about or "As priced",
            ev("pick", key=one.key, group="size", value=size.label),
            size.label == line.size,
            rid="size_option",
            radius=p.CORNER,
        )
        for size in kind.sizes
    ]
    row = node("row", cards, width="fill", gap=8, pad=(16, 0, 16, 0), id="size_group", cls=GROUP)
    return node("column", p.section(kind.size_title, "Choose one"), row, width="fill", align="stretch")


def _heats(one: Item, line: Line) -> Node | None:
    """Three joined cells, as one control."""
    heats = one.kind.heats
    if not heats:
        return None
    cells = []
    for index, heat in enumerate(heats):
        on = heat.label == line.heat
        fires = [
            w.icon("local_fire_department", 16, "on_primary" if on else "on_surface_variant") for _ in range(index + 1)
        ]
        cells.append(
            node(
                "row",
                fires,
                w.text(heat.label, "labelL", "on_primary" if on else "on_surface", pad=(4, 0, 0, 0)),
                on=ev("pick", key=one.key, group="heat", value=heat.label),
                id="heat_option",
                cls="android.widget.RadioButton",
                checked=on,
                selected=on,
                grow=1,
                height=44,
                bg="primary" if on else "surface",
                outline="outline",
                align="center",
                justify="center",
            )
        )
    row = node("row", cells, width="fill", pad=(16, 0, 16, 0), id="heat_group", cls=GROUP)
    return node("column", p.section("Heat"), row, width="fill", align="stretch")


def _meals(one: Item, line: Line) -> Node | None:
    meals = one.kind.meals
    if not meals:
        return None
    rows = [
        c.radio_row(
            meal.label,
            ev("pick", key=one.key, group="meal", value=meal.label),
            meal.label == line.meal,
            rid="meal_option",
            trailing=meal.price,
            support=meal.about,
            inset=16,
            height=60 if meal.about else 48,
        )
        for meal in meals
    ]
    group = node("column", rows, width="fill", id="meal_group", cls=GROUP, align="stretch")
    return node("column", p.section("Make it a meal"), group, width="fill", align="stretch")


def _drinks(one: Item, line: Line) -> Node | None:
    if not line.meal or line.meal == ALONE:
        return None
    chips = [
        c.chip(
            cup,
            ev("pick", key=one.key, group="drink", value=cup),
            cup == (line.drink or CUPS[0]),
            rid="chip_drink",
            single=True,
            radius=p.CORNER,
        )
        for cup in CUPS
    ]
    row = c.chips(chips, inset=16, rid="drink_group", cls=GROUP)
    return node("column", p.section("Drink with it", top=10), row, width="fill", align="stretch")


def _ticks(
    one: Item, group: str, title: str, support: str, options_: Sequence[Option], chosen: Sequence[str]
) -> Node | None:
    if not options_:
        return None
    rows = [
        p.tick(
            option.label,
            option.price,
            ev("flip", key=one.key, group=group, value=option.label),
            option.label in chosen,
            rid="leave_out" if group == "without" else "add_extra",
        )
        for option in options_
    ]
    return node("column", p.section(title, support), rows, width="fill", align="stretch")
