"""What several of Postquill's pages show: faces, times, a mail as a row, labels, attachments."""

from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.postquill.content import DRAFTS, LABELS, ME, SCHEDULED, SENDERS, SENT, SNOOZED, File, Mail
from adapters.phone.apps.postquill.model import State, conversation, person, thread_of
from adapters.phone.components.boxes import words
from adapters.phone.components.buttons import reaction
from adapters.phone.components.text_styles import modifier, text_style
from adapters.phone.framework.actions import switch_to, toggle
from adapters.phone.framework.dates import DAYS, days_ago
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

OWN_FACE = 21
DISCS = ("#546E7A", "#8D6E63", "#00796B", "#5C6BC0", "#AD1457", "#6A1B9A")
GLYPHS = {
    "pdf": ("picture_as_pdf", "#C62828"), "xlsx": ("table_chart", "#1E8449"), "docx": ("description", "#1F5FBF"),
    "jpg": ("image", "#7A3E9D"),
}  # fmt: skip
"""File ending to its icon and colour."""

note = text_style("bodyM", "on_surface_variant")
small = text_style("bodyS", "on_surface_variant")


def main_pages(chosen: str) -> Node:
    """The bottom navigation of the three main pages."""
    pages = (
        ("nav_mail", "mail" if chosen == "Mail" else "mail_outline", "Mail", switch_to("inbox")),
        ("nav_files", "folder_open", "Files", switch_to("files")),
        ("nav_people", "people" if chosen == "People" else "people_outline", "People", switch_to("people")),
    )
    return w.nav_bar(pages, chosen)


def edit(draft: Mail, field: str | None) -> Ev:
    """Open the writing page for a draft, with the cursor in a field."""
    return ev("edit_draft", draft=draft, field=field)


def face(name: str, size: float = 44) -> Node:
    """Somebody's picture; a letter on a disc for those who have none."""
    known = person(name)
    if known is not None or name == ME:
        return w.avatar(known.face if known else OWN_FACE, size)
    color = SENDERS[name] if name in SENDERS else DISCS[sum(map(ord, name)) % len(DISCS)]
    style = f"{size * 0.42:.0f},{size * 0.55:.0f},Medium,0"
    letter = w.text(name[:1].upper(), style, "#FFFFFF", place=("center", "center"))
    return node("stack", letter, width=size, height=size, radius=size / 2, bg=color)


def file_icon(file: File, size: float) -> Node:
    """The icon of a file's kind, in its colour."""
    glyph, color = GLYPHS.get(file.name.rpartition(".")[2].casefold(), ("insert_drive_file", "#546478"))
    return w.icon(glyph, size, color)


def short_time(time: str, now: datetime) -> str:
    """`08:52` today, `Yesterday`, else `14 Nov`; with the hour where it lies ahead."""
    moment, days = datetime.fromisoformat(time), days_ago(time, now)
    if days == 0:
        return f"{moment:%H:%M}"
    if days < 0:
        return f"{DAYS[moment.weekday()]} {moment:%H:%M}" if days > -7 else f"{moment.day} {moment:%b %H:%M}"
    return "Yesterday" if days == 1 else f"{moment.day} {moment:%b}"


def exact_time(time: str) -> str:
    """`Mon, 16 Nov, 18:12`."""
    moment = datetime.fromisoformat(time)
    return f"{DAYS[moment.weekday()]}, {moment.day} {moment:%b, %H:%M}"


def first_name(name: str) -> str:
    """A name where room is short."""
    return "me" if name == ME else name.split()[0] if person(name) and not name.startswith("Dr.") else name


def preview(mail: Mail) -> str:
    """The beginning of the text in one line."""
    return " ".join(mail.body.split()) or "No text"


def label_tag(name: str) -> Node:
    """A label as a small tag in its colour."""
    return w.text(
        name, "11,16,Medium,0.2", "#FFFFFF", bg=LABELS.get(name, "#546478"), radius=6, pad=(7, 1, 7, 1), lines=1,
        height=18, id="label",
    )  # fmt: skip


def star_button(mail: Mail) -> Node:
    """The button that gives a mail a star, or takes it."""
    return reaction(
        mail.starred, ("star", "star_border"), ("Remove star", "Add star"), toggle(f"mails[id={mail.id}].starred"),
        rid="star", tint="star", ink="outline",
    )  # fmt: skip


