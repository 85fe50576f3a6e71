"""Archives: what is in one, taking it out."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from dataclasses import replace
from functools import lru_cache

from adapters.phone.apps.files.browse import under
from adapters.phone.apps.files.carrying import Result, depth
from adapters.phone.apps.files.model import AFTER, State, free_name, logged, many
from adapters.phone.files.shared_storage import MakeFolder, RemoveFile, WriteFile
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Effect, Overlay, Route, Screen, Toast, View
from adapters.phone.ui.node import Ev, ev

MOST_FILES, MOST_BYTES = 500, 64_000_000
"""What is taken out of an archive at most."""
Packed = tuple[tuple[str, bytes], ...]


@lru_cache(maxsize=4)
def unpacked(data: bytes) -> Packed | None:
    """Paths and bytes of the files in an archive; None if it is damaged, too large, or leads out of its folder."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [one for one in archive.infolist() if not one.is_dir()]
            if len(entries) > MOST_FILES or sum(one.file_size for one in entries) > MOST_BYTES:
                return None
            if any(posixpath.isabs(one.filename) or ".." in one.filename.split("/") for one in entries):
                return None
            return tuple((posixpath.normpath(one.filename), archive.read(one)) for one in entries)
    except (OSError, ValueError, RuntimeError, NotImplementedError, EOFError, zipfile.BadZipFile, zlib.error):
        return None


def extract_page(state: State, place: Route, view: View) -> Screen:
    """The question before an archive is taken apart: what is in it, and whether it is kept."""
    path = place.get("path", "")
    files = unpacked(view.storage.read(path)) if path else None
    if files is None:
        title = "Cannot be extracted"
        body = w.text("The archive is damaged, too large, or gone.", "bodyM", "on_surface_variant",
                      pad=(24, 0, 24, 8), id="android:id/message")  # fmt: skip
        window = c.dialog(title, body, buttons=(c.dialog_button("Cancel", w.UP, yes=False),))
    else:
        title = f"Extract {many(len(files))}?"
        names = [name for name, _ in files]
        told = "\n".join((*names[:4], *([f"and {len(names) - 4} more"] if len(names) > 4 else ())))
        rows = [c.radio_row(one, ev("after", value=one), one == state.ui.after, rid="after_option", inset=24, height=48)
                for one in AFTER]  # fmt: skip
        window = c.dialog(
            title, w.text(told, "bodyM", "on_surface_variant", pad=(24, 0, 24, 8), id="android:id/message", lines=6),
            rows,
            buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                     c.dialog_button("Extract", ev("extract", path=path, at=place.get("at")))),
        )  # fmt: skip
    return replace(under(state, place, view), overlay=Overlay("dialog", window), title=title)


def extract(state: State, event: Ev, view: View) -> Result:
    """Into a folder of the archive's name beside it, which is a new one if that name is taken."""
    path = event.get("path", "")
    one, files = view.storage.stat(path), unpacked(view.storage.read(path))
    if one is None or files is None:
        return state, (Back(), Toast("Cannot be extracted"))
    top = free_name(view.storage, one.parent, one.name.removesuffix(one.suffix) or "archive")
    folders = dict.fromkeys([top])
    effects: list[Effect] = []
    for name, _ in files:
        parts = posixpath.dirname(name).split("/") if "/" in name else []
        folders.update(dict.fromkeys(posixpath.join(top, *parts[: count + 1]) for count in range(len(parts))))
    effects += [MakeFolder(folder) for folder in folders]
    effects += [WriteFile(posixpath.join(top, name), data) for name, data in files]
    state = logged(state, view.now, "Extracted", path, top, sum(len(data) for _, data in files))
    leave = 1
    if state.ui.after == AFTER[1]:
        effects.append(RemoveFile(path))
        state = logged(state, view.now, "Deleted", path, size=one.size)
        leave = depth(event.get("at"))
    return state, (*effects, Back(leave), Toast(f"Extracted to {posixpath.basename(top)}"))
