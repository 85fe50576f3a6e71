"""Selling on Thriftloom: the form, its pickers, a preview, and one's own rail."""

from collections.abc import Mapping
from dataclasses import replace

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import COLOURS, CONDITIONS, KINDS, ONE_SIZE, PHOTOS, SHOE_SIZES, SIZES
from adapters.phone.apps.thriftloom.model import FIRST_LISTING, PARCELS, Form, State, missing
from adapters.phone.apps.thriftloom.records import Listing
from adapters.phone.components.boxes import column, radio_group
from adapters.phone.framework.actions import Handled, assign, back, focus, go, then, toast
from adapters.phone.framework.dates import TIME_FORMAT, time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find, value_at, with_value
from adapters.phone.pictures.clothes import DYES
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

ACTIVITY = ".SellActivity"
NEEDED = "This is needed"
TITLE_LENGTH, NOTE_LENGTH = 60, 160
PICKERS = {"kind": "Kind", "size": "Size", "condition": "Condition", "colour": "Colour", "parcel": "Parcel"}
"""What is picked in a sheet, with its title."""


@app.screen("sell")
def sell(state: State) -> Screen:
    """Everything about a piece that is put up for sale."""
    form = state.form
    lacks = missing(form) if form.tried else ()

    def entry(name: str, hint: str, error: str = NEEDED, prefix: str = "") -> Node:
        field, length = bind(state, f"form.{name}"), NOTE_LENGTH if name == "note" else TITLE_LENGTH
        bad = error if name in lacks else ""
        return p.entry(field.value, hint, f"{name}_input", field.limited(length), bad=bad, prefix=prefix)

    def pick(name: str) -> Node:
        on = then(focus(None), go("pick", what=name))
        bad = NEEDED if name in lacks else ""
        return p.fact(PICKERS[name], value_at(form, name) or "Choose", on=on, rid=f"row_{name}", bad=bad)

    offers = bind(state, "form.offers")
    body = w.form(
        p.section("Cover photo", top=18),
        _photos(form),
        w.space(10),
        entry("title", "What is it?"),
        entry("brand", "Brand, if it has one"),
        w.space(10),
        pick("kind"),
        pick("size"),
        pick("condition"),
        pick("colour"),
        entry("price", "Price in whole dollars", "A price from 1 to 9999", prefix="$"),
        w.space(10),
        pick("parcel"),
        p.tick("Let buyers make offers", "You can decline every one of them", offers, rid="offers_on"),
        entry("note", "Anything else to say?"),
        p.small("Selling is free. Buyers pay for their protection and the parcel.", pad=(p.EDGE, 14, p.EDGE, 8)),
    )
    clear = then(assign("form", Form()), focus(None), toast("The form is empty"))
    top = p.bar("Sell a piece", w.action("delete_outline", "Clear the form", clear, rid="wipe", color="on_surface"))
    preview = then(focus(None), go("preview"))
    if missing(form):
        preview = then(assign("form.tried", True), focus(None), toast("Something is missing"))
    bottom = p.foot(p.block("PREVIEW", preview, rid="preview"))
    return Screen(body, top=top, bottom=bottom, title="Sell a piece")


def _photos(form: Form) -> Node:
    frames = []
    for number, (garment, dye) in enumerate(PHOTOS, 1):
        chosen = number == form.photo
        check = w.icon("check", 18, "surface", place=("center", "center"))
        frames.append(
            node(
                "stack",
                node("image", art=p.photo(number), place=("fill", "fill"), height=150),
                node("stack", check, width=28, height=28, bg="on_surface", place=("end", "start")) if chosen else None,
                on=assign("form.photo", number), id="photo", cls="android.widget.RadioButton",
                desc=f"Photo {number}: {dye} {garment}", checked=chosen, selected=chosen, width=120, height=150,
            )
        )  # fmt: skip
    return node(
        "scroll", frames, horizontal=True, id="photos", width="fill", height=150, gap=4, pad=(p.EDGE, 0, p.EDGE, 0)
    )


@app.sheet("pick", over="sell")
def pick_sheet(state: State, what: str = "kind") -> tuple[Node, str]:
    """One of the form's choices, in a sheet."""
    form = state.form
    title = PICKERS.get(what, "Kind")
    content: list[Node]
    if what == "size":
        cells = [p.square(size, _pick(form, what, size), size == form.size, rid="size_option") for size in _sizes(form)]
        content = [w.space(18), p.squares(cells, "size_group"), w.space(12)]
    elif what == "colour":
        content = [w.space(14), _palette(form)]
    else:
        content = [w.space(10), _options(form, what)]
    return p.sheet(title, *content, bottom=w.space(16)), title


def _sizes(form: Form) -> tuple[str, ...]:
    """The sizes that a kind comes in."""
    return {"Shoes": SHOE_SIZES, "Bags": (ONE_SIZE,)}.get(form.kind, (*SIZES, ONE_SIZE))


def _options(form: Form, what: str) -> Node:
    """Options one below the other, with a word about each where there is one."""
    kinds = dict.fromkeys(KINDS, "")
    options: Mapping[str, str] = {"condition": CONDITIONS, "parcel": PARCELS}.get(what, kinds)
    chosen = getattr(form, what, "")
    rows = [
        p.option(name, _pick(form, what, name), name == chosen, support=support, rid="option")
        for name, support in options.items()
    ]
    return radio_group(rows, rid="option_group")