def mail_row(state: State, mail: Mail, view: View) -> Node:
    """A conversation in a list: who, what about, how it begins; starred at its right."""
    draft = mail.folder == DRAFTS
    count = 1 if draft else len(conversation(state, thread_of(mail)))
    title = "Draft" if draft else _names(state, mail)
    return _row(mail, title, count, short_time(mail.snoozed or mail.scheduled or mail.time, view.now))


def _names(state: State, mail: Mail) -> str:
    """The writers of the conversation, or the recipients of a mail of one's own."""
    if mail.folder in (SENT, SCHEDULED, DRAFTS):
        return "To: " + (", ".join((*mail.to, *mail.cc)) or "nobody yet")
    mails = conversation(state, thread_of(mail))
    writers = list(dict.fromkeys(each.sender for each in mails)) or [mail.sender]
    return writers[0] if len(writers) == 1 else ", ".join(map(first_name, writers))


@lru_cache(maxsize=1024)
def _row(mail: Mail, title: str, count: int, time: str) -> Node:
    """The row, made once for each of its faces: lists show the same ones again and again."""
    draft, weight = mail.folder == DRAFTS, "Bold" if mail.unread else "Regular"
    size = w.text(str(count), "labelM", "on_surface_variant", id="count") if count > 1 else None
    name = w.text(title, f"16,22,{weight},0.1", "error" if draft else "on_surface", lines=1, id="sender")
    texts = words(
        node("row", name, size, gap=6, align="center"),
        w.text(mail.subject or "(no subject)", f"14,20,{weight},0.1", lines=1, id="subject"),
        w.text(preview(mail), "14,20,Regular,0.1", "on_surface_variant", lines=1, id="snippet"),
        _tags(mail),
    )
    color = "primary" if mail.unread else "on_surface_variant"
    waits = bool(mail.snoozed or mail.scheduled)
    clock = w.text(time, f"12,18,{weight},0.1", "tertiary" if waits else color, id="time", pad=(0, 2, 8, 0), lines=1)
    star = replace(star_button(mail).styled(width=44, height=40, size=22), selected=mail.starred)
    return node(
        "row",
        face(mail.to[0] if mail.sender == ME and mail.to else mail.sender),
        texts,
        node("column", clock, None if draft else star, align="end", width=68),
        on=edit(mail, None) if draft else ev("open_thread", thread=thread_of(mail)),
        id="row_mail", cls=w.GROUP, width="fill", pad=(14, 10, 8, 10), gap=12, align="start",
    )  # fmt: skip


def _tags(mail: Mail) -> Node | None:
    """Labels and the first attachment of a mail, with the count of the others."""
    tags = [label_tag(name) for name in mail.labels]
    if mail.folder == SNOOZED:
        tags.insert(0, w.icon("schedule", 16, "tertiary", desc="Snoozed"))
    if not tags and not mail.files:
        return None
    return node(
        "column",
        node("row", tags, gap=6, align="center", pad=(0, 4, 0, 0)) if tags else None,
        _file_tags(mail.files) if mail.files else None,
    )


def _file_tags(files: tuple[File, ...]) -> Node:
    first = node(
        "row", file_icon(files[0], 15),
        w.text(files[0].name, "labelM", "on_surface_variant", lines=1, id="file_name"),
        height=28, radius=14, outline="outline_variant", pad=(9, 0, 11, 0), gap=6, align="center", max_width=190,
    )  # fmt: skip
    more = w.text(f"+{len(files) - 1}", "labelM", "on_surface_variant") if len(files) > 1 else None
    return node("row", first, more, gap=6, align="center", pad=(0, 6, 0, 0))


def picture(file: File, height: float, radius: float) -> Node:
    """What a file shows in the upper part of its card: its picture, or the icon of its kind on a tint."""
    look = modifier(width="fill", height=height, radius=(radius, radius, 0, 0))
    if file.art:
        return node("image", art=Art(file.art, file.seed), desc=file.name, id="photo", **look)
    return node("stack", file_icon(file, 34).styled(place=("center", "center")), bg="container", **look)
