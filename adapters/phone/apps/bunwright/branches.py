"""Bunwright's branches: all of them, and one with its hours by day."""

from adapters.phone.apps.bunwright.app import app
from adapters.phone.apps.bunwright.catalogue import BRANCHES, Branch
from adapters.phone.apps.bunwright.catalogue import branch as branch_of
from adapters.phone.apps.bunwright.model import State
from adapters.phone.apps.bunwright.parts import basket_action, main_pages
from adapters.phone.components.boxes import column, line, radio_line
from adapters.phone.framework.actions import go, replace_with
from adapters.phone.framework.dates import DAYS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, node


@app.screen("branches")
def branches(state: State, view: View) -> Screen:
    """The shops."""
    cards = [_card(shop, DAYS[view.now.weekday()]) for shop in BRANCHES]
    top = w.app_bar("Branches", basket_action(state), up=False, style="22,28,Bold,0")
    return Screen(w.page(w.space(4), cards), top=top, bottom=main_pages("Branches"), title="Branches")


def _card(shop: Branch, today: str) -> Node:
    hours = f"{shop.open_on(today)} today" if shop.hours[DAYS.index(today)] else "Closed today"
    about = node(
        "column",
        w.text(shop.name, "titleM/Bold", id="name"),
        w.text(shop.address, "bodyM", "on_surface_variant", id="address"),
        w.text(hours, "bodyM", "primary"),
        width="fill",
        pad=(16, 12, 16, 14),
        gap=2,
    )
    photo = node("image", art=shop.art, width="fill", height=152, radius=(20, 20, 0, 0))
    card = column(
        photo, about,
        on=go("branch", branch=shop.name), id="row_branch", cls=w.GROUP, bg="low", radius=20, outline="outline_variant",
    )  # fmt: skip
    return column(card, pad=(16, 4, 16, 8))


@app.screen("branch")
def branch_page(view: View, branch: str = "", day: str = "") -> Screen:
    """One shop with its hours by day."""
    shop = branch_of(branch)
    day = day or DAYS[view.now.weekday()]
    cells = [
        c.option_card(
            name, "", replace_with("branch", branch=shop.name, day=name), name == day, rid="chip_day", height=40
        )
        for name in DAYS
    ]
    hours = w.text(shop.open_on(day), "bodyL", id="hours", grow=1)
    body = w.form(
        node("image", art=shop.art, desc=f"{shop.name} branch", width="fill", height=168, id="photo"),
        w.text(shop.name, "24,32,Bold,0", pad=(20, 16, 20, 0)),
        w.text(shop.about, "bodyM", "on_surface_variant", pad=(20, 2, 20, 16)),
        w.head("Opening hours", "Kitchen closes 30 min earlier"),
        radio_line(cells, rid="day_group", gap=4, pad=(20, 2, 20, 6)),
        line(w.icon("schedule"), hours, id="row_hours", cls=w.GROUP, pad=(20, 0), gap=16, height=56),
        w.row(shop.address, "Address", leading=w.icon("location_on"), rid="row_address", inset=20),
        w.row(shop.phone, "Phone", leading=w.icon("call"), rid="row_phone", inset=20),
        w.head("Good to know"),
        [w.row(note, leading=w.icon("info"), rid="row_note", inset=20, height=52) for note in shop.notes],
    )
    return Screen(body, top=w.app_bar(f"{shop.name} branch"), title=shop.name)
