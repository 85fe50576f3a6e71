"""Files by touch and by command: what the app shows is what the phone's storage holds, and the other way round."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import numpy as np
import pytest
from PIL import Image

from adapters.phone.apps.files import APP
from adapters.phone.apps.files.app import PREINSTALLED
from adapters.phone.apps.files.model import size_label
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.drawing.painter import Painter
from adapters.phone.files.bin_names import binned_path, days_left, is_binned, original_name
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from runtime.screen.tree import parse
from tests.support.touching import phone_with, state_of, tap, texts, toast, window_texts

phone = partial(phone_with, APP)
state = partial(state_of, app=APP)

BACK = 4
LEASE = "Lease renewal 2026.pdf"
DOWN = "/sdcard/Download"


def shell(on: Phone) -> Shell:
    """Its command line."""
    return Shell(on, lambda: memoryview(b""), on.files)


def names(on: Phone, folder: str) -> set[str]:
    """What `ls` lists there."""
    return {*on.files.list(f"/sdcard/{folder}")}


def done(on: Phone) -> list[tuple[str, str, str]]:
    """The records: what was done, with what, and where it went."""
    return [(item["what"], item["path"], item["to"]) for item in state(on)["log"]]


def hold(on: Phone, name: str) -> None:
    """A long press on what says so."""
    (x, y) = next(node.center for node in parse(on.dump()).walk() if node.text == name)
    on.touch_long(x, y, 900)


def place(on: Phone, name: str, **more: Any) -> None:
    """Open a place by a link."""
    on.start(APP.package, route(name, **more))


def test_what_was_pushed_is_listed_and_what_is_gone_is_not() -> None:
    """A file that a command writes while its folder is shown appears at once, with its size, and goes at once."""
    on = phone()
    tap(on, "Downloads")
    before = on.scene()
    assert shell(on).run(f"echo hello > {DOWN}/note.txt").exit == 0
    assert on.scene() is not before
    assert {"note.txt", "15 items"} <= {*window_texts(on)}
    shell(on).run(f"rm {DOWN}/note.txt")
    assert "note.txt" not in window_texts(on)


def test_a_screen_that_shows_no_files_stays_when_files_change() -> None:
    """A dump written to the storage does not make the launcher paint anew."""
    on = phone()
    on.home()
    before = on.scene()
    shell(on).run("echo x > /sdcard/window_dump.xml")
    assert on.scene() is before
    assert on.files.read("/sdcard/window_dump.xml") == b"x\n"


def test_moving_to_the_bin_hides_a_file_and_restoring_brings_it_back() -> None:
    """The bin is Android's: the file is renamed in its folder, and its bytes stay."""
    on = phone()
    before = on.files.read(f"{DOWN}/{LEASE}")
    tap(
        on, "Downloads", f"More for {LEASE}", "Move to bin", "Cancel", f"More for {LEASE}", "Move to bin", "Move to bin"
    )
    assert LEASE not in names(on, "Download")
    (hidden,) = [name for name in names(on, "Download") if name.startswith(".trashed-") and name.endswith(LEASE)]
    assert on.files.read(f"{DOWN}/{hidden}") == before
    assert LEASE not in window_texts(on)
    place(on, "bin")
    tap(on, f"Restore {LEASE}")
    assert on.files.read(f"{DOWN}/{LEASE}") == before
    assert done(on) == [("Binned", f"Download/{LEASE}", ""), ("Restored", f"Download/{LEASE}", "")]


def test_the_bin_is_rid_of_what_has_been_there_long_enough() -> None:
    """Looked into after its days are over, it no longer has a file; one that came later is still there."""
    on = phone()
    on.elapse(24 * 86_400_000)
    tap(on, "Downloads", f"More for {LEASE}", "Move to bin", "Move to bin")
    on.key(BACK)
    tap(on, "Bin")
    assert {"IMG_20261101_0003 blurred.jpg", LEASE} <= {*window_texts(on)}
    assert "old flyer.pdf" not in window_texts(on)
    assert not [name for name in names(on, "Download") if name.endswith("flyer.pdf")]


