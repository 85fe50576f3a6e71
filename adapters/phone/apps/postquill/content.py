"""Whom Postquill knows, and what lies in its folders after a reset, read from mails.yaml."""

from collections.abc import Mapping

from adapters.phone.framework.content import content, read_content

ME = "Robin Vale"
ACCOUNTS = ("robin.vale@postquill.example", "r.vale@alderpress.example")
"""Sender addresses; the first one is preset."""
INBOX, SNOOZED, SENT, SCHEDULED, DRAFTS, ARCHIVE, BIN = (
    "Inbox", "Snoozed", "Sent", "Scheduled", "Drafts", "Archive", "Bin",
)  # fmt: skip


@content
class File:
    """An attachment; `art` names a picture where it is one. `size` reads like `1.8 MB`."""

    name: str
    size: str
    art: str = ""
    seed: int = 0


@content
class Mail:
    """One mail. `sender`, `to` and `cc` are names of people where they are known, else addresses.

    `time` is `2026-11-17T08:41`; `snoozed` and `scheduled` are such times or empty. `thread` is shared by a mail and
    its replies. `account` is the address that a mail of one's own is sent from.
    """

    id: str
    sender: str
    subject: str
    body: str
    time: str
    folder: str = INBOX
    to: tuple[str, ...] = (ME,)
    cc: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    unread: bool = False
    starred: bool = False
    files: tuple[File, ...] = ()
    thread: str = ""
    snoozed: str = ""
    account: str = ""
    scheduled: str = ""
    receipt: bool = False
    signature: str = ""


@content
class Person:
    """A contact; `face` is the seed of the picture that this person has in every app."""

    name: str
    address: str
    face: int
    about: str


@content
class Content:
    """Everything that is there after a reset."""

    people: tuple[Person, ...]
    senders: Mapping[str, str]
    """Senders who are nobody's contact, to the colour of the letter in their disc."""
    labels: Mapping[str, str]
    """Label to its colour."""
    mails: tuple[Mail, ...]


CONTENT = read_content(__package__, "mails.yaml", Content)
PEOPLE, SENDERS, LABELS, MAILS = CONTENT.people, CONTENT.senders, CONTENT.labels, CONTENT.mails
