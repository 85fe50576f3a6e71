"""What Dawnwire prints, who writes for it and what readers say, read from stories.yaml and desk.yaml."""

from adapters.phone.framework.content import Picture, content, read_content
from adapters.phone.framework.state_paths import find


@content
class Story:
    """One article. `published` is local time, `text` has the paragraphs."""

    key: str
    title: str
    section: str
    author: str
    source: str
    published: str
    minutes: int
    art: Picture
    lead: str
    text: tuple[str, ...]
    topics: tuple[str, ...] = ()
    tag: str = ""
    likes: int = 0


@content
class Author:
    """Somebody who writes. `face` seeds the picture."""

    name: str
    beat: str
    about: str
    face: int
    followers: str


@content
class Comment:
    """What a reader says about an article. `parent` is the id of the comment that it answers."""

    id: str
    story: str
    name: str
    text: str
    time: str
    likes: int = 0
    face: int = 0
    parent: str = ""


@content
class Desk:
    """All that is not articles: authors, papers with their colours, topics with the kinds of their pictures."""

    authors: tuple[Author, ...]
    sources: dict[str, str]
    topics: dict[str, str]
    comments: tuple[Comment, ...]


STORIES = read_content(__package__, "stories.yaml", tuple[Story, ...])
_DESK = read_content(__package__, "desk.yaml", Desk)
AUTHORS, SOURCES, TOPICS, COMMENTS = _DESK.authors, _DESK.sources, _DESK.topics, _DESK.comments
FOR_YOU = "For you"
SECTIONS = (FOR_YOU, "World", "City", "Science", "Money", "Sport", "Culture")
_BY_KEY = {story.key: story for story in STORIES}


def story_of(key: str) -> Story | None:
    """The article with this key, if there is one."""
    return _BY_KEY.get(key)


def author_of(name: str) -> Author | None:
    """The author of this name, if there is one."""
    return find(AUTHORS, name=name)


def in_section(section: str) -> tuple[Story, ...]:
    """The articles of a section; "For you" has all of them."""
    return tuple(story for story in STORIES if section in (FOR_YOU, story.section))


def on_topic(topic: str) -> tuple[Story, ...]:
    """The articles that carry a topic."""
    return tuple(story for story in STORIES if topic in story.topics)


def by(author: str) -> tuple[Story, ...]:
    """The articles that somebody wrote."""
    return tuple(story for story in STORIES if story.author == author)


def search(query: str) -> tuple[Story, ...]:
    """Articles with every word of the query in title, lead, text, author or topics; none for an empty query."""
    words = query.casefold().split()
    return tuple(story for story in STORIES if words and all(word in _words(story) for word in words))


def _words(story: Story) -> str:
    return " ".join((story.title, story.lead, story.author, story.section, *story.topics, *story.text)).casefold()
