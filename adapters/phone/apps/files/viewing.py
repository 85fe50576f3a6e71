"""Files opened: text, pictures, and what all others are."""

from adapters.phone.apps.files import parts as p
from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.model import TEXTS, State, kind_of, moment, size_label
from adapters.phone.components.boxes import column, line
from adapters.phone.files.bin_names import original_name
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.framework.actions import assign, go, share, then
from adapters.phone.pictures.decoding import dimensions
from adapters.phone.style.typography import missing_glyphs
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View, route
from adapters.phone.ui.node import Art, Ev, Node, node

MOST_SHOWN, MOST_LINES, MOST_SHARED = 16_384, 400, 4000
"""Bytes and lines of a text that are shown, and bytes that are shared."""
ROOM = (411.4, 640.0)
"""Width and height for a picture, in dp."""
KIND_NAMES = {
    "Images": "Picture", "Videos": "Video", "Audio": "Audio", "Documents": "Document", "Apps": "App package",
    "Archives": "Archive", "Other": "File",
}  # fmt: skip


def share_item(item: Item, view: View) -> Ev:
    """Share the words of a text, of other files name and size."""
    text = f"{original_name(item.name)} ({size_label(item.size)})"
    if item.suffix in TEXTS:
        text = view.storage.read(item.path)[:MOST_SHARED].decode("utf-8", "replace").strip() or item.name
    return share(text)


def _readable(data: bytes) -> str:
    """The text as it can be drawn: what has no glyph here is a dot."""
    text = data[:MOST_SHOWN].decode("utf-8", "replace").replace("\r\n", "\n").replace("\t", "    ")
    lacking = set(missing_glyphs(text.replace("\n", "")))
    drawn = "".join("·" if char in lacking or (ord(char) < 32 and char != "\n") else char for char in text)
    return "\n".join(drawn.split("\n")[:MOST_LINES])


@app.screen("file", activity=".viewer.ViewerActivity", distractor="a touch beside the button with more options")
def opened(state: State, view: View, path: str = "") -> Screen:
    """What is in a file, or what it is where nothing here can open it."""
    item = view.storage.stat(path)
    if item is None or item.folder:
        gone = w.empty("insert_drive_file", "This file is gone", "It was moved, renamed or deleted.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("File"), title="This file is gone")
    bar = w.app_bar(
        original_name(item.name),
        w.action("share", "Share", share_item(item, view), rid="share"),
        w.action("more_vert", "More options", p.more(item, route("file", path=path)), rid="menu"),
        style="titleM",
    )
    art = p.art_of(item, view)
    if art is not None:
        return Screen(_picture(item, art), top=bar, bottom=_foot(item, view), title=item.name)
    return Screen(_text(item, view) if item.suffix in TEXTS else _info(item, view), top=bar, title=item.name)


def _summary(item: Item, view: View) -> str:
    return f"{size_label(item.size)} · {moment(item.modified, view.now)}"


def _text(item: Item, view: View) -> Node:
    data = view.storage.read(item.path)
    text, color = (_readable(data), "on_surface") if data else ("This file is empty", "on_surface_variant")
    return w.form(
        p.small(_summary(item, view), pad=(20, 4, 20, 12), id="summary", lines=0),
        w.text(text, "bodyL", color, pad=(20, 0, 20, 24), id="text"),
    )


def _picture(item: Item, art: Art) -> Node:
    wide, high = (dimensions(art.data) if art.data else None) or (4, 3)
    scale = min(ROOM[0] / wide, ROOM[1] / high)
    image = node(
        "image", art=art, width=round(wide * scale, 1), height=round(high * scale, 1), desc=item.name, id="photo",
        place=("center", "center"),
    )  # fmt: skip
    return node("stack", image, width="fill", height="fill", bg="#101010")


def _foot(item: Item, view: View) -> Node:
    delete = then(
        assign("ui.selected", (item.path,)), assign("ui.forever", False), go("delete", under="file", path=item.path)
    )
    cells = [
        node(
            "column", w.icon(glyph, 24), w.text(label, "labelM"), on=on, id=rid, cls="android.widget.Button", grow=1,
            height=56, align="center", justify="center", gap=2,
        )
        for glyph, label, on, rid in (
            ("share", "Share", share_item(item, view), "share_photo"),
            ("delete_outline", "Bin", delete, "delete"),
        )
    ]  # fmt: skip
    summary = p.soft(_summary(item, view), pad=(20, 10, 20, 2), id="summary")
    return column(summary, line(cells, pad=(8, 0, 8, 4), align="start"))


def _info(item: Item, view: View) -> Node:
    return w.form(
        node(
            "column",
            w.space(48),
            p.tinted(item, 64, width=128, height=128, radius=28),
            w.space(20),
            w.text(item.name, "titleL", text_align="center", pad=(32, 0), lines=3),
            p.soft(f"{KIND_NAMES[kind_of(item)]} · {size_label(item.size)}", pad=(0, 6, 0, 2), id="summary"),
            p.soft(moment(item.modified, view.now)),
            width="fill",
            align="center",
        )
    )
