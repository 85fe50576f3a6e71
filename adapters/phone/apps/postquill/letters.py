"""What a mail is, whom one knows, and the labels and folders that mail lies in: plain data."""

from __future__ import annotations

from dataclasses import dataclass

ME = "Robin Vale"
ACCOUNTS = ("robin.vale@postquill.example", "r.vale@alderpress.example")
"""Sender addresses; the first one is preset."""

INBOX, SNOOZED, SENT, SCHEDULED, DRAFTS, ARCHIVE, BIN = (
    "Inbox", "Snoozed", "Sent", "Scheduled", "Drafts", "Archive", "Bin",
)  # fmt: skip
FOLDERS = (INBOX, SNOOZED, SENT, SCHEDULED, DRAFTS, ARCHIVE, BIN)
LABELS = {"Work": "#4455C7", "Family": "#B3326B", "Travel": "#00796B", "Receipts": "#A65E00", "Photos": "#7A3E9D"}
"""Label to its colour."""

SEND_WHEN = ("Now", "This afternoon, 14:00", "Tomorrow morning, 08:00", "Monday morning, 08:00")


@dataclass(frozen=True, slots=True)
class File:
    """Something attached; `art` names a picture where it is one. `size` reads like `1.8 MB`."""

    name: str
    size: str
    art: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Person:
    """A contact; `face` is the seed of the picture that this person has in every app."""

    name: str
    address: str
    face: int
    about: str


PEOPLE = (
    Person("Noor Haddad", "noor@harbourhouse.example", 17, "Harbour House, programme"),
    Person("Nora Haddon", "nora.haddon@alderpress.example", 63, "Alder Cross Press, proofs"),
    Person("Sam Lindqvist", "sam.lindqvist@citylibrary.example", 9, "City Library, Alder Cross"),
    Person("Sam Lindley", "lindley@quarryschool.example", 71, "Quarry School, evening courses"),
    Person("Mira Okonedo", "mira@okonedo-prints.example", 14, "Prints and drawings"),
    Person("Dr. Amadi", "practice@dr-amadi.example", 18, "Practice on Mill Lane"),
    Person("林晓雨", "xiaoyu.lin@kestrelmail.example", 59, "摄影小组"),
    Person("José Arriaga", "jose@pier5.example", 48, "Boats at Pier 5"),
    Person("Hanne Vold", "hanne.vold@kestrelmail.example", 38, "Family"),
    Person("Tariq Osei", "tariq.osei@alderpress.example", 16, "Alder Cross Press, layout"),
    Person("Bea Kowal", "bea.kowal@kestrelmail.example", 34, "Stairwell 4"),
    Person("Ines Farrow", "i.farrow@harbourauthority.example", 27, "Harbour authority"),
)
"""Some are easily confused, as in any address book."""

SENDERS = {
    "Railfinch": ("tickets@railfinch.example", "#0A3D91"),
    "Bunwright": ("orders@bunwright.example", "#D8432B"),
    "Dawnwire": ("morning@dawnwire.example", "#C62828"),
    "Alder Water": ("service@alderwater.example", "#1E7FA0"),
    "City Library": ("loans@citylibrary.example", "#6D4C41"),
    "Novabasket": ("deals@novabasket.example", "#D95A00"),
    "Seatmint": ("box-office@seatmint.example", "#0F8A66"),
    "Quarry Park Runners": ("news@quarryrunners.example", "#5B7F2B"),
    "Meridian Savings": ("statements@meridiansavings.example", "#37474F"),
    "Larderly": ("hello@larderly.example", "#2F7A33"),
    "Quarry School": ("office@quarryschool.example", "#7A3E9D"),
    "Ferry Line": ("passes@ferryline.example", "#00695C"),
}
"""Those who are nobody's contact: address and colour of the letter in their disc."""
