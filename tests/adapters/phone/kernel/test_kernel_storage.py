"""Apps and the phone's files: what apps see, how they change files, and files in snapshots."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from adapters.phone.drawing.painter import Painter
from adapters.phone.files.filesystem import Files
from adapters.phone.files.filesystem_tree import STORAGE, factory_tree
from adapters.phone.files.preinstalled import PreinstalledFile, content
from adapters.phone.files.shared_storage import (
    CopyFile,
    FileEffect,
    MakeFolder,
    MoveFile,
    RemoveFile,
    Storage,
    WriteFile,
    carry_out,
)
from adapters.phone.kernel.phone import Phone
from adapters.phone.pictures.decoding import decoded, dimensions
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Effect, Icon, Route, Screen, View, route
from adapters.phone.ui.node import Ev, ev, node
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer

PLANTS = (
    PreinstalledFile("Download/a.txt", "2026-11-16T20:51", text="hello\n"),
    PreinstalledFile("Download/big.pdf", "2026-11-15T11:00", 5_000_000),
    PreinstalledFile("Pictures/Trip/sea.jpg", "2026-08-22T11:10", 300_000, art="land:day:sea", seed=4),
)
DO: dict[str, FileEffect] = {
    "folder": MakeFolder("Documents/New"),
    "move": MoveFile("Download/a.txt", "Documents/b.txt"),
    "copy": CopyFile("Pictures/Trip", "Pictures/Trip again"),
    "remove": RemoveFile("Pictures/Trip"),
    "write": WriteFile("Download/c.txt", b"new"),
}


@dataclass(frozen=True, slots=True)
class StoredState:
    """The state of an app that keeps all its data in files."""

    done: int = 0


def _screen(state: StoredState, place: Route, view: View) -> Screen:
    rows = [node("text", text=f"{item.name} {item.size}") for item in view.storage.list("Download")]
    return Screen(node("column", rows, width="fill", height="fill"), title="Shelf")


def _update(state: StoredState, event: Ev, view: View) -> tuple[StoredState, tuple[Effect, ...]]:
    return state, (event.get("effect"),)


def shelf(*, storage: bool = True) -> App:
    """An app that lists the Download folder; `storage` says whether it declares access to files."""
    return App(
        name="shelf", package="com.example.shelf", label="Shelf", icon=Icon("#FFFFFF", "#000000", "folder"),
        theme=Theme("#336699"), home=route("home"), initial=StoredState, screen=_screen, update=_update,
        storage=storage, preinstalled_files=PLANTS,
    )  # fmt: skip


def phone(*, storage: bool = True) -> Phone:
    """A phone with that app in front."""
    made = Phone(with_launcher((shelf(storage=storage),)))
    made.start("com.example.shelf")
    return made


def test_an_app_sees_the_storage_and_its_changes() -> None:
    """The app's screen is updated when a file is added or removed, without an event."""
    on = phone()
    assert b"big.pdf 5000000" in on.dump()
    on.files.write("/sdcard/Download/pushed.bin", b"x" * 77)
    assert b"pushed.bin 77" in on.dump()
    on.files.remove("/sdcard/Download/pushed.bin")
    assert b"pushed" not in on.dump()


def test_an_app_without_declared_storage_access_sees_no_files() -> None:
    """Its view of storage is empty, and file changes do not update its screen."""
    on = phone(storage=False)
    before = on.scene()
    assert b"big.pdf" not in on.dump()
    on.files.write("/sdcard/Download/x", b"")
    assert on.scene() is before


