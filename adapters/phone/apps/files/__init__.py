"""Files: the phone's shared storage, as commands and cables see it too; a bin, a history of what was done."""

from __future__ import annotations

from adapters.phone.apps.files import archives, browse, care, dialogs, viewing
from adapters.phone.apps.files.content import PLANTS
from adapters.phone.apps.files.model import AFTER, CLASHES, KEEP, SORTS, VIEWS, State
from adapters.phone.apps.files.rules import update
from adapters.phone.apps.files.viewing import file_place
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Link, Route, Screen, View, route

_SCREENS = {
    "browse": browse.browse,
    "folder": browse.folder,
    "select": browse.select,
    "search": browse.search,
    "file": viewing.opened,
    "more": dialogs.more,
    "sort": dialogs.sort,
    "rename": dialogs.rename,
    "newfolder": dialogs.new_folder,
    "delete": dialogs.delete,
    "extract": archives.extract_page,
    "target": dialogs.target,
    "clash": dialogs.clash,
    "bin": care.bin_page,
    "purge": care.purge,
    "clean": care.clean,
    "log": care.log,
    "settings": care.settings,
    "keep": care.keep,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Files shows at a place; an unknown one is the first page."""
    return _SCREENS.get(place.name, browse.browse)(state, place, view)


APP = App(
    name="files",
    package="com.android.documentsui",
    label="Files",
    icon=Icon("#FFF3DC", "#E08A00", "folder"),
    theme=Theme("#B26A00", "tonal", radius=12),
    home=route("browse"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "log/*/at",
        "log/*/number",
        "ui",
    ),
    activities={
        "browse": ".files.FilesActivity",
        "folder": ".files.FilesActivity",
        "select": ".files.FilesActivity",
        "more": ".files.FilesActivity",
        "sort": ".files.FilesActivity",
        "rename": ".files.FilesActivity",
        "newfolder": ".files.FilesActivity",
        "delete": ".files.FilesActivity",
        "extract": ".files.FilesActivity",
        "search": ".search.SearchActivity",
        "file": ".viewer.ViewerActivity",
        "target": ".picker.PickActivity",
        "clash": ".picker.PickActivity",
        "bin": ".bin.BinActivity",
        "purge": ".bin.BinActivity",
        "clean": ".clean.CleanActivity",
        "log": ".history.HistoryActivity",
        "settings": ".prefs.SettingsActivity",
        "keep": ".prefs.SettingsActivity",
    },
    choices=(
        Choice("files.clash", CLASHES, CLASHES[0]),
        Choice("files.extract.after", AFTER, AFTER[0]),
        Choice("files.delete", ("Move to bin", "Delete for good"), "Move to bin"),
        Choice("files.sort", SORTS, SORTS[0]),
        Choice("files.view", VIEWS, VIEWS[0]),
        Choice("files.hidden", ("On", "Off"), "Off"),
        Choice("files.folders_first", ("On", "Off"), "On"),
        Choice("files.keep", KEEP, KEEP[1]),
    ),
    storage=True,
    device_state="storage",
    links=(Link("android.intent.action.VIEW", "file", file_place),),
    preinstalled_files=PLANTS,
    version="13.2",
    system=True,
)
