"""Mapwren's map: the first screen, search, places of a kind, one place."""

from __future__ import annotations

from adapters.phone.apps.mapwren import parts as p
from adapters.phone.apps.mapwren.model import State, holding, length, opening
from adapters.phone.apps.mapwren.places import (
    AT,
    BY_NAME,
    HERE,
    KINDS,
    PLACES,
    Place,
    glyph,
    metres,
    near,
    place_of,
    search,
)
from adapters.phone.apps.mapwren.rules import texts
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

SHEET = 400
TOP, LOW, UNDER = 170, 440, 280
"""Between these heights in dp the map is neither under the chips nor under the sheet; `UNDER` is a place's sheet."""
REVIEWS = (
    ("Mira Okonedo", 21, 5, "Went for the name, stayed for the afternoon.", "2 weeks ago"),
    ("José Arriaga", 12, 4, "Good. Full on Saturdays.", "a month ago"),
    ("林晓雨", 7, 5, "环境很好，值得再来。", "2 months ago"),
    ("Sam Lindqvist", 9, 3, "Fine, but hard to find: the entrance is round the corner, behind the bicycle racks.",
     "in spring"),
)  # fmt: skip


def home(state: State, place: Route, view: View) -> Screen:
    """The map with pins, the search floating on it, and what is near in the sheet."""
    pins = [p.pin(one) for one in PLACES if 24 <= one.x <= 387 and TOP <= one.y <= LOW]
    found = near()
    window = p.sheet(
        node(
            "column",
            w.text("Near Ferry Street", "22,28,Regular,0", heading=True),
            w.text(f"14°C  ·  light traffic  ·  {len(found)} places", "bodyM", "on_surface_variant"),
            width="fill",
            pad=(20, 0, 20, 8),
        ),
        p.rows([p.place_row(state, one, view) for one in found]),
        height=SHEET,
    )
    body = p.over_map(p.dot(*AT), pins, _floating(), window=window)
    return Screen(body, edge=True, ink="dark", title="Map")


def _floating() -> Node:
    pill = node(
        "row",
        w.icon("near_me", 22, "primary"),
        w.text("Where to?", "bodyL", "on_surface_variant", grow=1),
        w.icon("mic", 22),
        on=ev("search"),
        id="search_bar",
        cls=w.ROW,
        desc="Search",
        grow=1,
        height=52,
        pad=(18, 0, 10, 0),
        gap=14,
        align="center",
    )
    you = node(
        "stack",
        w.avatar(3, 32).styled(place=("center", "center")),
        on=ev("go", to="you"),
        id="account",
        desc="You",
        width=48,
        height=48,
    )
    bar = node(
        "row",
        pill,
        you,
        width="fill",
        bg="surface",
        radius=28,
        elevation=2,
        height=56,
        align="center",
        pad=(0, 0, 4, 0),
    )
    chips = [
        node(
            "row",
            w.icon(name, 18, "primary"),
            w.text(kind, "labelL"),
            on=ev("kind", kind=kind),
            id="chip_kind",
            cls="android.widget.Button",
            height=48,
            pad=(0, 0, 0, 0),
            gap=8,
            align="center",
        ).styled(bg="surface", radius=24, elevation=1, height=40, pad=(14, 0, 16, 0))
        for kind, name, _ in KINDS
    ]
    strip = node("scroll", chips, horizontal=True, id="kinds", width="fill", height=56, gap=8, pad=(16, 8, 16, 8))
    return node(
        "column",
        node("column", bar, width="fill", pad=(16, 32, 16, 0), align="stretch"),
        strip,
        place=("fill", "start"),
        align="stretch",
    )


def find(state: State, place: Route, view: View) -> Screen:
    """The search page: for a place to see, or for an end of the plan."""
    query, pick = state.ui.query, place.get("pick", "")

    def row(one: Place) -> Node:
        return p.place_row(state, one, view, ev("end", pick=pick, name=one.name) if pick else None)

    found = search(query)
    if found:
        body = w.page([row(one) for one in found])
    elif query:
        body = w.page(w.empty("search_off", f"No place for “{query}”", "Try a street or a kind of place."))
    else:
        here = None
        if pick:
            here = w.row(
                HERE, "Near Ferry Street", on=ev("end", pick=pick, name=HERE), rid="row_here",
                leading=w.disc("my_location"),
            )  # fmt: skip
        recent = [BY_NAME[name] for name in state.ui.recent if name in BY_NAME]
        body = w.page(
            here,
            w.text("Recent", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)) if recent else None,
            [row(one) for one in recent],
            w.text("Near you", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)),
            [row(one) for one in near()[:8]],
        )
    return Screen(body, top=c.search_bar(query, "Search places"), title="Search")


def of_kind(state: State, place: Route, view: View) -> Screen:
    """The places of a kind on the map and in the sheet."""
    kind = place.get("kind", KINDS[0][0])
    only = place.get("open", False)
    found = [one for one in near(kind) if not only or not opening(one, view.now).startswith("Closed")]
    pins = [p.pin(one) for one in found if 24 <= one.x <= 387 and TOP <= one.y <= LOW]
    chip = c.chip("Open now", ev("only_open", kind=kind, open=not only), only, rid="chip_open", radius=16)
    many = f"{len(found)} place" if len(found) == 1 else f"{len(found)} places"
    rows = [p.place_row(state, one, view) for one in found]
    if not rows:
        rows = [w.empty(glyph(kind)[0], "Nothing open now", "Take the filter off to see all.")]
    head = node(
        "row",
        node(
            "column",
            w.text(kind, "22,28,Regular,0", heading=True),
            w.text(many, "bodyM", "on_surface_variant"),
            grow=1,
        ),
        chip,
        width="fill",
        pad=(20, 0, 20, 8),
        align="center",
    )
    back = p.at(16, 36, p.round_button("arrow_back", "Navigate up", w.UP, "up"))
    body = p.over_map(p.dot(*AT), pins, back, window=p.sheet(head, p.rows(rows), height=SHEET + 40))
    return Screen(body, edge=True, ink="dark", title=kind)


