"""Where photos lie: every one is a file of shared storage, which other apps, commands and cables see and change too.

What the gallery knows of a photo (its place, faces, albums) is its own state; whether there is one is the storage's.
"""

import re
import zlib
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.gallery.catalogue import (
    BIN,
    CAMERA,
    DOWNLOADS,
    FOREIGN,
    PHOTOS,
    PICTURES,
    RECEIVED,
    SCREENSHOTS,
    Binned,
    Photo,
)
from adapters.phone.apps.gallery.model import FOREIGN_IDS, State, art, megabytes, newest_first
from adapters.phone.files.bin_names import binned_path
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.preinstalled import PreinstalledFile
from adapters.phone.files.shared_storage import MoveFile, RemoveFile, Storage
from adapters.phone.pictures.decoding import dimensions
from adapters.phone.ui.app import Effect, Screen
from adapters.phone.ui.node import Art, Node

ROOTS = ("DCIM", "Pictures", "Download")
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".gif"})
HIDDEN = re.compile(r"(^|/)\.")
MOST = 16
"""Pictures that came as bytes and are shown, the newest; each must be read to know that it is whole."""
KEPT_DAYS = 30


def bin_path(binned: Binned) -> str:
    """Where a photo lies while it is in the bin."""
    return binned_path(binned.photo.path, datetime.fromisoformat(binned.at), KEPT_DAYS)


def _preinstalled(photo: Photo, path: str) -> PreinstalledFile:
    picture = art(photo)
    drawn = "" if photo.seconds else picture.kind
    return PreinstalledFile(path, photo.at, int(megabytes(photo) * 1e6), art=drawn, seed=picture.seed)


PREINSTALLED = (
    *(_preinstalled(photo, photo.path) for photo in reversed(PHOTOS)),
    *(_preinstalled(binned.photo, bin_path(binned)) for binned in BIN),
)
"""The photos of a phone fresh from reset."""
_OWN = frozenset(file.path for file in PREINSTALLED)


# What is done to photos is done to their files.


def hidden(binned: Binned) -> tuple[Effect, ...]:
    """Into the bin."""
    return (MoveFile(binned.photo.path, bin_path(binned)),) if binned.photo.path else ()


def shown(binned: Binned) -> tuple[Effect, ...]:
    """Out of the bin."""
    return (MoveFile(bin_path(binned), binned.photo.path),) if binned.photo.path else ()


def removed(binned: Binned) -> tuple[Effect, ...]:
    """Gone for good."""
    return (RemoveFile(bin_path(binned)),) if binned.photo.path else ()


# And the other way round.


def synced(state: State, storage: Storage) -> State:
    """The state as the storage has it: without photos whose files are gone, with pictures that came from elsewhere.

    A photo without a path is not a file and stays. Where there is no storage at all nothing changes.
    """
    if not storage.tree.entries:
        return state
    photos = tuple(photo for photo in state.photos if not photo.path or storage.stat(photo.path) is not None)
    known = {photo.path for photo in state.photos}
    back = {
        binned.photo.path: binned.photo
        for binned in state.bin
        if binned.photo.path and storage.stat(binned.photo.path) is not None
    }
    bin_ = tuple(binned for binned in state.bin if not binned.photo.path or storage.stat(bin_path(binned)) is not None)
    more = [photo for path, photo in back.items() if path not in known] + _arrived(storage, known | {*back})
    if not more and len(photos) == len(state.photos) and len(bin_) == len(state.bin):
        return state
    return replace(state, photos=newest_first((*photos, *more)) if more else photos, bin=bin_)


def _arrived(storage: Storage, known: set[str]) -> list[Photo]:
    """Pictures of the folders for pictures that the gallery did not put there."""
    arrived: list[Photo] = []
    bytes_only: list[Item] = []
    for item in (item for root in ROOTS for item in storage.walk(root)):
        if item.folder or item.suffix not in SUFFIXES or item.path in known or HIDDEN.search(item.path):
            continue
        if item.preinstalled is None:
            bytes_only.append(item)
        elif item.preinstalled.art and item.path not in _OWN:
            arrived.append(_photo(item, item.preinstalled.art, item.preinstalled.seed, "wide"))
    bytes_only.sort(key=lambda item: (item.modified, item.path), reverse=True)
    for item in bytes_only[:MOST]:
        size = dimensions(storage.read(item.path))
        if size is not None:
            arrived.append(_photo(item, FOREIGN, _seed(item), _shape(*size)))
    return arrived


def _seed(item: Item) -> int:
    return zlib.crc32(item.path.encode("utf-8", "surrogateescape"))


def _shape(width: int, height: int) -> str:
    ratio = width / height
    bounds = ((0.6, "screen"), (0.9, "tall"), (1.15, "square"), (1.55, "wide"))
    return next((name for most, name in bounds if ratio < most), "pano")


@lru_cache(maxsize=512)
def _photo(item: Item, kind: str, seed: int, shape: str) -> Photo:
    folders = {"DCIM/Camera": CAMERA, "Pictures/Screenshots": SCREENSHOTS, "Pictures/Parlowe": RECEIVED}
    folder = folders.get(item.parent) or (DOWNLOADS if item.path.startswith("Download/") else PICTURES)
    return Photo(
        str(FOREIGN_IDS + 1 + _seed(item) % 900_000_000), item.name,
        item.modified.strftime("%Y-%m-%dT%H:%M"), kind, seed, shape, folder=folder, path=item.path,
    )  # fmt: skip


def changed_state(before: State, now: State, after: State) -> State:
    """What the state remembers after an event: of what came from elsewhere only what was changed or put somewhere."""
    if after is now:
        return before
    mine = {photo.id for photo in before.photos}
    came = {photo.id: photo for photo in now.photos if photo.id not in mine}
    photos = tuple(photo for photo in after.photos if came.get(photo.id) != photo)
    return after if len(photos) == len(after.photos) else replace(after, photos=photos)


def with_bytes(screen: Screen, storage: Storage, photos: tuple[Photo, ...]) -> Screen:
    """The screen with the bytes of pictures that are only known as such."""
    paths = {art(photo): photo.path for photo in photos if photo.kind == FOREIGN}
    if not paths:
        return screen

    def put(node: Node) -> Node:
        path = paths.get(node.art) if node.art is not None else None
        if path is not None:
            node = replace(node, art=Art("file", data=storage.read(path)))
        children = tuple(put(child) for child in node.children)
        return replace(node, children=children) if children != node.children else node

    bottom, overlay = screen.bottom, screen.overlay
    return replace(
        screen,
        body=put(screen.body),
        bottom=put(bottom) if bottom else None,
        overlay=replace(overlay, root=put(overlay.root)) if overlay else None,
    )
