"""What several of Parlowe's screens show."""

from adapters.phone.apps.parlowe.content import PEOPLE, Chat
from adapters.phone.ui import widgets as w
from adapters.phone.ui.node import Node


def face(chat: Chat, size: float = 48) -> Node:
    """A person's picture, or a disc for a group."""
    if chat.group or chat.name not in PEOPLE:
        return w.disc("groups" if chat.group else "person", size)
    return w.avatar(PEOPLE[chat.name].picture, size)
