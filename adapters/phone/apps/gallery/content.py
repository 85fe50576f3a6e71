"""What lies in the gallery on the morning of 17 November 2026."""

from __future__ import annotations

from adapters.phone.apps.gallery.shots import (
    CAMERA,
    DOWNLOADS,
    FOLDERS,
    RECEIVED,
    SCREENSHOTS,
    Album,
    Binned,
    Edit,
    Photo,
    Record,
)

NOOR, SAM, MIRA, JOSE, XIAOYU, HANNE, ADA = (
    "Noor Haddad", "Sam Lindqvist", "Mira Okonedo", "José Arriaga", "林晓雨", "Hanne Vold", "Ada Vale",
)  # fmt: skip
PEOPLE = ((NOOR, 17), (SAM, 9), (MIRA, 14), (XIAOYU, 59), (JOSE, 48), (HANNE, 38), (ADA, 22))
"""Who is known by face, and the seed of that face."""

_PREFIX = {CAMERA: "IMG", SCREENSHOTS: "Screenshot", DOWNLOADS: "download", RECEIVED: "PW"}


def _p(
    key: int, at: str, kind: str, shape: str = "wide", place: str = "", people: tuple[str, ...] = (), tags: str = "",
    folder: str = CAMERA, **more: object,
) -> Photo:  # fmt: skip
    """A photo whose name and seed follow from the rest."""
    seconds = more.get("seconds")
    prefix = "VID" if seconds else _PREFIX[folder]
    digits = at.replace("-", "").replace("T", "_").replace(":", "")
    ending = "mp4" if seconds else "png" if folder == SCREENSHOTS else "jpg"
    name = str(more.pop("name", f"{prefix}_{digits}{key % 60:02d}.{ending}"))
    seed = int(str(more.pop("seed", key * 7 + 3)))
    path = f"{FOLDERS[folder]}/{name}"
    return Photo(
        str(key), name, at, kind, seed, shape, place, people, tags, folder, path=path, **more,  # type: ignore[arg-type]
    )  # fmt: skip


HOME, PARK, BAY, DYE, YARD = "Ferry Street", "Quarry Park", "Kestrel Bay", "Old Dye Works", "Noodle Yard"

