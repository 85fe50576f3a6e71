"""Gallery by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

import io
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from adapters.phone.apps.gallery import APP
from adapters.phone.apps.gallery.catalogue import PHOTOS, Photo
from adapters.phone.apps.gallery.model import SIZES, State, art, search, shown_among
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.pictures.art import render
from adapters.phone.style.typography import dp
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from tests.support.touching import found as seen
from tests.support.touching import phone_with, state_of, tap, toast, window_texts

phone = partial(phone_with, APP)
gallery = partial(state_of, app=APP)

BACK = 4
CAT = "Photo, Today, 08:51"
COFFEE = "Photo, Today, 08:02"
SUNSET = "Photo, Sun, 15 Nov, 18:42"


def photo(on: Phone, key: str) -> dict[str, Any]:
    """The photo with this id."""
    (item,) = [each for each in gallery(on)["photos"] if each["id"] == key]
    return dict(item)


def album(on: Phone, name: str) -> list[str]:
    """The photos of an album."""
    (item,) = [each for each in gallery(on)["albums"] if each["name"] == name]
    return list(item["photos"])


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


def test_places_have_room_for_how_many_photos_they_have() -> None:
    """The line below a place's name is as high as its type."""
    on = phone()
    tap(on, "Search")
    count = seen(on, "9 items")
    assert count is not None
    assert count.bounds[3] - count.bounds[1] == round(dp(20))


def test_photos_are_shared_to_a_chat() -> None:
    """One from its page, with its day and place; the record says which."""
    on = phone(PARLOWE, place=route("photo", key="57"))
    tap(on, "Share", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent == "IMG_20261115_184257.jpg (Sun, 15 Nov, Kestrel Bay)"
    assert (gallery(on)["history"][-1]["what"], gallery(on)["history"][-1]["photos"]) == ("Shared", ["57"])


STORE = "/storage/emulated/0"


def test_every_photo_is_a_file_that_opens() -> None:
    """What the gallery shows lies in shared storage, and the picture in a file is the photo's."""
    on = phone()
    for item in gallery(on)["photos"]:
        assert on.files.stat(f"{STORE}/{item['path']}") is not None, item["path"]
    with Image.open(io.BytesIO(on.files.read(f"{STORE}/DCIM/Camera/IMG_20261117_080203.jpg"))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1280, 960))


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
    tap(on, "Photo, Today, 09:24", "Add to", "Runs")
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


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(PHOTOS))
def test_every_photo_can_be_drawn_at_its_own_shape(item: Photo) -> None:
    """The picture of a photo has the size that was asked for."""
    wide, high = SIZES[item.shape]
    picture = art(item)
    assert render(picture.kind, picture.seed, 60, 60 * high // wide).size == (60, 60 * high // wide)


@given(st.sampled_from(PHOTOS))
def test_a_photo_is_found_by_its_name_and_opened_among_its_like(item: Photo) -> None:
    """The file name finds exactly that photo, and every place that shows it can step from it."""
    assert [each.id for each in search(State(), item.name)] == [item.id]
    for source in ("", item.folder, f"?{item.name}"):
        assert item in shown_among(State(), source)
