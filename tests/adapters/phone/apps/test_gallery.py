"""Gallery by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from adapters.phone.apps.gallery import APP
from adapters.phone.apps.gallery.catalogue import CROPS, FILTERS, PHOTOS, Edit
from adapters.phone.apps.gallery.model import State, art, search, shown_among, size_of
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.pictures.art import render
from adapters.phone.ui.app import App, Route, route
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import with_launcher
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import found as seen
from tests.support.touching import tap, toast, window_texts

BACK = 4
CAT = "Photo, Today, 08:51"
COFFEE = "Photo, Today, 08:02"
SUNSET = "Photo, Sun, 15 Nov, 18:42"
PLAIN = {
    "turn": 0, "mirrored": False, "crop": "Original", "filter": "None", "light": 50, "contrast": 50, "warmth": 50,
}  # fmt: skip


def phone(*others: App, place: Route | None = None, state: dict[str, Any] | None = None) -> Phone:
    """A phone with Gallery in front."""
    made = Phone(with_launcher((APP, *others)))
    made.reset({} if state is None else {"gallery": state}, 0)
    made.start(APP.package, place)
    return made


def gallery(on: Phone) -> dict[str, Any]:
    """The app's state."""
    state: dict[str, Any] = on.read()["gallery"]
    return state


def photo(on: Phone, key: str) -> dict[str, Any]:
    """The photo with this id."""
    (item,) = [each for each in gallery(on)["photos"] if each["id"] == key]
    return dict(item)


def album(on: Phone, name: str) -> list[str]:
    """The photos of an album."""
    (item,) = [each for each in gallery(on)["albums"] if each["name"] == name]
    return list(item["photos"])