PHOTOS = (
    _p(64, "2026-11-17T08:51", "photo:original:cat", "tall", HOME, tags="cat window", favourite=True),
    _p(63, "2026-11-17T08:02", "food:latte", "square", "Glasshouse Café", tags="coffee"),
    _p(62, "2026-11-17T07:40", "photo:dusk:bridge", "wide", "Alder River", tags="bridge sunrise"),
    _p(61, "2026-11-16T22:14", "screen", "screen", tags="timetable", folder=SCREENSHOTS),
    _p(60, "2026-11-16T19:36", "food:ramen", "wide", YARD, (NOOR,), "dinner noodles"),
    _p(59, "2026-11-16T19:31", "food:sushi", "wide", YARD, (NOOR,), "dinner"),
    _p(58, "2026-11-16T13:05", "board", "wide", "Harbour House", tags="whiteboard work",
       caption="Budget, first reading"),
    _p(57, "2026-11-15T18:42", "land:dusk:sea", "wide", BAY, (NOOR, JOSE), "boat sunset", favourite=True,
       edit=Edit(light=60)),
    _p(56, "2026-11-15T18:40", "land:dusk:sea", "tall", BAY, (JOSE,), "boat sunset"),
    _p(55, "2026-11-15T16:22", "photo:original:lighthouse", "tall", BAY, tags="lighthouse"),
    _p(54, "2026-11-15T16:20", "photo:original:lighthouse", "wide", BAY, tags="lighthouse"),
    _p(53, "2026-11-15T15:48", "land:day:sea", "pano", BAY, (NOOR,), "pier", seconds=42),
    _p(52, "2026-11-15T14:10", "food:taco", "square", BAY, tags="lunch"),
    _p(51, "2026-11-15T11:02", "press:tram", "wide", "Alder Cross", tags="tram"),
    _p(50, "2026-11-14T20:15", "press:stage", "wide", "Railyard Cinema", (MIRA, XIAOYU), "concert stage"),
    _p(49, "2026-11-14T20:02", "press:stage", "pano", "Railyard Cinema", (MIRA,), "concert stage", seconds=73),
    _p(48, "2026-11-14T17:30", "photo:original:bike", "wide", DYE, tags="bicycle wall"),
    _p(47, "2026-11-14T12:20", "photo:original:books", "tall", "City Library", (SAM,), "books shelf"),
    _p(46, "2026-11-13T18:05", "paper", "tall", HOME, tags="receipt", caption="Larderly, for the refund"),
    _p(45, "2026-11-13T09:12", "land:mist:forest", "wide", PARK, (HANNE,), "fog run"),
    _p(44, "2026-11-13T09:10", "land:mist:hills", "wide", PARK, (HANNE,), "fog run"),
    _p(43, "2026-11-12T21:47", "screen", "screen", tags="order", folder=SCREENSHOTS),
    _p(42, "2026-11-12T19:20", "food:pizza", "square", HOME, (XIAOYU,), "dinner"),
    _p(41, "2026-11-12T15:33", "photo:original:plants", "tall", HOME, tags="balcony plants"),
    _p(40, "2026-11-11T10:18", "press:pots", "wide", "Quarry School", tags="pottery glaze", favourite=True),
    _p(39, "2026-11-11T10:15", "press:pots", "square", "Quarry School", tags="pottery"),
    _p(38, "2026-11-10T20:11", "avatar", "tall", "", (ADA,), "video call", folder=RECEIVED, seed=22,
       caption="外婆生日快乐"),
    _p(37, "2026-11-10T12:31", "food:salad", "wide", HOME, tags="lunch"),
    _p(36, "2026-11-09T17:58", "photo:original:bridge", "wide", "Alder River", tags="bridge evening"),
    _p(35, "2026-11-09T17:55", "photo:original:bridge", "tall", "Alder River", tags="bridge evening"),
    _p(34, "2026-11-08T13:44", "land:gold:hills", "pano", PARK, (HANNE, NOOR), "autumn hills", favourite=True),
    _p(33, "2026-11-08T13:20", "land:gold:forest", "wide", PARK, (HANNE,), "autumn forest"),
    _p(32, "2026-11-08T13:02", "land:gold:forest", "tall", PARK, tags="autumn forest", seconds=11),
    _p(31, "2026-11-07T11:26", "food:croissant", "square", "Glasshouse Café", tags="breakfast"),
    _p(30, "2026-11-06T18:20", "photo:ember:door", "tall", "Lantern Row", tags="door"),
    _p(29, "2026-11-06T18:12", "photo:original:door", "tall", "Lantern Row", tags="door"),
    _p(28, "2026-11-05T21:03", "screen", "screen", tags="chat", folder=SCREENSHOTS),
    _p(27, "2026-11-04T19:40", "cover", "square", tags="poster concert", folder=DOWNLOADS,
       name="slow-tides-tour-poster-final-v3.jpg"),
    _p(26, "2026-11-03T08:55", "map", "wide", tags="map route", folder=DOWNLOADS, name="kestrel-bay-paths.jpg"),
    _p(25, "2026-11-01T15:09", "land:day:peaks", "wide", "Founders' Ridge", (MIRA,), "mountain snow"),
    _p(24, "2026-11-01T14:51", "land:day:peaks", "pano", "Founders' Ridge", (MIRA, SAM), "mountain snow"),
    _p(23, "2026-10-31T20:30", "land:night:city", "wide", "Port Meridian", tags="night roofs"),
    _p(22, "2026-10-29T12:12", "food:curry", "wide", YARD, (SAM,), "lunch"),
    _p(21, "2026-10-27T17:40", "photo:fjord:bike", "wide", "Mill Lane", tags="bicycle"),
    _p(20, "2026-10-25T16:02", "food:cake", "square", "77 Orchard Hill", (ADA,), "birthday cake", favourite=True),
    _p(19, "2026-10-25T15:48", "avatar", "wide", "77 Orchard Hill", (ADA,), "birthday", seed=22),
    _p(18, "2026-10-22T07:31", "land:dawn:hills", "wide", PARK, (HANNE,), "sunrise run"),
    _p(17, "2026-10-18T14:26", "photo:original:cat", "wide", HOME, tags="cat window"),
    _p(16, "2026-10-16T19:15", "paper", "tall", tags="receipt ticket", folder=RECEIVED,
       name="火车票_1016.jpg"),
    _p(15, "2026-10-11T13:33", "land:gold:peaks", "wide", "Founders' Ridge", tags="mountain autumn"),
    _p(14, "2026-10-04T10:20", "food:donut", "square", "Lantern Square", (XIAOYU,), "market"),
    _p(13, "2026-09-27T18:44", "land:gold:sea", "wide", BAY, (NOOR,), "beach summer"),
    _p(12, "2026-09-27T18:40", "land:gold:sea", "pano", BAY, tags="beach summer", seconds=25),
    _p(11, "2026-09-26T12:05", "food:poke", "wide", BAY, (NOOR, JOSE), "lunch"),
    _p(10, "2026-09-20T16:16", "photo:original:plants", "wide", HOME, tags="balcony plants tomatoes"),
    _p(9, "2026-09-12T11:11", "press:pitch", "wide", PARK, tags="football"),
    _p(8, "2026-09-05T21:40", "land:night:sea", "wide", "Port Meridian", tags="night harbour"),
)  # fmt: skip