def _pick(form: Form, what: str, value: str) -> Ev:
    """Pick a value; a size that another kind does not have is forgotten."""
    changed = with_value(form, what, value) if hasattr(form, what) else form
    if what == "kind":
        if (value == "Shoes") != (form.size in SHOE_SIZES):
            changed = replace(changed, size="")
        if value == "Bags":
            changed = replace(changed, size=ONE_SIZE)
    return then(assign("form", changed), back())


def _palette(form: Form) -> Node:
    cells = []
    for name in COLOURS:
        chosen = name == form.colour
        red, green, blue = DYES[name.lower()]
        dot = node("spacer", width=34, height=34, bg=f"#{red:02X}{green:02X}{blue:02X}", outline="outline_variant")
        label = w.text(name, "12,16,Medium,0.2" if chosen else "12,16,Regular,0.2", lines=1)
        cells.append(
            node(
                "column", dot, label, on=_pick(form, "colour", name), id="colour_option",
                cls="android.widget.RadioButton", checked=chosen, selected=chosen, height=72, align="center",
                justify="center", gap=4, outline="on_surface" if chosen else "", outline_width=2,
            )
        )  # fmt: skip
    return node(
        "grid", cells, columns=4, width="fill", align="stretch", gap=2, pad=(p.EDGE, 0, p.EDGE, 0),
        id="colour_group", cls=p.RADIO_GROUP,
    )  # fmt: skip


@app.screen("preview", activity=ACTIVITY)
def preview(state: State) -> Screen:
    """How buyers will see it; nothing is listed yet."""
    form = state.form
    price = money(int(form.price) * 100) if form.price.isdigit() else "No price"
    names = column(
        p.caps(form.brand or "No brand", "on_surface"),
        w.text(form.title or "No title", p.LARGE, lines=3),
        w.text(price, "20,28,Medium,0", id="price"),
        pad=(p.EDGE, 18, p.EDGE, 14), gap=4, align="start",
    )  # fmt: skip
    photo = node("image", art=p.photo(form.photo), width="fill", height=300, desc="Cover photo")
    bottom = p.foot(
        p.block("CHANGE", w.UP, rid="change", filled=False), p.block("PUT IT UP", ev("publish_form"), rid="publish")
    )
    body = w.page(photo, names, w.divider(), _facts(form))
    return Screen(body, top=p.bar("Preview"), bottom=bottom, title="Preview")


def _facts(piece: Form | Listing) -> list[Node]:
    return [
        *p.facts(kind=piece.kind or "None", size=piece.size or "None", condition=piece.condition),
        *p.facts(colour=piece.colour or "None", parcel=piece.parcel),
        *p.facts(offers="Welcome" if piece.offers else "Not wanted"),
        p.fact("Words", piece.note or "None", rid="row_note"),
    ]


@app.on("publish_form")
def publish_form(state: State, view: View) -> Handled:
    """Put the piece up for sale."""
    form = state.form
    if missing(form):
        return replace(state, form=replace(form, tried=True)), Back(), Toast("Something is missing")
    number = FIRST_LISTING + len(state.listings)
    made = Listing(
        str(number), f"LS-{number}", form.title.strip(), form.brand.strip(), form.kind, form.size, form.condition,
        form.colour, money(int(form.price) * 100), form.parcel, form.offers, form.note.strip(), form.photo,
        view.now.strftime(TIME_FORMAT),
    )  # fmt: skip
    after = replace(state, listings=(*state.listings, made), form=Form())
    return after, Replace(route("home"), root=True), Go(route("listed", number=made.number))


@app.screen("listed", activity=ACTIVITY)
def listed(state: State, number: str = "") -> Screen:
    """The piece is up."""
    made = find(state.listings, number=number)
    if made is None:
        return p.missing_page("Listed", "checkroom", "No such listing", "It may have been deleted.")
    names = column(
        p.huge("It’s on the rail."), p.news(f"{made.title} is listed as {made.number} for {made.price}."),
        pad=(p.EDGE, 18, p.EDGE, 16), gap=4, align="start",
    )  # fmt: skip
    body = w.page(p.own_photo(made.photo, width="fill", height=260), names, w.divider(), _facts(made))
    bottom = p.foot(p.block("MY RAIL", go("closet"), rid="my_rail", filled=False), p.TO_RAIL)
    return Screen(body, top=p.bar("Listed"), bottom=bottom, title="Listed")


@app.screen("closet", distractor="where a piece is that was put up")
def closet(state: State, view: View) -> Screen:
    """One's own rail."""
    rows = [_row(made, view) for made in reversed(state.listings)]
    if not rows:
        start = p.link("Sell a piece", go("sell"), rid="start")
        rows = [p.empty("checkroom", "Your rail is empty", "What do you not wear any more?", start)]
    return Screen(w.page(w.space(6), rows), top=p.bar("My rail"), title="My rail")


def _row(made: Listing, view: View) -> Node:
    support = f"Size {made.size}  ·  {made.condition}  ·  {time_or_date(made.listed, view.now)}"
    return p.record_row(
        p.own_photo(made.photo, width=76, height=94), made.brand or "No brand", made.title, support,
        p.price(made.price), made.status, id="row_listing",
    )  # fmt: skip
