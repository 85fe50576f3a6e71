"""Postquill's files and people."""

from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.postquill import model
from adapters.phone.apps.postquill import parts as p
from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import PEOPLE, File, Mail
from adapters.phone.apps.postquill.model import State, blank, thread_of
from adapters.phone.components.boxes import column
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, ev, node


def _bar(title: str, support: str) -> Node:
    return w.app_bar(title, up=False, style="24,32,Bold,0", support=support)


@app.screen("files", distractor="shows files that can be attached, but attaches none")
def files(state: State, view: View) -> Screen:
    """Everything that came with mail, as tiles."""
    tiles = [_tile(mail, file, view) for mail, file in model.files(state)]
    grid = node("grid", tiles, columns=2, gap=12, width="fill", align="stretch", pad=(16, 8, 16, 8), id="file_grid")
    body = w.page(grid if tiles else w.empty("folder_open", "No files", "What is attached to mail shows up here."))
    return Screen(
        body, top=_bar("Files", f"{len(tiles)} attachments"), bottom=p.main_pages(state, "Files"), title="Files"
    )


def _tile(mail: Mail, file: File, view: View) -> Node:
    texts = node(
        "column",
        w.text(file.name, "labelL", lines=1, id="file_name"),
        p.small(f"{p.first_name(mail.sender)}  ·  {p.short_time(mail.time, view.now)}", lines=1),
        w.text(file.size, "bodyS", "outline", lines=1, id="file_size"),
        pad=(12, 8, 10, 10),
        width="fill",
    )
    return column(
        p.picture(file, 112, 14), texts, on=ev("open_thread", thread=thread_of(mail)), id="row_file", cls=w.GROUP,
        radius=14, bg="lowest", outline="outline_variant",
    )  # fmt: skip


@app.screen("people", distractor="another way to a new mail")
def people(state: State) -> Screen:
    """The contacts, who are written to by a tap."""
    rows: list[Node] = []
    for letter, group in groupby(sorted(PEOPLE, key=lambda person: person.name), key=lambda person: person.name[0]):
        rows.append(w.text(letter, "titleS", "primary", pad=(20, 10, 20, 2)))
        rows += [
            w.row(
                person.name, person.about, on=p.edit(replace(blank(state), to=(person.name,)), "subject"),
                rid="row_person", leading=p.face(person.name, 44), inset=20, height=72,
            )
            for person in group
        ]  # fmt: skip
    top = _bar("People", f"{len(PEOPLE)} contacts")
    return Screen(w.page(rows), top=top, bottom=p.main_pages(state, "People"), title="People")
