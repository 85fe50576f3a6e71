"""Posts that are saved on Framelet: with the bookmark, into a collection that is picked or made, and where they are."""

from dataclasses import replace

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.model import Saved, State, post_of, saved_in
from adapters.phone.apps.framelet.options import no_post
from adapters.phone.components.bottom_sheets import sheet, sheet_option
from adapters.phone.components.boxes import column
from adapters.phone.components.dialogs import input_dialog
from adapters.phone.framework.actions import Handled, assign, go, replace_with, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node


@app.on("save")
def save(state: State, view: View, key: str) -> Handled:
    """The bookmark: into the first collection, or out of whichever has the post."""
    collection = saved_in(state, key)
    if collection:
        return replace(state, saved=without(state.saved, post=key)), Toast(f"Removed from {collection}")
    first = state.collections[0]
    return _with_saved(state, key, first, view), Toast(f"Saved to {first}")


def _with_saved(state: State, key: str, collection: str, view: View) -> State:
    post = post_of(state, key)
    if post is None:
        return state
    saved = Saved(key, post.author, collection, view.now.strftime(TIME_FORMAT))
    return replace(state, saved=(*without(state.saved, post=key), saved))


@app.sheet("save_to", over="home", title="Save to")
def save_to(state: State, key: str = "", under: str = "") -> Node:
    """Which collection a post goes to."""
    if post_of(state, key) is None:
        return no_post()
    picked = bind(state, "ui.picked")
    rows = [
        c.radio_row(name, picked.to(name), name == picked.value, rid="collection_option", inset=18, height=54)
        for name in state.collections
    ]
    name_it = then(assign("ui.collection", ""), replace_with("new_collection", key=key, under=under))
    new = sheet_option("add", "New collection", name_it, rid="new_collection", style=p.SHEET_TEXT)
    button = c.button("Save here", ev("save_there", key=key), rid="save_here", height=46).styled(radius=4)
    return sheet("Save to", rows, new, node("row", button, width="fill", pad=(16, 10, 16, 4)), look=p.SHEET)


@app.on("save_there")
def save_there(state: State, view: View, key: str) -> Handled:
    """Save a post to the collection that is picked."""
    collection = state.ui.picked
    return _with_saved(state, key, collection, view), Back(), Toast(f"Saved to {collection}")


@app.dialog("new_collection", over="home", title="New collection", distractor="a collection of one's own beside those")
def new_collection(state: State, key: str = "") -> Node:
    """A name for a collection, also while a post is being saved."""
    name = bind(state, "ui.collection")
    box = c.field(name.value, "Name", "collection_name", change=name.changed, radius=6, height=50)
    make = ev("make_collection", key=key)
    enabled = bool(name.value.strip())
    return input_dialog("New collection", box, "Create", make, enabled=enabled, pad=(20, 0)).styled(**p.DIALOG)


@app.on("make_collection")
def make_collection(state: State, view: View, key: str) -> Handled:
    """Make a collection; a post that was being saved goes there."""
    name = state.ui.collection.strip()
    if not name or name in state.collections:
        return Toast("There is such a collection" if name else "A collection needs a name")
    after = replace(state, collections=(*state.collections, name))
    if key:
        return _with_saved(after, key, name, view), Back(), Toast(f"Saved to {name}")
    return after, Back(), Toast(f"{name} created")


@app.screen("saved", activity=".SavedActivity", distractor="where a saved photo is looked for")
def saved_page(state: State) -> Screen:
    """One's collections, each with its latest photo."""
    cells = [_collection_card(state, name) for name in state.collections]
    note = w.text(
        "Only you can see what you've saved", "bodyM", "on_surface_variant", text_align="center", width="fill",
        pad=(16, 24, 16, 16),
    )  # fmt: skip
    name_it = then(assign("ui.collection", ""), go("new_collection", key="", under="saved"))
    add = w.action("add", "New collection", name_it, rid="new_collection", color="on_surface")
    body = w.page(node("grid", cells, columns=2, gap=14, width="fill", pad=(14, 16, 14, 0)), note)
    return Screen(body, top=p.bar("Saved", add), title="Saved")


def _collection_card(state: State, name: str) -> Node:
    keys = [saved.post for saved in state.saved if saved.collection == name]
    posts = [post for key in keys if (post := post_of(state, key)) is not None]
    if posts:
        cover = node("image", art=posts[-1].art(), width="fill", height=180, radius=6)
    else:
        mark = w.icon("bookmark_border", 44, "outline", place=("center", "center"))
        cover = node("stack", mark, width="fill", height=180, radius=6, bg="container")
    return column(
        cover,
        w.text(name, "15,20,Bold,0", lines=1, pad=(0, 8, 0, 0)),
        p.note_text(p.count_of(len(keys), "photo"), lines=0),
        on=go("collection", name=name), id="collection", cls=w.GROUP,
    )  # fmt: skip


@app.screen("collection", activity=".SavedActivity", distractor="photos that are saved already")
def collection_page(state: State, name: str = "") -> Screen:
    """What is in a collection, the latest first."""
    keys = [saved.post for saved in reversed(state.saved) if saved.collection == name]
    posts = tuple(post for key in keys if (post := post_of(state, key)) is not None)
    empty = w.empty("bookmark_border", "Nothing saved here", "Use the bookmark below a photo.")
    title = name or "Collection"
    return Screen(w.page(p.grid(posts) if posts else empty), top=p.bar(title), title=title)
