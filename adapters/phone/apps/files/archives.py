"""Archives: what is in one, and taking it out."""

import io
import posixpath
import zipfile
import zlib
from functools import lru_cache

from adapters.phone.apps.files.app import app
from adapters.phone.apps.files.lists import page_below
from adapters.phone.apps.files.model import AFTER, State, counted, free_name, logged
from adapters.phone.apps.files.windows import places_left
from adapters.phone.components.dialogs import confirmation, dialog_over, message_dialog
from adapters.phone.files.shared_storage import MakeFolder, RemoveFile, WriteFile
from adapters.phone.framework.actions import Handled
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui.app import Back, Effect, Route, Screen, Toast, View
from adapters.phone.ui.node import ev

MOST_FILES, MOST_BYTES = 500, 64_000_000
"""What is taken out of an archive at most."""
MOST_NAMED = 4
"""Names in the question before an archive is extracted."""
Packed = tuple[tuple[str, bytes], ...]


@lru_cache(maxsize=4)
def unpacked(data: bytes) -> Packed | None:
    """Paths and bytes of the files in an archive; None if it is damaged, too large, or leads out of its folder."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                return None
            if any(posixpath.isabs(entry.filename) or ".." in entry.filename.split("/") for entry in entries):
                return None
            return tuple((posixpath.normpath(entry.filename), archive.read(entry)) for entry in entries)
    except (OSError, ValueError, RuntimeError, NotImplementedError, EOFError, zipfile.BadZipFile, zlib.error):
        return None


@app.screen("extract", distractor="taking files out of an archive is not copying them")
def extract_page(state: State, view: View, path: str = "", at: Route | None = None) -> Screen:
    """The question before an archive is taken apart: what is in it, and whether it is kept."""
    files = unpacked(view.storage.read(path)) if path else None
    if files is None:
        title = "Cannot be extracted"
        window = message_dialog(title, "The archive is damaged, too large, or gone.", end=8)
        return dialog_over(page_below(state, view, at), window, title)
    after = bind(state, "ui.after")
    title = f"Extract {counted(len(files))}?"
    names = [name for name, _ in files[:MOST_NAMED]]
    if len(files) > MOST_NAMED:
        names.append(f"and {len(files) - MOST_NAMED} more")
    rows = [
        c.radio_row(option, after.to(option), option == after.value, rid="after_option", inset=24, height=48)
        for option in AFTER
    ]
    on = ev("extract_archive", path=path, leave=places_left(at))
    window = confirmation(title, "\n".join(names), "Extract", on, rows, end=8, lines=6)
    return dialog_over(page_below(state, view, at), window, title)


@app.on("extract_archive")
def extract(state: State, view: View, path: str, leave: int = 1) -> Handled:
    """Extract into a folder of the archive's name beside it, which is a new one if that name is taken."""
    item, files = view.storage.stat(path), unpacked(view.storage.read(path))
    if item is None or files is None:
        return Back(), Toast("Cannot be extracted")
    top = free_name(view.storage, item.parent, item.name.removesuffix(item.suffix) or "archive")
    folders = dict.fromkeys([top])
    for name, _ in files:
        parts = name.split("/")[:-1]
        folders.update(dict.fromkeys(posixpath.join(top, *parts[: count + 1]) for count in range(len(parts))))
    effects: list[Effect] = [MakeFolder(folder) for folder in folders]
    effects += [WriteFile(posixpath.join(top, name), data) for name, data in files]
    state = logged(state, view.now, "Extracted", path, top, sum(len(data) for _, data in files))
    if state.ui.after == AFTER[0]:
        leave = 1
    else:
        effects.append(RemoveFile(path))
        state = logged(state, view.now, "Deleted", path, size=item.size)
    return state, *effects, Back(leave), Toast(f"Extracted to {posixpath.basename(top)}")
