"""Oakthread's groves, who writes in them, and what was asked and answered; read from YAML files."""

from adapters.phone.framework.content import Picture, content, read_content
from adapters.phone.framework.state_paths import find

KINDS = ("Discussion", "Question", "Offer", "Event")


@content
class Grove:
    """A room. `ground` and `ink` are the colours of its mark; members are counted without the owner of the phone."""

    key: str
    name: str
    about: str
    members: int
    glyph: str
    ground: str
    ink: str
    picture: str = "land:dawn:hills"


@content
class Owner:
    """The owner of the phone; `acorns` are what votes have brought."""

    handle: str
    name: str
    face: int
    about: str
    acorns: int
    since: str


@content
class News:
    """Something that concerns the owner of the phone."""

    who: str
    what: str
    text: str
    at: str
    thread: str = ""


@content
class Groves:
    """All groves, the owner, the pictures of other people, and the news."""

    groves: tuple[Grove, ...]
    owner: Owner
    faces: dict[str, int]
    news: tuple[News, ...]


@content
class Thread:
    """The first post of a thread."""

    key: str
    grove: str
    author: str
    kind: str
    title: str
    text: str
    at: str
    score: int = 0
    art: Picture | None = None
    locked: bool = False


@content
class Reply:
    """What somebody answered: to the thread, or to the reply `parent`."""

    id: str
    thread: str
    author: str
    text: str
    at: str
    score: int = 0
    parent: str = ""


@content
class Threads:
    """What others began and answered."""

    threads: tuple[Thread, ...]
    replies: tuple[Reply, ...]


_GROVES = read_content(__package__, "groves.yaml", Groves)
GROVES, OWNER = _GROVES.groves, _GROVES.owner
NEWS = tuple(sorted(_GROVES.news, key=lambda news: news.at, reverse=True))
ME = OWNER.handle
FACES = {ME: OWNER.face, **_GROVES.faces}
"""Pictures of people by their handles."""
_THREADS = read_content(__package__, "threads.yaml", Threads)
THREADS, REPLIES = _THREADS.threads, _THREADS.replies


def grove_of(key: str) -> Grove | None:
    """The room with this key."""
    return find(GROVES, key=key)


def grove_name(key: str) -> str:
    """A grove's name; its key if there is none."""
    grove = grove_of(key)
    return grove.name if grove is not None else key