def test_deleting_for_good_is_another_record_than_the_bin() -> None:
    """The tick in the question makes the difference, in the storage and in the state."""
    on = phone()
    tap(on, "Downloads", f"More for {LEASE}", "Move to bin", "Delete for good", "Delete")
    assert not [name for name in names(on, "Download") if name.endswith(LEASE)]
    assert holds(Check("files/log/*", "has", {"what": "Deleted", "path": f"Download/{LEASE}"}), on.read())
    assert not holds(Check("files/log/*", "has", {"what": "Binned"}), on.read())


def test_two_files_are_moved_by_selecting_them() -> None:
    """Long press, another touch, Move to, a folder: both lie there and are gone here; the twin stays."""
    on = phone()
    tap(on, "Downloads")
    hold(on, LEASE)
    tap(on, "会议纪要.docx")
    assert "2 selected" in window_texts(on)
    tap(on, "Move to", "Internal storage", "Documents", "Evening class", "Move here")
    assert {LEASE, "会议纪要.docx"} <= names(on, "Documents/Evening class")
    assert LEASE not in names(on, "Download")
    assert "Lease renewal 2026 (1).pdf" in names(on, "Download")
    assert [what for what, *_ in done(on)] == ["Moved", "Moved"]
    assert {"2 items moved to Evening class", "Downloads"} <= set(window_texts(on))
    right = {"what": "Moved", "path": f"Download/{LEASE}", "to": f"Documents/Evening class/{LEASE}"}
    assert holds(Check("files/log/*", "has", right), on.read())
    assert not holds(Check("files/log/*", "has", {**right, "to": f"Documents/{LEASE}"}), on.read())


@pytest.mark.parametrize(
    ("choice", "held", "log"),
    [
        (None, {"packing list.txt", "packing list (1).txt"}, ["Copied"]),
        ("Replace", {"packing list.txt"}, ["Copied"]),
        ("Skip", {"packing list.txt"}, []),
    ],
)
def test_a_name_that_is_taken_is_asked_about(choice: str | None, held: set[str], log: list[str]) -> None:
    """Keep both is the default; Replace overwrites; Skip leaves both as they were."""
    on = phone()
    shell(on).run("echo other > '/sdcard/Music/packing list.txt'")
    place(on, "folder", path="Documents")
    tap(on, "More for packing list.txt", "Copy to", "Internal storage", "Music", "Copy here")
    assert "Some names are taken" in window_texts(on)
    tap(on, *([choice] if choice else []), "OK")
    assert {name for name in names(on, "Music") if name.startswith("packing")} == held
    assert [what for what, *_ in done(on)] == log
    data = on.files.read("/sdcard/Music/packing list.txt")
    assert (data == b"other\n") == (choice != "Replace")
    assert "packing list.txt" in names(on, "Documents")


def test_a_file_is_renamed() -> None:
    """The new name is the file's for commands too; names that are taken or none are refused."""
    on = phone()
    place(on, "folder", path="Documents")
    tap(on, "More for packing list.txt", "Rename")
    on.clear_text()
    tap(on, "OK")
    assert toast(on) == "Type a name first"
    assert on.type_text("CV Vale 2026.pdf")
    tap(on, "OK")
    assert toast(on) == "There is a “CV Vale 2026.pdf” already"
    on.clear_text()
    on.type_text("清单.txt")
    tap(on, "OK")
    assert "清单.txt" in names(on, "Documents")
    assert "清单.txt" in window_texts(on)


def test_a_folder_is_made_and_deleted_with_what_is_in_it() -> None:
    """Folders are made where one is; deleting one asks, and takes all below it."""
    on = phone()
    assert holds(Check("files/storage/Pictures/Kestrel Bay/gulls.jpg", "eq", 2_440_018), on.read())
    place(on, "folder", path="Pictures")
    tap(on, "New folder")
    on.type_text("Prints")
    tap(on, "Create")
    assert "Prints" in names(on, "Pictures")
    tap(on, "Prints")
    assert "Nothing here" in window_texts(on)
    on.key(BACK)
    tap(on, "More for Kestrel Bay", "Delete folder", "Delete")
    assert "Kestrel Bay" not in names(on, "Pictures")
    assert done(on)[-1] == ("Deleted", "Pictures/Kestrel Bay", "")
    assert holds(Check("files/storage/Pictures/Kestrel Bay", "missing", None), on.read())


