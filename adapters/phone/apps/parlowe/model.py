"""Parlowe's state: chats with their messages, as plain data."""

from dataclasses import dataclass, replace

from adapters.phone.apps.parlowe.content import CHATS, ME, Chat, Message
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import find, with_item
from adapters.phone.ui.app import View

MUTE_FOR = ("1 hour", "8 hours", "1 week", "Always")
ADDRESS_MARK = "Pickup at "


@dataclass(frozen=True, slots=True)
class Share:
    """What is chosen for the shared text `text`; an empty `chat` stands for the most recent one."""

    text: str = ""
    chat: str = ""
    address: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and typing, not to the conversations.

    `input` is being typed into the chat `typing`; `mute` is picked in the dialog; `read` holds chats that were opened.
    """

    input: str = ""
    typing: str = ""
    mute: str = MUTE_FOR[0]
    read: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Parlowe remembers."""

    chats: tuple[Chat, ...] = CHATS
    share: Share = Share()
    ui: Ui = Ui()


def latest(chat: Chat) -> str:
    """The time of the last message; empty without messages."""
    return max((message.time for message in chat.messages), default="")


def recent(state: State) -> tuple[Chat, ...]:
    """Chats, the most recent first; of two equally recent ones the earlier of the list."""
    return tuple(sorted(state.chats, key=latest, reverse=True))


def chat_of(state: State, key: str) -> Chat:
    """The chat with this id; the most recent one (or an empty one) if there is none."""
    return find(state.chats, id=key) or next(iter(recent(state)), Chat("", ""))


def unread(state: State, chat: Chat) -> int:
    """How many messages were not seen yet."""
    return 0 if chat.id in state.ui.read else chat.unread


def opened(state: State, key: str) -> State:
    """The state with a chat read and its input empty."""
    seen = state.ui.read if key in state.ui.read or not chat_of(state, key).unread else (*state.ui.read, key)
    return replace(state, ui=replace(state.ui, read=seen, input="", typing=""))


def with_message(state: State, key: str, text: str, view: View) -> State:
    """The state with a message of one's own at the end of a chat."""
    message = Message(ME, text, view.now.strftime(TIME_FORMAT))
    messages = (*chat_of(state, key).messages, message)
    return replace(state, chats=with_item(state.chats, lambda chat: chat.id == key, messages=messages))


def typed(state: State, chat: Chat) -> str:
    """What stands in the input of a chat."""
    return state.ui.input if state.ui.typing == chat.id else ""


def share_for(state: State, text: str) -> Share:
    """What is chosen for this text: the most recent chat and no address until something is picked."""
    chosen = state.share if state.share.text == text else Share(text)
    return chosen if chosen.chat else replace(chosen, chat=chat_of(state, "").id)


def has_address(text: str) -> bool:
    """Whether a line of the text tells where to pick something up."""
    return any(line.startswith(ADDRESS_MARK) for line in text.splitlines())


def outgoing(share: Share) -> str:
    """The text as it is sent: the address line only if it was asked for."""
    return "\n".join(line for line in share.text.splitlines() if share.address or not line.startswith(ADDRESS_MARK))
