"""What was written and called until the morning of 17 November 2026, read from messages.yaml."""

from adapters.phone.framework.content import content, read_content
from adapters.phone.ui.records import INBOX, Call, Sms


@content
class Text:
    """A text message of a conversation; `type` is Android's number."""

    date: str
    body: str
    type: int = INBOX
    read: bool = True


@content
class Conversation:
    """The messages with one number, or with a sender that has a name."""

    address: str
    messages: tuple[Text, ...]


@content
class Content:
    """Everything that is there after a reset; who has which number is in the address book."""

    conversations: tuple[Conversation, ...]
    calls: tuple[Call, ...]


def _by_date(conversations: tuple[Conversation, ...]) -> tuple[Sms, ...]:
    texts = [(text.date, talk.address, text) for talk in conversations for text in talk.messages]
    return tuple(
        Sms(place, address, text.body, date, text.type, text.read)
        for place, (date, address, text) in enumerate(sorted(texts, key=lambda item: item[0]), 1)
    )


_CONTENT = read_content(__package__, "messages.yaml", Content)
MESSAGES, CALLS = _by_date(_CONTENT.conversations), _CONTENT.calls