@pytest.mark.parametrize("name", DO)
def test_file_effects_of_an_app_change_the_file_system(name: str) -> None:
    """Each file effect changes exactly the paths that it names."""
    on = phone()
    before = {path: held.stat.size for path, held in on.state.files.entries.items()}
    on.dispatch(ev("do", effect=DO[name]))
    after = {path: held.stat.size for path, held in on.state.files.entries.items()}
    gone, new = before.keys() - after.keys(), after.keys() - before.keys()
    trip = {f"{STORAGE}/Pictures/Trip", f"{STORAGE}/Pictures/Trip/sea.jpg"}
    wanted: dict[str, tuple[set[str], set[str]]] = {
        "folder": (set(), {f"{STORAGE}/Documents/New"}),
        "move": ({f"{STORAGE}/Download/a.txt"}, {f"{STORAGE}/Documents/b.txt"}),
        "copy": (set(), {text.replace("Trip", "Trip again") for text in trip}),
        "remove": (trip, set()),
        "write": (set(), {f"{STORAGE}/Download/c.txt"}),
    }
    assert (gone, new) == wanted[name]


def test_a_copied_preinstalled_file_has_the_same_content() -> None:
    """A copy of a generated file has the same size and bytes."""
    on = phone()
    on.dispatch(ev("do", effect=CopyFile("Pictures/Trip/sea.jpg", "Pictures/twin.jpg")))
    assert on.files.require("/sdcard/Pictures/twin.jpg").size == 300_000
    assert on.files.read("/sdcard/Pictures/twin.jpg") == on.files.read("/sdcard/Pictures/Trip/sea.jpg")


def test_a_copy_of_a_generated_file_over_a_device_file_changes_nothing() -> None:
    """What is copied to /dev/null is gone; nothing is put in its place."""
    on = phone()
    before = on.files.require("/dev/null")
    on.files.duplicate("/sdcard/Pictures/Trip/sea.jpg", "/dev/null")
    assert on.files.require("/dev/null") == before
    assert on.files.read("/dev/null") == b""


OUTSIDE = st.sampled_from(("..", "../..", "/", "/data/local/tmp/x", "a/../../../x", "a", "link/x", "link", "", "."))


@given(OUTSIDE, OUTSIDE)
def test_effects_never_leave_shared_storage(text: str, other: str) -> None:
    """Paths with `..`, absolute paths and links never change files outside shared storage, and never raise."""
    files = Files(lambda: 1, PLANTS)
    files.write("/data/local/tmp/kept", b"kept")
    files.symlink("/data/local/tmp", f"{STORAGE}/link")
    files.mkdir(f"{STORAGE}/a")
    files.symlink("/data/local/tmp/kept", f"{STORAGE}/a/a.txt")
    before = {path: held for path, held in files.snapshot().entries.items() if not path.startswith(STORAGE + "/")}
    effects: tuple[FileEffect, ...] = (
        MakeFolder(text), WriteFile(text, b"x"), CopyFile("Download", text), MoveFile("Download/a.txt", text),
        CopyFile(text, other), MoveFile(text, other), RemoveFile(text), RemoveFile(other),
    )  # fmt: skip
    for effect in effects:
        carry_out(files, effect)
    after = {path: held for path, held in files.snapshot().entries.items() if not path.startswith(STORAGE + "/")}
    assert after == before


def test_a_snapshot_is_not_changed_by_later_file_changes() -> None:
    """Later file changes leave a snapshot as it is; restoring it brings all files back."""
    on = phone()
    state = on.snapshot()
    document = {path: held.content() for path, held in state.files.entries.items() if "Download/a" in path}
    for effect in DO.values():
        on.dispatch(ev("do", effect=effect))
    assert {path: held.content() for path, held in state.files.entries.items() if "Download/a" in path} == document
    on.restore(state)
    assert on.state is state
    assert on.files.read("/sdcard/Download/a.txt") == b"hello\n"
    assert b"a.txt 6" in on.dump()


def test_unchanged_phones_share_one_file_tree() -> None:
    """New phones share one file tree object, and a reset returns to it."""
    item, other = phone(), phone()
    assert item.state.files is other.state.files
    item.files.write("/sdcard/x", b"")
    assert other.files.stat("/sdcard/x") is None
    item.reset({}, 3)
    assert item.state.files is other.state.files


