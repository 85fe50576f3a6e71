"""The pieces that Postquill's pages share: faces, times, a mail as a row, labels, attachments as tags."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.postquill.letters import DRAFTS, LABELS, ME, SCHEDULED, SENDERS, SENT, SNOOZED, File, Mail
from adapters.phone.apps.postquill.model import State, conversation, person, thread_of
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Art, Node, ev, node

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
OWN_FACE = 21
DISCS = ("#546E7A", "#8D6E63", "#00796B", "#5C6BC0", "#AD1457", "#6A1B9A")
GLYPHS = {
    "pdf": ("picture_as_pdf", "#C62828"), "xlsx": ("table_chart", "#1E8449"), "docx": ("description", "#1F5FBF"),
    "jpg": ("image", "#7A3E9D"),
}  # fmt: skip
"""File ending to its glyph and colour."""


def face(name: str, size: float = 44) -> Node:
    """Somebody's picture; a letter on a disc for those who have none."""
    known = person(name)
    if known is not None or name == ME:
        return w.avatar(known.face if known else OWN_FACE, size)
    color = SENDERS[name][1] if name in SENDERS else DISCS[sum(map(ord, name)) % len(DISCS)]
    letter = w.text(
        name[:1].upper(), f"{size * 0.42:.0f},{size * 0.55:.0f},Medium,0", "#FFFFFF", place=("center", "center")
    )
    return node("stack", letter, width=size, height=size, radius=size / 2, bg=color)


def glyph(file: File) -> tuple[str, str]:
    """Icon and colour of a file's kind."""
    return GLYPHS.get(file.name.rpartition(".")[2].casefold(), ("insert_drive_file", "#546478"))


def moment(stamp: str, now: datetime) -> str:
    """`08:52` today, `Yesterday`, else `14 Nov`; with the hour where it lies ahead."""
    if not stamp:
        return ""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days == 0:
        return f"{then:%H:%M}"
    if days < 0:
        return f"{DAYS[then.weekday()]} {then:%H:%M}" if days > -7 else f"{then.day} {then:%b %H:%M}"
    return "Yesterday" if days == 1 else f"{then.day} {then:%b}"


def exact(stamp: str) -> str:
    """`Mon, 16 Nov, 18:12`."""
    then = datetime.fromisoformat(stamp)
    return f"{DAYS[then.weekday()]}, {then.day} {then:%b, %H:%M}"


def section_of(stamp: str, now: datetime) -> str:
    """Under which head a mail stands in a list."""
    days = (now.date() - datetime.fromisoformat(stamp).date()).days
    return "Today" if days <= 0 else "Yesterday" if days == 1 else "This week" if days < 7 else "Earlier"


def first_name(name: str) -> str:
    """What somebody is called where room is short."""
    return "me" if name == ME else name.split()[0] if person(name) and not name.startswith("Dr.") else name


def names(state: State, mail: Mail) -> str:
    """Who stands in a row: the writers of the conversation, or whom a mail of one's own goes to."""
    if mail.folder in (SENT, SCHEDULED, DRAFTS):
        return "To: " + (", ".join((*mail.to, *mail.cc)) or "nobody yet")
    mails = conversation(state, thread_of(mail))
    writers = list(dict.fromkeys(one.sender for one in mails)) or [mail.sender]
    return writers[0] if len(writers) == 1 else ", ".join(map(first_name, writers))


def snippet(mail: Mail) -> str:
    """The beginning of the text in one line."""
    return " ".join(mail.body.split()) or "No text"


def label_tag(name: str) -> Node:
    """A label as a small tag in its colour."""
    return w.text(
        name, "11,16,Medium,0.2", "#FFFFFF", bg=LABELS.get(name, "#546478"), radius=6, pad=(7, 1, 7, 1), lines=1,
        height=18, id="label",
    )  # fmt: skip