BIN = (
    Binned(_p(7, "2026-11-14T17:29", "photo:original:bike", "wide", DYE, tags="bicycle wall", seed=340),
           "2026-11-14T17:35"),
    Binned(_p(6, "2026-11-15T18:39", "land:dusk:sea", "wide", BAY, tags="blurred", seed=77), "2026-11-15T20:02",
           ("Kestrel Bay",)),
    Binned(_p(5, "2026-11-10T09:00", "screen", "screen", tags="code", folder=SCREENSHOTS, seed=91),
           "2026-11-16T08:20"),
)  # fmt: skip

ALBUMS = (
    Album("Kestrel Bay", ("57", "56", "55", "54", "53", "13", "12", "11")),
    Album("Food worth copying", ("60", "59", "42", "37", "31", "22")),
    Album("Pottery, evening class", ("40", "39")),
    Album("家人", ("38", "20", "19")),
    Album("Runs", ("45", "44", "33", "18")),
)

HISTORY = (
    Record("GA-2207", "2026-11-12T22:10", "Album created", ("40", "39"), ("IMG_20261111_101840.jpg",
           "IMG_20261111_101539.jpg"), "Pottery, evening class"),
    Record("GA-2208", "2026-11-14T17:35", "Deleted", ("7",), ("IMG_20261114_172907.jpg",)),
    Record("GA-2209", "2026-11-15T20:02", "Deleted", ("6",), ("IMG_20261115_183906.jpg",)),
    Record("GA-2210", "2026-11-15T20:30", "Edited", ("57",), ("IMG_20261115_184257.jpg",), edit=Edit(light=60)),
    Record("GA-2211", "2026-11-16T08:20", "Deleted", ("5",), ("Screenshot_20261110_090005.png",)),
)  # fmt: skip
FIRST_NUMBER = 2207

FINDER = (
    ("photo:original:cat", "cat window"),
    ("food:latte", "coffee"),
    ("photo:original:plants", "balcony plants"),
    ("land:day:city", "roofs"),
    ("photo:original:books", "books"),
    ("food:cookie", "breakfast"),
)
"""What the camera sees, one after the other."""
