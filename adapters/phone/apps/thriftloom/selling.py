"""Selling on Thriftloom: the form, its pickers, a preview, and one's own rail."""

from __future__ import annotations

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.catalogue import (
    COLOURS,
    CONDITION_WORDS,
    CONDITIONS,
    KINDS,
    ONE_SIZE,
    ROLL,
    SHOE_SIZES,
    SIZES,
    money,
)
from adapters.phone.apps.thriftloom.model import (
    PARCEL_WORDS,
    PARCELS,
    Form,
    Listing,
    State,
    listing,
    missing,
)
from adapters.phone.apps.thriftloom.records import moment
from adapters.phone.pictures.clothes import DYES
from adapters.phone.style.color_scheme import Rgb
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

NEEDED = "This is needed"


def sell(state: State, place: Route, view: View) -> Screen:
    """Everything about a piece that is put up for sale."""
    form = state.form
    lacks = missing(form) if form.tried else ()

    def bad(name: str, words: str = NEEDED) -> str:
        return words if name in lacks else ""

    def pick(label: str, name: str, empty: str) -> Node:
        value = getattr(form, name)
        return p.fact(label, value or empty, on=ev("pick", what=name), rid=f"row_{name}", bad=bad(name))

    frames = [
        node(
            "stack",
            node("image", art=p.photo(number), place=("fill", "fill"), height=150),
            node("stack", w.icon("check", 18, "surface", place=("center", "center")), width=28, height=28,
                 bg="on_surface", place=("end", "start")) if number == form.photo else None,
            on=ev("photo", value=number), id="photo", cls="android.widget.RadioButton",
            desc=f"Photo {number}: {dye} {garment}",
            checked=number == form.photo, selected=number == form.photo, width=120, height=150,
        )
        for number, (garment, dye) in enumerate(ROLL, 1)
    ]  # fmt: skip
    strip = node("scroll", frames, horizontal=True, id="photos", width="fill", height=150, gap=4,
                 pad=(p.EDGE, 0, p.EDGE, 0))  # fmt: skip
    body = w.form(
        p.section("Cover photo", top=18), strip, w.space(10),
        p.entry(form.title, "What is it?", "title_input", ev("form", field="title"), bad=bad("title")),
        p.entry(form.brand, "Brand, if it has one", "brand_input", ev("form", field="brand")), w.space(10),
        pick("Kind", "kind", "Choose"), pick("Size", "size", "Choose"), pick("Condition", "condition", "Choose"),
        pick("Colour", "colour", "Choose"),
        p.entry(form.price, "Price in whole dollars", "price_input", ev("form", field="price"), prefix="$",
                bad=bad("price", "A price from 1 to 9999")), w.space(10),
        pick("Parcel", "parcel", "Choose"),
        p.tick("Let buyers make offers", "You can decline every one of them", ev("form_offers"), form.offers,
               rid="offers_on"),
        p.entry(form.note, "Anything else to say?", "note_input", ev("form", field="note")),
        w.text("Selling is free. Buyers pay for their protection and the parcel.", "bodyS", "on_surface_variant",
               pad=(p.EDGE, 14, p.EDGE, 8)),
    )  # fmt: skip
    wipe = w.action("delete_outline", "Clear the form", ev("form_clear"), rid="wipe", color="on_surface")
    bottom = p.foot(p.block("PREVIEW", ev("preview"), rid="preview"))
    return Screen(body, top=p.bar("Sell a piece", wipe), bottom=bottom, title="Sell a piece")


def pick(state: State, place: Route, view: View) -> Screen:
    """One of the form's choices, in a sheet."""
    what = place.get("what", "kind")
    form = state.form
    titles = {"kind": "Kind", "size": "Size", "condition": "Condition", "colour": "Colour", "parcel": "Parcel"}
    chosen = getattr(form, what, "")
    if what == "size":
        sizes = SHOE_SIZES if form.kind == "Shoes" else (ONE_SIZE,) if form.kind == "Bags" else (*SIZES, ONE_SIZE)
        cells = [p.square(one, ev("picked", what=what, value=one), one == chosen, rid="size_option") for one in sizes]
        inner: list[Node] = [w.space(18), p.squares(cells, "size_group"), w.space(12)]
    elif what == "colour":
        inner = [w.space(14), _palette(chosen)]
    else:
        words = {"condition": dict(zip(CONDITIONS, CONDITION_WORDS, strict=True)),
                 "parcel": dict(zip(PARCELS, PARCEL_WORDS, strict=True))}.get(what, {})  # fmt: skip
        options = {"condition": CONDITIONS, "parcel": PARCELS}.get(what, KINDS)
        rows = [
            p.option(one, words.get(one, ""), ev("picked", what=what, value=one), one == chosen, rid="option")
            for one in options
        ]
        inner = [w.space(10), node("column", rows, id="option_group", cls=p.RADIO_GROUP, width="fill")]
    title = titles.get(what, "Kind")
    return p.over(sell(state, place, view), p.sheet(title, *inner, bottom=w.space(16)), title)