def test_an_edit_is_saved_as_a_copy_with_all_that_was_picked() -> None:
    """Crop, turn, mirror, filter and sliders end in a new photo; the original stays as it was."""
    on = phone()
    before = photo(on, "63")
    tap(on, COFFEE, "Edit", "4 by 3", "Turn right, now 0 degrees", "Mirror", "Filters", "Slate", "Adjust")
    slider = seen(on, "Contrast, 50 percent")
    assert slider is not None
    on.touch_tap(slider.bounds[0] + (slider.bounds[2] - slider.bounds[0]) * 8 // 10, slider.center[1])
    tap(on, "Save copy")
    made = gallery(on)["photos"][1]
    how = {**PLAIN, "turn": 90, "mirrored": True, "crop": "4 by 3", "filter": "Slate", "contrast": 80}
    assert made == {
        **before,
        "id": "65",
        "name": "IMG_20261117_080203_edited.jpg",
        "edit": how,
        "favourite": False,
        "path": "DCIM/Camera/IMG_20261117_080203_edited.jpg",
    }
    assert photo(on, "63") == before
    assert gallery(on)["history"][-1] == {
        "number": "GA-2212",
        "at": "2026-11-17T09:24",
        "what": "Edited as copy",
        "photos": ["65"],
        "names": ["IMG_20261117_080203_edited.jpg"],
        "album": "",
        "edit": how,
    }
    assert on.state.top.route.get("key") == "65"


def test_save_changes_the_photo_itself_and_revert_takes_it_back() -> None:
    """A near miss of the copy: no photo more, the edit is on the original, until it is reverted."""
    on = phone(place=route("photo", key="63"))
    count = len(gallery(on)["photos"])
    tap(on, "Edit", "Filters", "Harbour", "Save")
    assert (len(gallery(on)["photos"]), photo(on, "63")["edit"]["filter"]) == (count, "Harbour")
    state = on.read()
    assert holds(Check("gallery/history/*", "has", {"what": "Edited", "photos": ["63"]}), state)
    assert not holds(Check("gallery/history/*", "has", {"what": "Edited as copy"}), state)
    tap(on, "More options", "Revert to original")
    assert photo(on, "63")["edit"] == PLAIN


def test_an_edit_that_is_left_is_forgotten() -> None:
    """Without saving nothing changes; saving rests until something is changed, and reset takes all back."""
    on = phone(place=route("photo", key="63"))
    before = gallery(on)["photos"]
    tap(on, "Edit", "Save")
    assert on.state.top.route.name == "edit"
    tap(on, "Square", "Reset", "Save copy")
    assert on.state.top.route.name == "edit"
    tap(on, "Square", "Navigate up", "Edit")
    assert gallery(on)["ui"]["edit"] == PLAIN
    assert gallery(on)["photos"] == before


def test_an_untouched_camera_and_editor_have_the_declared_defaults() -> None:
    """What nobody picks is the default of its choice point."""
    on = phone(place=route("camera"))
    tap(on, "Take photo")
    made = gallery(on)["photos"][0]
    prefs = gallery(on)["prefs"]
    declared = {choice.id.removeprefix("gallery."): choice.default for choice in APP.choices}
    happened = {
        **{f"edit.{name}": str(value) for name, value in made["edit"].items()},
        "edit.mirrored": "On" if made["edit"]["mirrored"] else "Off",
        "camera.mode": made["mode"],
        "camera.flash": made["flash"],
        "camera.timer": prefs["timer"],
        "camera.ratio": prefs["ratio"],
        "camera.places": "On" if made["place"] else "Off",
        "columns": prefs["columns"],
        "order": prefs["order"],
        "ask": "On" if prefs["ask"] else "Off",
    }
    assert happened == declared


def test_the_camera_asks_and_takes_what_it_sees() -> None:
    """Without the permission there is no camera; with it, picture and video are what the finder showed."""
    on = phone()
    tap(on, "Camera", "Don’t allow")
    assert (on.state.top.route.name, toast(on)) == ("photos", "The camera needs your permission")
    tap(on, "Camera", "While using the app", "Flash, Off", "Flash, Auto", "Ratio, 4:3")
    (finder,) = [each for window in on.scene().windows for each in _images(window.root) if each.desc == "Viewfinder"]
    tap(on, "Take photo")
    taken = gallery(on)["photos"][0]
    assert finder.art is not None
    assert finder.art.kind == f"shot:{taken['shape']}:plain:{taken['kind']}"
    assert (taken["flash"], taken["shape"], taken["folder"], taken["place"]) == (
        "On",
        "pano",
        "Camera",
        "28 Ferry Street",
    )
    tap(on, "Video", "Record video")
    video = gallery(on)["photos"][0]
    assert (video["mode"], video["tags"], video["seconds"]) == ("Video", "coffee", 6)
    assert [item["what"] for item in gallery(on)["history"][-2:]] == ["Taken", "Taken"]
    tap(on, "Last photo")
    assert on.state.top.route.get("key") == video["id"]


def _images(root: Any) -> list[Any]:
    own = [root.node] if root.node.kind == "image" else []
    return own + [image for child in root.children for image in _images(child)]


def test_delete_asks_and_the_bin_gives_back_into_the_albums() -> None:
    """A photo leaves its albums, and comes back into them; what is purged is gone."""
    on = phone(place=route("album", name="Kestrel Bay"))
    before = photo(on, "57")
    tap(on, SUNSET, "Delete", "Cancel")
    assert photo(on, "57") == before
    tap(on, "Delete", "Move to bin")
    assert (on.state.top.route.name, "57" in album(on, "Kestrel Bay")) == ("album", False)
    assert gallery(on)["bin"][-1] == {"photo": before, "at": "2026-11-17T09:24", "albums": ["Kestrel Bay"]}
    on.start(APP.package, route("bin"))
    tap(on, f"{before['name']}, 30 days left", "Restore")
    assert photo(on, "57") == before
    assert album(on, "Kestrel Bay")[-1] == "57"
    tap(on, "IMG_20261114_172907.jpg, 27 days left", "Delete for good")
    assert "7" not in {item["photo"]["id"] for item in gallery(on)["bin"]}
    assert gallery(on)["history"][-1]["names"] == ["IMG_20261114_172907.jpg"]


def test_without_asking_a_photo_goes_at_once() -> None:
    """The setting takes the question away."""
    on = phone(place=route("settings"))
    tap(on, "Ask before deleting")
    on.start(APP.package, route("photo", key="63"))
    tap(on, "Delete")
    assert gallery(on)["bin"][-1]["photo"]["id"] == "63"
    assert toast(on) == "Moved to bin"


def test_an_album_is_made_filled_renamed_and_deleted() -> None:
    """A name is needed and not taken twice; deleting an album keeps its photos."""
    on = phone()
    tap(on, "Albums", "New album", "Create")
    assert toast(on) == "Give the album a name"
    on.type_text("Runs")
    tap(on, "Create")
    assert toast(on) == "There is an album “Runs” already"
    on.clear_text()
    on.type_text("Window sill")
    tap(on, "Create")
    assert "Nothing here yet" in window_texts(on)
    on.start(APP.package, route("photo", key="64"))
    tap(on, "Add to", "Window sill")
    assert album(on, "Window sill") == ["64"]
    assert gallery(on)["history"][-1]["what"] == "Added to album"
    on.start(APP.package, route("album", name="Window sill"))
    tap(on, "Album options", "Rename album")
    on.clear_text()
    on.type_text("Cats")
    tap(on, "Rename")
    assert album(on, "Cats") == ["64"]
    tap(on, "Album options", "Delete album", "Delete")
    assert "Cats" not in {item["name"] for item in gallery(on)["albums"]}
    assert photo(on, "64")


def test_several_photos_are_selected_at_once() -> None:
    """A long touch begins; favourites, albums and the bin take them all."""
    on = phone()
    first = seen(on, CAT)
    assert first is not None
    on.touch_long(*first.center, 800)
    assert "1 selected" in window_texts(on)
    tap(on, COFFEE, "Photo, Yesterday, 19:36", "Add to album", "Food worth copying")
    assert album(on, "Food worth copying")[-2:] == ["64", "63"]
    assert toast(on) == "2 added to “Food worth copying”"
    tap(on, "Select", COFFEE, CAT, "Add to favourites")
    assert photo(on, "63")["favourite"] is True
    tap(on, "Select", CAT, "Photo, Today, 07:40", COFFEE, COFFEE, "Delete", "Move to bin")
    assert [item["photo"]["id"] for item in gallery(on)["bin"][-2:]] == ["64", "62"]
    assert on.state.top.route.name == "photos"


def test_a_photo_is_liked_and_put_into_an_album() -> None:
    """Near twins on one page: the heart of a photo is not its album."""
    on = phone(place=route("photo", key="63"))
    tap(on, "Add to favourites", "Add to", "家人")
    assert (photo(on, "63")["favourite"], album(on, "家人")[-1]) == (True, "63")
    tap(on, "Add to", "家人")
    assert toast(on) == "Already in “家人”"
    tap(on, "Close", "Remove from favourites")
    assert photo(on, "63")["favourite"] is False


def test_photos_are_stepped_through_where_they_were_opened() -> None:
    """In an album the next photo is the album's next, and the last has none."""
    on = phone(place=route("album", name="Pottery, evening class"))
    tap(on, "Photo, Wed, 11 Nov, 10:18", "Next photo")
    assert on.state.top.route.get("key") == "39"
    tap(on, "Next photo")
    assert on.state.top.route.get("key") == "39"
    on.key(BACK)
    assert on.state.top.route.name == "album"
    tap(on, "Photo, Wed, 11 Nov, 10:15", "More options", "Remove from “Pottery, evening class”")
    assert album(on, "Pottery, evening class") == ["40"]


def test_search_finds_people_places_and_things() -> None:
    """Words are looked up in all that is known of a photo; nothing found is said."""
    on = phone()
    tap(on, "Search", "José Arriaga")
    assert "3 items" in window_texts(on)
    on.clear_text()
    on.type_text("video")
    assert "5 items" in window_texts(on)
    on.clear_text()
    on.type_text("zeppelin")
    assert "No photo or video for “zeppelin”." in window_texts(on)


def test_photos_are_shared_to_a_chat() -> None:
    """One from its page, with its day and place; the record says which."""
    on = phone(PARLOWE, place=route("photo", key="57"))
    tap(on, "Share", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent == "IMG_20261115_184257.jpg (Sun, 15 Nov, Kestrel Bay)"
    assert (gallery(on)["history"][-1]["what"], gallery(on)["history"][-1]["photos"]) == ("Shared", ["57"])


def test_settings_change_the_grid() -> None:
    """More photos in a row are smaller; the oldest can come first."""
    on = phone(place=route("settings"))
    tap(on, "Photos in a row", "5", "Order", "Oldest first")
    on.start(APP.package, route("photos"))
    node = seen(on, "Photo, Sat, 5 Sep, 21:40")
    assert node is not None
    assert node.bounds[2] - node.bounds[0] < 220


STORE = "/storage/emulated/0"


def test_every_photo_is_a_file_that_opens() -> None:
    """What the gallery shows lies in shared storage, and the picture in a file is the photo's."""
    on = phone()
    for item in gallery(on)["photos"]:
        assert on.files.stat(f"{STORE}/{item['path']}") is not None, item["path"]
    with Image.open(io.BytesIO(on.files.read(f"{STORE}/DCIM/Camera/IMG_20261117_080203.jpg"))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1280, 960))


def test_what_is_taken_and_saved_becomes_a_file() -> None:
    """A photo and an edited copy can be read as files; saving over a photo changes its bytes."""
    on = phone(place=route("camera"))
    tap(on, "Take photo")
    taken = gallery(on)["photos"][0]
    with Image.open(io.BytesIO(on.files.read(f"{STORE}/{taken['path']}"))) as picture:
        assert picture.format == "JPEG"
    on.start(APP.package, route("photo", key="63"))
    path = f"{STORE}/DCIM/Camera/IMG_20261117_080203"
    before = on.files.read(f"{path}.jpg")
    tap(on, "Edit", "Mirror", "Save copy")
    assert on.files.read(f"{path}.jpg") == before
    assert on.files.read(f"{path}_edited.jpg")[:2] == b"\xff\xd8"
    on.start(APP.package, route("photo", key="63"))
    tap(on, "Edit", "Filters", "Meadow", "Save")
    assert on.files.read(f"{path}.jpg") != before


def test_the_bin_hides_files_as_android_does() -> None:
    """Moved to a hidden name with the second of its end, back on restore, and gone when it is purged."""
    on = phone(place=route("photo", key="63"))
    path = f"{STORE}/DCIM/Camera/IMG_20261117_080203.jpg"
    tap(on, "Delete", "Move to bin")
    assert on.files.stat(path) is None
    (hidden,) = [name for name in on.files.list(f"{STORE}/DCIM/Camera") if name.endswith("-IMG_20261117_080203.jpg")]
    assert hidden == ".trashed-1797499440-IMG_20261117_080203.jpg"
    on.start(APP.package, route("bin"))
    tap(on, "IMG_20261117_080203.jpg, 30 days left", "Restore")
    assert on.files.stat(path) is not None
    on.start(APP.package, route("photo", key="63"))
    tap(on, "Delete", "Move to bin")
    on.start(APP.package, route("bin"))
    tap(on, "IMG_20261117_080203.jpg, 30 days left", "Delete for good")
    assert hidden not in on.files.list(f"{STORE}/DCIM/Camera")


def test_files_that_come_and_go_are_seen() -> None:
    """A picture that was copied to the phone is shown and can be kept; one that was removed is not shown any more."""
    on = phone()
    before = gallery(on)
    with io.BytesIO() as out:
        Image.new("RGB", (300, 400), (200, 40, 40)).save(out, "PNG")
        on.files.write(f"{STORE}/Pictures/pushed.png", out.getvalue())
    on.files.write(f"{STORE}/Pictures/broken.png", b"no picture at all")
    on.files.write(f"{STORE}/Documents/elsewhere.png", on.files.read(f"{STORE}/Pictures/pushed.png"))
    on.files.remove(f"{STORE}/DCIM/Camera/IMG_20261117_085104.jpg")
    assert seen(on, CAT) is None
    assert seen(on, "Photo, Today, 09:24") is not None
    pixels = np.empty((2400, 1080, 4), np.uint8)
    Painter().paint(on.scene(), pixels)
    assert tuple(pixels[420, 60, :3]) == (200, 40, 40)
    assert gallery(on) == before
    tap(on, "Photo, Today, 09:24")
    assert seen(on, "Edit") is None
    tap(on, "Add to", "Runs")
    assert len(album(on, "Runs")) == 5
    on.start(APP.package, route("album", name="Pictures"))
    assert "1 item" in window_texts(on)


def test_empty_pages_say_so() -> None:
    """No photos, no albums, an empty bin, a photo or album that is gone."""
    on = phone(state={"photos": [], "albums": [], "bin": [], "history": []})
    assert "No photos yet" in window_texts(on)
    tap(on, "Albums")
    assert "No albums of your own yet" in window_texts(on)
    on.start(APP.package, route("bin"))
    assert "The bin is empty" in window_texts(on)
    on.start(APP.package, route("photo", key="99"))
    assert "This photo is gone" in window_texts(on)
    on.start(APP.package, route("album", name="None such"))
    assert "This album is gone" in window_texts(on)
    on.start(APP.package, route("album", name="Favourites"))
    assert "Nothing here yet" in window_texts(on)


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, without a change to the photos."""
    on = phone(place=route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert gallery(on)["photos"] == gallery(phone())["photos"]


EDITS = st.builds(
    Edit, st.sampled_from((0, 90, 180, 270)), st.booleans(), st.sampled_from(CROPS), st.sampled_from(FILTERS),
    st.sampled_from((0, 30, 50, 100)), st.sampled_from((0, 50, 90)), st.sampled_from((10, 50)),
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(EDITS, st.sampled_from(PHOTOS))
def test_every_edit_can_be_drawn_at_its_own_shape(edit: Edit, item: Any) -> None:
    """The picture of an edit has the size that was asked for, and an edited file is never larger than its original."""
    wide, high = size_of(item, edit)
    assert wide * high <= size_of(item, Edit())[0] * size_of(item, Edit())[1]
    kind = art(item, edit)
    assert render(kind.kind, kind.seed, 60, 60 * high // wide).size == (60, 60 * high // wide)


def test_half_a_turn_is_the_same_picture_upside_down() -> None:
    """Turning moves pixels and changes none."""
    item = art(PHOTOS[1], Edit(turn=180, filter="None", light=60))
    other = art(PHOTOS[1], Edit(turn=0, filter="None", light=60))
    first, second = (np.asarray(render(each.kind, each.seed, 120, 120)) for each in (item, other))
    assert np.array_equal(first[::-1, ::-1], second)
    assert not np.array_equal(first, second)


@given(st.sampled_from(PHOTOS))
def test_a_photo_is_found_by_its_name_and_opened_among_its_like(item: Any) -> None:
    """The file name finds exactly that photo, and every place that shows it can step from it."""
    assert [each.id for each in search(State(), item.name)] == [item.id]
    for source in ("", item.folder, f"?{item.name}"):
        assert item in shown_among(State(), source)
