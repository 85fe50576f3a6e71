"""Whom Parlowe knows and what they wrote, read from chats.yaml."""

from adapters.phone.framework.content import content, read_content

ME = "me"
TONES = ("Default tone", "Bell", "Knock", "Silent")


@content
class Person:
    """A contact: the seed of the picture, and a line about themselves."""

    name: str
    picture: int
    about: str


@content
class Message:
    """A message of text, or of a picture. `sender` is `me` or a person's name; `time` is as `2026-11-17T09:12`."""

    sender: str
    text: str = ""
    time: str = ""
    photo: str = ""
    """The kind of picture that it shows instead of text."""


@content
class Chat:
    """A conversation. `muted` is empty or the duration that was chosen, `tone` the sound of its notifications."""

    id: str
    name: str
    group: bool = False
    muted: str = ""
    tone: str = TONES[0]
    messages: tuple[Message, ...] = ()
    unread: int = 0


@content
class Content:
    """Everything that is there after a reset."""

    people: tuple[Person, ...]
    online: tuple[str, ...]
    """The chats whose person is online, by their ids."""
    chats: tuple[Chat, ...]


_CONTENT = read_content(__package__, "chats.yaml", Content)
PEOPLE = {person.name: person for person in _CONTENT.people}
CHATS, ONLINE = _CONTENT.chats, _CONTENT.online