def file_tag(file: File) -> Node:
    """An attachment as an outlined tag with its kind's glyph."""
    icon, color = glyph(file)
    return node(
        "row", w.icon(icon, 15, color), w.text(file.name, "labelM", "on_surface_variant", lines=1, id="file_name"),
        height=28, radius=14, outline="outline_variant", pad=(9, 0, 11, 0), gap=6, align="center", max_width=190,
    )  # fmt: skip


def mail_row(state: State, mail: Mail, view: View) -> Node:
    """A conversation in a list: who, what about, how it begins; starred at its right."""
    draft = mail.folder == DRAFTS
    count = 1 if draft else len(conversation(state, thread_of(mail)))
    title = "Draft" if draft else names(state, mail)
    at = moment(mail.snoozed or mail.scheduled or mail.time, view.now)
    return _row(mail, title, count, at)


@lru_cache(maxsize=1024)
def _row(mail: Mail, title: str, count: int, at: str) -> Node:
    """The row, made once for each of its faces: lists show the same ones again and again."""
    fresh, draft = mail.unread, mail.folder == DRAFTS
    who = mail.to[0] if mail.sender == ME and mail.to else mail.sender
    weight = "Bold" if fresh else "Regular"
    many = w.text(str(count), "labelM", "on_surface_variant", id="count") if count > 1 else None
    name = w.text(title, f"16,22,{weight},0.1", "error" if draft else "on_surface", lines=1, id="sender")
    body = node(
        "column",
        node("row", name, many, gap=6, align="center"),
        w.text(mail.subject or "(no subject)", f"14,20,{weight},0.1", lines=1, id="subject"),
        w.text(snippet(mail), "14,20,Regular,0.1", "on_surface_variant", lines=1, id="snippet"),
        _tags(mail),
        grow=1,
    )  # fmt: skip
    waits = bool(mail.snoozed or mail.scheduled)
    clock = w.text(
        at, f"12,18,{weight},0.1", "tertiary" if waits else "primary" if fresh else "on_surface_variant", id="time",
        pad=(0, 2, 8, 0), lines=1,
    )  # fmt: skip
    side = node("column", clock, None if draft else _star(mail), align="end", width=68)
    return node(
        "row", face(who), body, side,
        on=ev("resume", key=mail.id) if draft else ev("open", thread=thread_of(mail)),
        id="row_mail", cls=w.GROUP, width="fill", pad=(14, 10, 8, 10), gap=12, align="start",
    )  # fmt: skip


def _tags(mail: Mail) -> Node | None:
    tags = [label_tag(name) for name in mail.labels]
    if mail.folder == SNOOZED:
        tags.insert(0, w.icon("schedule", 16, "tertiary", desc="Snoozed"))
    shown = mail.files[:1]
    more = w.text(f"+{len(mail.files) - 1}", "labelM", "on_surface_variant") if len(mail.files) > 1 else None
    row = [node("row", [file_tag(one) for one in shown], more, gap=6, align="center")] if shown else []
    lines = [node("row", tags, gap=6, align="center", pad=(0, 4, 0, 0)) if tags else None,
             *(one.styled(pad=(0, 6, 0, 0)) for one in row)]  # fmt: skip
    return node("column", lines) if tags or row else None


def _star(mail: Mail) -> Node:
    on = mail.starred
    return node(
        "icon_button", icon="star" if on else "star_border", desc="Remove star" if on else "Add star",
        on=ev("star", key=mail.id), id="star", selected=on, color="star" if on else "outline", width=44, height=40,
        size=22,
    )  # fmt: skip


def picture(file: File, wide: float | str, high: float, radius: float | tuple[float, float, float, float] = 12) -> Node:
    """What a file shows: its picture, or its kind's glyph on a tint."""
    if file.art:
        return node("image", art=Art(file.art, file.seed), desc=file.name, width=wide, height=high, radius=radius,
                    id="photo")  # fmt: skip
    icon, color = glyph(file)
    return node("stack", w.icon(icon, 34, color, place=("center", "center")), width=wide, height=high, radius=radius,
                bg="container")  # fmt: skip