def _palette(chosen: str) -> Node:
    cells = []
    for name in COLOURS:
        dot = node("spacer", width=34, height=34, bg=_hex(DYES[name.lower()]), outline="outline_variant")
        label = w.text(name, "12,16,Medium,0.2" if name == chosen else "12,16,Regular,0.2", lines=1)
        cells.append(
            node(
                "column", dot, label, on=ev("picked", what="colour", value=name), id="colour_option",
                cls="android.widget.RadioButton", checked=name == chosen, selected=name == chosen, height=72,
                align="center", justify="center", gap=4, outline="on_surface" if name == chosen else "",
                outline_width=2,
            )
        )  # fmt: skip
    return node("grid", cells, columns=4, width="fill", align="stretch", gap=2, pad=(p.EDGE, 0, p.EDGE, 0),
                id="colour_group", cls=p.RADIO_GROUP)  # fmt: skip


def _hex(color: Rgb) -> str:
    r, g, b = color
    return f"#{r:02X}{g:02X}{b:02X}"


def preview(state: State, place: Route, view: View) -> Screen:
    """How buyers will see it; nothing is listed yet."""
    form = state.form
    body = w.page(
        node("image", art=p.photo(form.photo), width="fill", height=300, desc="Cover photo"),
        node("column", p.caps(form.brand or "No brand", "on_surface"), w.text(form.title or "No title", p.LARGE,
        lines=3),
             w.text(asked(form), "20,28,Medium,0", id="price"), width="fill", pad=(p.EDGE, 18, p.EDGE, 14), gap=4),
        w.divider(), _facts_of(form),
    )  # fmt: skip
    bottom = p.foot(p.block("CHANGE", w.UP, rid="change", filled=False),
                    p.block("PUT IT UP", ev("publish"), rid="publish"))  # fmt: skip
    return Screen(body, top=p.bar("Preview"), bottom=bottom, title="Preview")


def asked(form: Form) -> str:
    """The price as the listing will say it."""
    return money(int(form.price) * 100) if form.price.isdigit() else "No price"


def _facts_of(one: Form | Listing) -> list[Node]:
    return [
        p.fact("Kind", one.kind or "None", rid="row_kind"),
        p.fact("Size", one.size or "None", rid="row_size"),
        p.fact("Condition", one.condition, rid="row_condition"),
        p.fact("Colour", one.colour or "None", rid="row_colour"),
        p.fact("Parcel", one.parcel, rid="row_parcel"),
        p.fact("Offers", "Welcome" if one.offers else "Not wanted", rid="row_offers"),
        p.fact("Words", one.note or "None", rid="row_note"),
    ]


def listed(state: State, place: Route, view: View) -> Screen:
    """It is up."""
    one = listing(state, place.get("number", ""))
    if one is None:
        return _lost("Listed")
    body = w.page(
        p.own(one, 0, 0).styled(width="fill", height=260),
        node("column", w.text("It’s on the rail.", "34,42,Light,0"),
             w.text(f"{one.title} is listed as {one.number} for {one.price}.", "15,22,Regular,0.1",
                    "on_surface_variant"), width="fill", pad=(p.EDGE, 18, p.EDGE, 16), gap=4),
        w.divider(), _facts_of(one),
    )  # fmt: skip
    bottom = p.foot(p.block("MY RAIL", ev("visit", to="closet"), rid="my_rail", filled=False),
                    p.block("BACK TO THE RAIL", ev("nav", to="home"), rid="browse"))  # fmt: skip
    return Screen(body, top=p.bar("Listed"), bottom=bottom, title="Listed")


def _lost(title: str) -> Screen:
    return Screen(w.page(p.nothing("checkroom", "No such listing", "It may have been deleted.")), top=p.bar(title),
                  title=title)  # fmt: skip


def closet(state: State, place: Route, view: View) -> Screen:
    """One's own rail."""
    rows = []
    for one in reversed(state.listings):
        line = f"Size {one.size}  ·  {one.condition}  ·  {moment(one.listed, view.now)}"
        words = node(
            "column",
            node("row", p.caps(one.brand or "No brand", "on_surface", lines=1, grow=1), p.state_mark(one.status),
                 width="fill", gap=8, align="center"),
            w.text(one.title, "16,22,Regular,0.1", lines=2, id="name"),
            w.text(line, "13,18,Regular,0.1", "on_surface_variant", lines=2),
            w.text(one.price, "16,24,Medium,0", id="price"),
            grow=1, gap=2,
        )  # fmt: skip
        rows.append(node("row", p.own(one, 76, 94), words, id="row_listing",
                         cls=w.GROUP, width="fill", pad=(p.EDGE, 10, p.EDGE, 10), gap=16))  # fmt: skip
    if not rows:
        rows = [p.nothing("checkroom", "Your rail is empty", "What do you not wear any more?",
                          p.link("Sell a piece", ev("nav", to="sell"), rid="start"))]  # fmt: skip
    return Screen(w.page(w.space(6), rows), top=p.bar("My rail"), title="My rail")