def test_texts_pictures_and_others_are_opened() -> None:
    """A text shows its words, a pushed picture its pixels, anything else what it is."""
    on = phone()
    place(on, "file", path="Documents/packing list.txt")
    assert any("plum cake for Hanne" in text for text in window_texts(on))
    out = io.BytesIO()
    Image.new("RGB", (300, 200), (10, 200, 30)).save(out, "PNG")
    on.files.write("/sdcard/Pictures/green.png", out.getvalue())
    on.files.write("/sdcard/Pictures/broken.png", out.getvalue()[:60])
    place(on, "file", path="Pictures/green.png")
    frame = np.zeros((2400, 1080, 4), np.uint8)
    Painter().paint(on.scene(), frame)
    assert (frame[:, :, :3] == (10, 200, 30)).all(axis=2).sum() > 500_000
    place(on, "file", path="Pictures/broken.png")
    assert "Picture · 60 B" in window_texts(on)


def test_the_address_of_a_file_opens_it() -> None:
    """`am start -d file://…` shows that file; nothing opens one outside shared storage."""
    on = phone()
    view = "am start -a android.intent.action.VIEW -d file://"
    assert shell(on).run(f"{view}/sdcard/Documents/packing%20list.txt").exit == 0
    assert any("plum cake" in text for text in window_texts(on))
    assert shell(on).run(f"{view}/data/local/tmp/x").exit == 1


def test_planted_files_are_what_they_say() -> None:
    """Each has the size that is window_texts, the same bytes on every read; pictures can be decoded."""
    on = phone()
    for plant in PREINSTALLED:
        if plant.size > 3_000_000:
            continue
        data = on.files.read(f"/sdcard/{plant.path}")
        assert len(data) == plant.length == (on.files.require(f"/sdcard/{plant.path}").size)
        if plant.art and plant.path.startswith("Pictures"):
            assert Image.open(io.BytesIO(data)).size == (1280, 960)
    assert on.files.read(f"{DOWN}/{LEASE}").startswith(b"%PDF-1.7")
    assert len({plant.path for plant in PREINSTALLED}) == len(PREINSTALLED)


def test_files_are_part_of_a_snapshot() -> None:
    """What is deleted after a snapshot is there again when it is brought back, and a reset brings all back."""
    on = phone()
    current_state, first = on.snapshot(), on.read()["files"]["storage"]
    shell(on).run(f"rm -r {DOWN}")
    assert "Download" not in on.read()["files"]["storage"]
    on.restore(current_state)
    assert on.read()["files"]["storage"] == first
    on.files.write("/sdcard/Music/new.mp3", b"x")
    on.reset({}, 0)
    assert on.read()["files"]["storage"] == first


def test_the_search_looks_into_names_and_texts() -> None:
    """Words of names, words in text files; and a page for nothing."""
    on = phone()
    tap(on, "Search files")
    on.type_text("seven-gulls")
    assert {"1 result", "wifi at the cabin.txt"} <= {*window_texts(on)}
    on.clear_text()
    on.type_text("lease")
    assert "2 results" in window_texts(on)
    on.type_text(" zeppelin")
    assert "Nothing for “lease zeppelin”" in window_texts(on)


def test_untouched_choices_end_with_the_declared_defaults() -> None:
    """Who changes no option finds the default of every choice point."""
    on = phone()
    tap(on, "Downloads", f"More for {LEASE}", "Move to bin", "Move to bin")
    happened = {
        "clash": state(on)["ui"]["clash"],
        "delete": {"Binned": "Move to bin", "Deleted": "Delete for good"}[done(on)[-1][0]],
        "view": state(on)["prefs"]["view"],
    }
    assert happened == {choice.id.removeprefix("files."): choice.default for choice in APP.choices}