def test_control_snapshots_and_diffs_include_files() -> None:
    """Snapshot, restore and diff over the control connection include files, but not window_dump.xml."""
    from adapters.phone.workers.control.messages import Message
    from adapters.phone.workers.registry import installed_apps

    on = HostedPhone("here", installed_apps(), ScreenRenderer(Painter()))

    def ask(**header: Any) -> Message:
        answer = on.control(Message(header))
        assert "error" not in answer.header, answer.header
        return answer

    ask(op="reset", state={}, seed=1)
    first = ask(op="snapshot").header["snapshot"]
    assert bytes(on.run("ls /sdcard/Download | head -1").stdout)
    assert on.run("echo hi > /sdcard/Download/new.txt; echo hi > /sdcard/window_dump.xml").exit == 0
    second = ask(op="snapshot").header["snapshot"]
    paths = ask(op="diff", before=first, after=second).header["paths"]
    assert any("new.txt" in path for path in paths)
    assert not any("window_dump" in path for path in paths)
    ask(op="restore", snapshot=first)
    assert on.run("cat /sdcard/Download/new.txt").exit == 1
    ask(op="restore", snapshot=second)
    assert bytes(on.run("cat /sdcard/Download/new.txt").stdout) == b"hi\n"
    ask(op="reset", state={}, seed=1)
    assert on.run("cat /sdcard/Download/new.txt").exit == 1
    assert on.run("ls /data/data").exit == 1  # closed to the shell, and still there
    assert on.phone.files.stat("/data/data/com.android.shell") is not None


@pytest.mark.parametrize("keys", ["keyevent 120", "keyevent SYSRQ", "keycombination POWER VOLUME_DOWN"])
def test_a_screenshot_by_keys_is_a_file_and_a_notification(keys: str) -> None:
    """Screenshot keys save the screen to a file and post a notification that opens it, unless the screen is off."""
    from adapters.phone.workers.registry import installed_apps

    on = HostedPhone("here", installed_apps(), ScreenRenderer(Painter()))
    on.phone.start("com.android.settings")
    before, names = bytes(on.run("screencap -p").stdout), {*on.phone.files.list("/sdcard/Pictures/Screenshots")}
    assert on.run(f"input {keys}").exit == 0
    (name,) = {*on.phone.files.list("/sdcard/Pictures/Screenshots")} - names
    assert on.phone.files.read(f"/sdcard/Pictures/Screenshots/{name}") == before
    assert on.phone.state.posted[0].notice.title == "Screenshot saved"
    on.phone.dispatch(ev("@notice", package="com.android.documentsui", key="screenshot"))
    assert name.encode() in on.phone.dump()
    on.run("input keyevent POWER; input keyevent 120")
    assert len(on.phone.files.list("/sdcard/Pictures/Screenshots")) == len(names) + 1


def test_listing_and_size_of_storage() -> None:
    """`list` returns direct children, `walk` all files below, and `used` the sum of their sizes."""
    storage = Storage(factory_tree(0, PLANTS))
    assert [item.name for item in storage.list("Download")] == ["a.txt", "big.pdf"]
    assert [item.path for item in storage.walk("Pictures/Trip")] == ["Pictures/Trip/sea.jpg"]
    assert storage.list("nowhere") == ()
    assert storage.stat("Download/a.txt/x") is None
    assert storage.read("Pictures") == b""
    assert storage.used - Storage().used == 6 + 5_000_000 + 300_000


def test_preinstalled_files_have_a_valid_format_and_size() -> None:
    """A generated picture has its declared size and decodes; a PDF begins with its signature."""
    data = content(PLANTS[2])
    assert len(data) == 300_000
    assert Image.open(io.BytesIO(data)).format == "JPEG"
    assert dimensions(data) == (1280, 960)
    assert decoded(data, 60, 40).size == (60, 40)
    assert content(PLANTS[1])[:5] == b"%PDF-"
    assert content(PLANTS[1]) == content(PLANTS[1])


@given(st.binary(max_size=200))
def test_invalid_pictures_have_no_dimensions(data: bytes) -> None:
    """Random bytes after a PNG signature give no dimensions and raise nothing."""
    assert dimensions(b"\x89PNG\r\n\x1a\n" + data) is None