def place(state: State, where: Route, view: View) -> Screen:
    """One place in its sheet over the map."""
    one = place_of(where.get("key", ""))
    held = holding(state, one.name)
    name, color = glyph(one.kind)
    mark = node(
        "stack",
        w.icon(name, 26, p.WHITE, place=("center", "center")),
        width=52,
        height=52,
        radius=26,
        bg=color,
        outline=p.WHITE,
        outline_width=3,
        elevation=3,
        id="pin",
    )
    head = node(
        "column",
        w.text(one.name, "24,30,Medium,0", heading=True, lines=2),
        node(
            "row",
            p.stars(one),
            w.text(f"({one.ratings:,})", "bodyM", "on_surface_variant"),
            w.text("·", "bodyM", "on_surface_variant"),
            w.text(one.kind, "bodyM", "on_surface_variant"),
            w.text("·", "bodyM", "on_surface_variant"),
            w.text(length(metres(HERE, one.name), state.preferences.units), "bodyM", "on_surface_variant"),
            gap=6,
            align="center",
        ),
        width="fill",
        pad=(20, 0, 20, 10),
        gap=4,
    )
    actions = node(
        "row",
        p.big("Directions", ev("directions", key=one.key), "directions", icon_name="directions"),
        p.big("Saved" if held else "Save", ev("ask_save", key=one.key), "save", variant="tonal",
              icon_name="bookmark" if held else "bookmark_border"),
        p.round_button("content_copy", "Copy", ev("ask_copy", key=one.key), "copy").styled(bg="high", elevation=0),
        width="fill",
        pad=(20, 0, 16, 12),
        gap=8,
        align="center",
    )  # fmt: skip
    at = PLACES.index(one) % len(REVIEWS)
    window = p.sheet(
        head,
        actions,
        p.rows(
            node(
                "column",
                node("image", art=one.art, width="fill", height=168, radius=20, desc=one.name),
                width="fill",
                pad=(20, 2, 20, 10),
                align="stretch",
            ),
            w.text(one.about, "bodyL", pad=(20, 0, 20, 8)) if one.about else None,
            p.fact(one.street, "Address", "place"),
            p.fact(opening(one, view.now), f"{one.hours[0]}–{one.hours[1]} every day" if one.hours else "", "schedule"),
            p.fact(one.phone, "Phone", "call") if one.phone else None,
            p.fact(", ".join(held), "Saved in", "bookmark", on=ev("ask_save", key=one.key)) if held else None,
            w.text("Reviews", "titleM", pad=(20, 14, 20, 2)),
            [_review(*said) for said in (*REVIEWS[at:], *REVIEWS[:at])],
            rid="details",
        ),
        height=600,
    )
    back = p.at(16, 36, p.round_button("arrow_back", "Navigate up", w.UP, "up"))
    # Its own spot of the first screen's map, if the sheet leaves that in sight; else the middle of another map.
    seen = 30 <= one.x <= 381 and TOP <= one.y <= UNDER
    x, y = (one.x - 26, one.y - 26) if seen else (180, 170)
    body = p.over_map(p.at(x, y, mark), back, window=window, seed=4 if seen else 7)
    return Screen(body, edge=True, ink="dark", title=one.name)


def _review(who: str, face: int, stars: int, text: str, when: str) -> Node:
    marks = [w.icon("star" if at < stars else "star_border", 14, "star") for at in range(5)]
    words = node(
        "column",
        w.text(who, "labelL", lines=1),
        node("row", marks, w.text(when, "bodyS", "on_surface_variant", pad=(6, 0, 0, 0)), align="center"),
        w.text(text, "bodyM", pad=(0, 3, 0, 0)),
        grow=1,
    )
    return node("row", w.avatar(face, 36), words, id="row_review", width="fill", pad=(20, 8, 20, 8), gap=14)


def copy(state: State, where: Route, view: View) -> Screen:
    """What of a place goes to the clipboard; nothing is sent anywhere."""
    one = place_of(where.get("key", ""))
    rows = [
        w.row(
            label,
            text.replace("\n", ", "),
            on=ev("copy", text=text),
            rid="row_copy",
            leading=w.icon("content_copy"),
            inset=24,
        )
        for label, text in texts(one.name)
    ]
    return p.under(place(state, where, view), "Copy as text", rows)


def save(state: State, where: Route, view: View) -> Screen:
    """In which lists a place is."""
    one = place_of(where.get("key", ""))
    rows = [
        p.tick(
            known.name,
            f"{len(known.places)} saved",
            ev("keep", key=one.key, list=known.name),
            one.name in known.places,
            rid="row_list",
            name=known.glyph,
        )
        for known in state.lists
    ]
    new = c.button("New list", ev("new_list"), rid="new_list", variant="text", height=48, width="wrap", icon_name="add")
    done = p.big("Done", w.UP, "done")
    foot = node("row", new, done, width="fill", pad=(12, 12, 24, 4), gap=12, align="center")
    return p.under(place(state, where, view), f"Save {one.name}", rows, foot)