def test_hidden_files_are_not_shown_and_the_grid_changes_no_file() -> None:
    """A list shows no name that begins with a dot, as rows and as cells; the storage keeps what it has."""
    on = phone()
    on.files.write(f"{DOWN}/.nomedia", b"")
    before = state(on)["storage"]
    place(on, "folder", path="Download")
    assert ".nomedia" not in window_texts(on)
    tap(on, "Grid view")
    assert state(on)["prefs"]["view"] == "Grid"
    assert LEASE in window_texts(on)
    assert ".nomedia" not in window_texts(on)
    assert state(on)["storage"] == before


def test_a_text_is_shared_with_its_words() -> None:
    """The receiver gets what is in a text file, and name and size of another."""
    on = phone(PARLOWE)
    place(on, "file", path="Documents/books to return.txt")
    tap(on, "Share", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent.endswith("Bread Without Hurry, overdue")
    assert done(on) == []


def test_paths_never_lead_out_of_shared_storage() -> None:
    """A folder name with a way up is refused, and a link out of the storage is not followed by a rename."""
    on = phone()
    place(on, "folder", path="Documents")
    tap(on, "New folder")
    on.type_text("../../../../data/local/tmp/x")
    tap(on, "Create")
    assert toast(on) == "A name cannot have a slash"
    assert on.files.list("/data/local/tmp") == ()
    place(on, "folder", path="../../../data/local/tmp")
    assert "This folder is gone" in window_texts(on)


@pytest.mark.parametrize("name", sorted(APP.activities))
def test_back_leads_home_and_links_do_no_harm(name: str) -> None:
    """From every place, opened by a link without arguments, BACK ends at the launcher, and no file has changed."""
    on = phone()
    before = state(on)["storage"]
    place(on, name)
    assert texts(on)
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert state(on)["storage"] == before


def test_empty_pages_say_so() -> None:
    """An empty storage, bin and history have pages that say what belongs there."""
    on = phone()
    shell(on).run("rm -r /sdcard/*")
    place(on, "folder", path="")
    assert "Nothing here" in window_texts(on)
    for name, words in (("bin", "The bin is empty"), ("log", "Nothing done yet")):
        place(on, name)
        assert words in window_texts(on)
    place(on, "file", path="Download/none.txt")
    assert "This file is gone" in window_texts(on)


def test_same_taps_same_phone() -> None:
    """Two phones that are touched alike show the same tree and pixels, and so does one that was put back."""
    frames, trees = [], []
    painter = Painter()
    for _ in range(2):
        on = phone()
        current_state = on.snapshot()
        tap(on, "Downloads", f"More for {LEASE}", "Move to bin", "Move to bin")
        on.restore(current_state)
        tap(on, "Downloads", "Grid view")
        frame = np.zeros((2400, 1080, 4), np.uint8)
        painter.paint(on.scene(), frame)
        frames.append(frame.tobytes())
        trees.append(on.dump())
    assert frames[0] == frames[1]
    assert trees[0] == trees[1]


@pytest.mark.parametrize(
    ("size", "label"), [(0, "0 B"), (999, "999 B"), (1000, "1 KB"), (57_400, "57 KB"), (1_846_203, "1.8 MB"),
                        (999_600, "1.0 MB"), (131_208_664, "131 MB"), (111_000_000_000, "111 GB")],
)  # fmt: skip
def test_sizes_are_told_shortly(size: int, label: str) -> None:
    """Whole bytes and kilobytes, one decimal below ten of the larger units."""
    assert size_label(size) == label


def test_a_name_in_the_bin_tells_what_it_was_and_how_long_it_stays() -> None:
    """A file keeps its folder and its name; its days end at none."""
    now = datetime(2026, 11, 17, 9, 24, tzinfo=UTC)
    path = binned_path("Download/lease.pdf", now, 30)
    folder, _, name = path.rpartition("/")
    assert (folder, is_binned(name), original_name(name)) == ("Download", True, "lease.pdf")
    assert [days_left(name, now + timedelta(days)) for days in (0, 1, 30, 40)] == [30, 29, 0, 0]
    assert (is_binned("lease.pdf"), original_name("lease.pdf"), days_left("lease.pdf", now)) == (False, "lease.pdf", 0)
