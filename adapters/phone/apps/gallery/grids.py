"""The gallery's grids: photos by day, selecting them, one album, search."""

from collections import Counter
from dataclasses import replace

from adapters.phone.apps.gallery import model
from adapters.phone.apps.gallery import parts as p
from adapters.phone.apps.gallery.app import app
from adapters.phone.apps.gallery.catalogue import PEOPLE
from adapters.phone.apps.gallery.model import FAVOURITES, OWN_PLACES, State
from adapters.phone.components.bars import selection_bar
from adapters.phone.components.boxes import line
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.state_paths import Bound, bind, find, toggled, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

THINGS = ("video", "cat", "receipt", "sunset", "dinner", "autumn", "selfie")
MOST_PLACES = 8


@app.screen("photos")
def photos(state: State, view: View) -> Screen:
    """Every photo, day by day."""
    top = line(
        w.text("Gallery", "26,32,Regular,0", heading=True, grow=1, pad=(12, 0, 0, 0)),
        w.action(
            "check_circle_outline", "Select", then(assign("ui.selected", ()), go("select")), rid="action_select",
            color="on_surface",
        ),
        id="toolbar", cls=w.GROUP, height=64, pad=(4, 0),
    )  # fmt: skip
    empty = w.empty("photo_library", "No photos yet", "What you take or save appears here.")
    rows = p.by_day(state, state.photos, view)
    return Screen(w.page(rows or empty), top=top, bottom=p.bottom("Photos"), title="Photos")


@app.screen("select", distractor="a second way to favourites, albums and the bin")
def select(state: State, view: View) -> Screen:
    """The same days with a mark on each photo; the bar says what can be done with those that are picked."""
    count, ink = len(state.ui.selected), "on_primary_container"
    title = w.text(f"{count} selected" if count else "Select photos", "titleL", ink, heading=True)
    top = selection_bar(
        title,
        ("favorite_border", "Add to favourites", ev("like_selected"), "action_like_many"),
        ("library_add", "Add to album", go("add_to", under="select"), "action_add_many"),
        ("delete_outline", "Delete", go("delete", under="select"), "action_delete_many"),
        any_selected=count > 0,
        ink=ink,
        bg="primary_container",
    )
    body = w.page(p.by_day(state, state.photos, view, picking=True))
    return Screen(body, top=top, title="Select photos")


@app.on("pick")
def pick(state: State, key: str) -> State:
    """Select a photo, or no longer."""
    return replace(state, ui=replace(state.ui, selected=toggled(state.ui.selected, key)))


@app.on("like_selected")
def like_selected(state: State) -> Handled:
    """Add the selected photos to the favourites."""
    keys = state.ui.selected
    liked = with_item(state.photos, lambda photo: photo.id in keys, favourite=True)
    after = replace(state, photos=liked, ui=replace(state.ui, selected=()))
    return after, Back(), Toast(f"{len(keys)} added to favourites")


@app.screen("album", activity=".AlbumActivity")
def album(state: State, view: View, name: str = FAVOURITES) -> Screen:
    """One album, favourites, or a folder."""
    own = find(state.albums, name=name) is not None
    if not own and name not in OWN_PLACES:
        gone = w.empty("photo_album", "This album is gone", "Its photos are still under Photos.")
        return Screen(w.page(gone), top=w.app_bar("Album"), title="Album")
    found = model.photos_in(state, name)
    options = w.action("more_vert", "Album options", go("album_more", name=name), rid="more", color="on_surface")
    top = w.app_bar(name, options if own else w.space(), support=model.counted(len(found)))
    empty = w.empty("photo_album", "Nothing here yet", "Photos that you add appear here.")
    return Screen(w.page(p.thumbs(state, found, view, name) if found else empty), top=top, title=name)


@app.screen("search", activity=".SearchActivity", distractor="a main page with a third way to a photo")
def search(state: State, view: View) -> Screen:
    """People, things and places before anything is typed, then what was found."""
    query = bind(state, "ui.query")
    found, words = model.search(state, query.value), query.value.strip()
    if found:
        count = w.text(model.counted(len(found)), "labelL", "on_surface_variant", pad=(16, 8, 16, 8), id="count")
        rows = [count, p.thumbs(state, found, view, f"?{query.value}")]
    elif words:
        rows = [w.empty("search", "No results", f"No photo or video for “{words}”.")]
    else:
        rows = _ideas(state, query)
    return Screen(w.page(rows), top=search_bar(query, "Search your photos"), title="Search")


def _ideas(state: State, query: Bound[str]) -> list[Node]:
    faces = [
        node(
            "column", w.avatar(face, 68), w.text(name.split()[0], "labelM", lines=1, pad=(0, 6, 0, 0)),
            on=query.to(name), id="person", cls=w.GROUP, desc=name, width=76, align="center",
        )
        for name, face in PEOPLE.items()
    ]  # fmt: skip
    places = Counter(photo.place for photo in state.photos if photo.place).most_common(MOST_PLACES)
    return [
        w.text("People", "titleS", pad=(16, 12, 16, 10)),
        node("scroll", faces, horizontal=True, id="people", width="fill", height=100, gap=8, pad=(12, 0)),
        w.text("Things", "titleS", pad=(16, 16, 16, 8)),
        c.chips([c.chip(word, query.to(word), False, rid="chip_word") for word in THINGS], inset=16),
        w.text("Places", "titleS", pad=(16, 20, 16, 4)),
        *(
            w.row(name, model.counted(number), on=query.to(name), rid="row_place", leading=w.disc("place", 40))
            for name, number in places
        ),
    ]
