"""What a photo and an album are, and what is there on the morning of 17 November 2026 (gallery.yaml)."""

from dataclasses import replace

from adapters.phone.framework.content import content, read_content

CAMERA, SCREENSHOTS, DOWNLOADS, RECEIVED, PICTURES = "Camera", "Screenshots", "Downloads", "Parlowe", "Pictures"
FOLDERS = {
    CAMERA: "DCIM/Camera",
    SCREENSHOTS: "Pictures/Screenshots",
    DOWNLOADS: "Download",
    RECEIVED: "Pictures/Parlowe",
    PICTURES: "Pictures",
}
"""What the gallery calls a folder of shared storage, and its path there."""
FOREIGN = "file"
"""The kind of a picture that is only known as bytes."""
FIRST_NUMBER = 2207


@content
class Photo:
    """A picture or, with `seconds`, a video. `at` is `2026-11-15T18:42` on the phone's clock."""

    id: str
    name: str
    at: str
    kind: str
    """What it shows, as `adapters.phone.pictures.art` names it."""
    seed: int
    shape: str = "wide"
    place: str = ""
    people: tuple[str, ...] = ()
    tags: str = ""
    folder: str = CAMERA
    seconds: int = 0
    favourite: bool = False
    caption: str = ""
    path: str = ""
    """Its file in shared storage, such as `DCIM/Camera/IMG_20261117_080203.jpg`; empty: it is none."""


@content
class Album:
    """An album of the owner: the ids of its photos, in the order in which they were added."""

    name: str
    photos: tuple[str, ...] = ()


@content
class Binned:
    """A photo in the bin, and the albums that it left."""

    photo: Photo
    at: str
    albums: tuple[str, ...] = ()


@content
class Record:
    """Something that was done with photos, by their ids."""

    number: str
    at: str
    what: str
    photos: tuple[str, ...]
    names: tuple[str, ...] = ()
    album: str = ""


@content
class Content:
    """All that lies in the gallery."""

    people: dict[str, int]
    photos: tuple[Photo, ...]
    bin: tuple[Binned, ...]
    albums: tuple[Album, ...]
    history: tuple[Record, ...]


def _with_path(photo: Photo) -> Photo:
    return replace(photo, path=f"{FOLDERS[photo.folder]}/{photo.name}")


_CONTENT = read_content(__package__, "gallery.yaml", Content)
PEOPLE, ALBUMS, HISTORY = _CONTENT.people, _CONTENT.albums, _CONTENT.history
PHOTOS = tuple(map(_with_path, _CONTENT.photos))
BIN = tuple(replace(binned, photo=_with_path(binned.photo)) for binned in _CONTENT.bin)
