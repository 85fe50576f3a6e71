"""Who is on Framelet, what was posted and said until the morning of 17 November 2026; read from YAML files."""

from adapters.phone.framework.content import content, read_content
from adapters.phone.framework.state_paths import find
from adapters.phone.ui.node import Art

ME = "robin.vale"


@content
class Person:
    """An account. `private` ones show nothing to those who do not follow; `theirs` says that they follow you.

    `picture` is what the account shows instead of a face.
    """

    handle: str
    name: str
    face: int
    bio: str = ""
    followers: int = 0
    follows: int = 0
    private: bool = False
    theirs: bool = False
    verified: bool = False
    picture: str = "avatar"


@content
class News:
    """Something that somebody did which concerns you; `post` is shown small at the right."""

    who: str
    what: str
    at: str
    post: str = ""


@content
class People:
    """All accounts, and what concerns the owner of the phone."""

    people: tuple[Person, ...]
    news: tuple[News, ...]


@content
class Post:
    """A post. `photo` is the kind of its picture, with its `seed`; `crop` its shape."""

    key: str
    author: str
    photo: str
    caption: str
    at: str
    likes: int = 0
    place: str = ""
    tags: tuple[str, ...] = ()
    seed: int = 0
    crop: str = "Square"

    def art(self) -> Art:
        """The picture."""
        return Art(self.photo, self.seed)


@content
class Comment:
    """What somebody wrote below a post; `answers` is the comment that it replies to."""

    id: str
    post: str
    author: str
    text: str
    at: str
    likes: int = 0
    answers: str = ""


@content
class Posts:
    """All posts and comments. `older` has pictures that stand on their authors' pages only."""

    posts: tuple[Post, ...]
    mine: tuple[Post, ...]
    older: dict[str, tuple[str, ...]]
    comments: tuple[Comment, ...]


def _older(handle: str, kinds: tuple[str, ...]) -> tuple[Post, ...]:
    """Posts of October: their times, likes and seeds follow from the account's handle."""
    base = sum(map(ord, handle))
    return tuple(
        Post(
            key=f"{handle}/{i}", author=handle, photo=kind, caption="",
            at=f"2026-10-{29 - 3 * i:02d}T{7 + (base + 5 * i) % 14:02d}:{(base * 7 + 13 * i) % 60:02d}",
            likes=20 + (base * (i + 3)) % 900, seed=base % 90 + 7 * i,
        )
        for i, kind in enumerate(kinds)
    )  # fmt: skip


_PEOPLE = read_content(__package__, "people.yaml", People)
PEOPLE, NEWS = _PEOPLE.people, _PEOPLE.news
_POSTS = read_content(__package__, "posts.yaml", Posts)
POSTS, MINE, COMMENTS = _POSTS.posts, _POSTS.mine, _POSTS.comments
OLDER = tuple(post for handle, kinds in _POSTS.older.items() for post in _older(handle, kinds))


def person(handle: str) -> Person | None:
    """The account with this handle."""
    return find(PEOPLE, handle=handle)


def people_found(query: str) -> tuple[Person, ...]:
    """Accounts by handle or name."""
    wanted = query.strip().casefold().removeprefix("@")
    if not wanted:
        return ()
    return tuple(account for account in PEOPLE if wanted in f"{account.handle}\n{account.name}".casefold())
