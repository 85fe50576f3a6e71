"""Mapwren's places, modes of travel, reviews and past trips, read from content.yaml."""

from adapters.phone.framework.content import Picture, content, read_content


@content
class PlaceKind:
    """A kind of places: the icon and the colour of their pins."""

    glyph: str
    color: str


@content
class Place:
    """A place on the map."""

    key: str
    name: str
    kind: str
    street: str
    stars: int
    """Tenths of stars."""
    ratings: int
    x: int
    y: int
    art: Picture
    hours: tuple[str, str] | tuple[()] = ()
    phone: str = ""
    about: str = ""


@content
class ModeRoute:
    """A route of a mode: by which streets or lines it goes, and what of it can be avoided."""

    via: str
    note: str
    has: tuple[str, ...] = ()


@content
class Mode:
    """A mode of travel: metres per minute, minutes before it starts, its routes and the steps of all of them."""

    glyph: str
    speed: float
    routes: tuple[ModeRoute, ...]
    steps: tuple[str, str, str, str]
    start: int = 0


@content
class Review:
    """What somebody wrote about a place."""

    author: str
    face: int
    stars: int
    when: str
    text: str


@content
class PastTrip:
    """A trip that the user has planned before. `planned` is local time as `2026-11-16T18:42`."""

    origin: str
    target: str
    mode: str
    departure: str
    planned: str
    avoid: tuple[str, ...] = ()


@content
class Content:
    """Everything in content.yaml."""

    kinds: dict[str, PlaceKind]
    modes: dict[str, Mode]
    departures: tuple[str, ...]
    avoid: tuple[str, ...]
    places: tuple[Place, ...]
    reviews: tuple[Review, ...]
    trips: tuple[PastTrip, ...]


_CONTENT = read_content(__package__, "content.yaml", Content)
KINDS, MODES, PLACES, REVIEWS = _CONTENT.kinds, _CONTENT.modes, _CONTENT.places, _CONTENT.reviews
DEPARTURES, AVOID, PAST_TRIPS = _CONTENT.departures, _CONTENT.avoid, _CONTENT.trips
DRIVE = next(iter(MODES))
BY_KEY = {place.key: place for place in PLACES}
BY_NAME = {place.name: place for place in PLACES}
_NO_KIND = PlaceKind("place", "#1A8F5A")


def place_of(key: str) -> Place:
    """Return the place with this key; the first for a key that is none."""
    return BY_KEY.get(key, PLACES[0])


def kind_of(name: str) -> PlaceKind:
    """Return the kind of this name, or a neutral one."""
    return KINDS.get(name, _NO_KIND)


def mode_of(name: str) -> Mode:
    """Return the mode of this name; the first for a name that is none."""
    return MODES.get(name, MODES[DRIVE])


def search_places(query: str) -> tuple[Place, ...]:
    """Return places with every word of the query in name, street, text or kind; none for an empty query."""
    words = query.casefold().split()
    texts = {place: f"{place.name} {place.street} {place.kind} {place.about}".casefold() for place in PLACES}
    return tuple(place for place, text in texts.items() if words and all(word in text for word in words))
