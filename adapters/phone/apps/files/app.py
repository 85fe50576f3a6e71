"""The declaration of Files; its screens and handlers stand in the modules of their topics."""

from collections.abc import Mapping
from urllib.parse import unquote

from adapters.phone.apps.files.model import CLASHES, VIEWS, State
from adapters.phone.files.preinstalled import PreinstalledFile
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.framework.content import read_content
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Link, Route, route

_ROOTS = ("/sdcard/", "/storage/emulated/0/", "/storage/self/primary/", "/mnt/sdcard/")
PREINSTALLED = read_content(__package__, "storage.yaml", tuple[PreinstalledFile, ...])


def _file_place(rest: str, extras: Mapping[str, str]) -> Route | None:
    """`file:///sdcard/Download/lease.pdf` as a place; None outside shared storage."""
    path = unquote(rest.partition("?")[0].removeprefix("//"))
    return next((route("file", path=path.removeprefix(root)) for root in _ROOTS if path.startswith(root)), None)


app = AppBuilder(
    State,
    activity=".files.FilesActivity",
    name="files",
    package="com.android.documentsui",
    label="Files",
    icon=Icon("#FFF3DC", "#E08A00", "folder"),
    theme=Theme("#B26A00", "tonal", radius=12),
    home=route("browse"),
    scratch=("log/*/at", "log/*/number", "ui"),
    choices=(
        Choice("files.clash", CLASHES, CLASHES[0]),
        Choice("files.delete", ("Move to bin", "Delete for good"), "Move to bin"),
        Choice("files.view", VIEWS, VIEWS[0]),
    ),
    storage=True,
    device_state="storage",
    links=(Link("android.intent.action.VIEW", "file", _file_place),),
    preinstalled_files=PREINSTALLED,
    version="13.2",
    system=True,
)
