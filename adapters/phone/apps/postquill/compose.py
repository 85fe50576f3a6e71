"""The writing page of Postquill, and the small windows over it."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.postquill.letters import ACCOUNTS, SEND_WHEN, Mail
from adapters.phone.apps.postquill.model import SIGNATURE, State, draft_for, files, mail_of, suggestions
from adapters.phone.apps.postquill.rows import face, glyph
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def compose(state: State, place: Route, view: View) -> Screen:
    """From, To, Cc, subject, text, attachments; what will happen on "Send" stands below."""
    draft = draft_for(state, place.get("key", ""))
    name = "Reply" if draft.thread else "Forward" if draft.subject.startswith("Fwd: ") else "New mail"
    cc = state.ui.show_cc or bool(draft.cc)
    who = _people(state, draft, "to", draft.to, state.ui.typed_to, more=not cc)
    copies = _people(state, draft, "cc", draft.cc, state.ui.typed_cc) if cc else None
    subject = node(
        "field", text=draft.subject, hint="Subject", id="subject", width="fill", height=56, type="17,24,Medium,0",
        color="on_surface", pad=(20, 0, 20, 0), on={"change": ev("subject", key=draft.id), "submit": ev("searched")},
    )  # fmt: skip
    body = node(
        "field", text=draft.body, hint="Write your mail", id="body", width="fill", lines=14, type="16,25,Regular,0.1",
        color="on_surface", pad=(20, 14, 20, 14), on={"change": ev("body", key=draft.id)},
    )  # fmt: skip
    sign = None
    if state.prefs.signature:
        sign = w.text(SIGNATURE, "bodyM", "on_surface_variant", pad=(20, 2, 20, 10), id="signature")
    quote = _quote(state, draft)
    page = w.form(
        _from(draft),
        _line(),
        who,
        _line(),
        copies,
        _line() if copies else None,
        subject,
        _line(),
        body,
        sign,
        _attached(draft),
        quote,
    )
    return Screen(page, top=_bar(draft, name), bottom=_foot(state, draft), title=name)


def _line() -> Node:
    return node("divider", width="fill", height=1, color="highest")


def _bar(draft: Mail, name: str) -> Node:
    send = node(
        "icon_button", icon="send", desc="Send", on=ev("send", key=draft.id), id="send", width=48, height=48, size=24,
        color="primary",
    )  # fmt: skip
    return node(
        "row",
        w.action("close", "Navigate up", ev("close", key=draft.id), color="on_surface"),
        w.text(name, "titleL", heading=True, lines=1, grow=1, pad=(8, 0, 0, 0)),
        w.action("attach_file", "Attach a file", ev("ask", what="attach", key=draft.id), rid="attach",
                 color="on_surface"),
        w.action("delete_outline", "Discard draft", ev("discard", key=draft.id), rid="discard", color="on_surface"),
        send,
        id="toolbar", cls=w.GROUP, width="fill", height=64, pad=(4, 0, 8, 0), align="center",
    )  # fmt: skip


def _from(draft: Mail) -> Node:
    return node(
        "row",
        w.text("From", "bodyL", "on_surface_variant", width=52),
        w.text(draft.account or ACCOUNTS[0], "bodyL", lines=1, grow=1, id="from_address"),
        w.icon("arrow_drop_down", 24),
        on=ev("ask", what="from", key=draft.id), id="row_from", cls=w.GROUP, width="fill", height=52,
        pad=(20, 0, 16, 0), align="center",
    )  # fmt: skip


def _people(state: State, draft: Mail, line: str, names: tuple[str, ...], typed: str, *, more: bool = False) -> Node:
    chips = [
        node(
            "row", face(one, 24), w.text(one, "labelL", lines=1, id="recipient"), w.icon("close", 16),
            on=ev("drop", key=draft.id, line=line, name=one), id="chip_recipient", cls=w.GROUP, desc=f"Remove {one}",
            height=32, radius=16, outline="outline_variant", pad=(4, 0, 8, 0), gap=7, align="center", max_width=250,
        )
        for one in names
    ]  # fmt: skip
    field = node(
        "field", text=typed, hint="Add another" if names else "Name or address", id=line, width="fill",
        height=40 if names else 48, type="bodyL", color="on_surface",
        on={"change": ev("typed", line=line), "submit": ev("add", key=draft.id, line=line)},
    )  # fmt: skip
    inner = node(
        "column",
        node("row", chips, wrap=True, gap=6, width="fill", align="center", pad=(0, 10, 0, 0)) if chips else None,
        field,
        grow=1, align="stretch",
    )  # fmt: skip
    label = "To" if line == "to" else "Cc"
    side = None
    if more:
        side = c.button("Cc", ev("show_cc"), rid="add_cc", variant="text", width="wrap", height=40)
    row = node(
        "row", w.text(label, "bodyL", "on_surface_variant", width=52, pad=(0, 12, 0, 0)), inner, side, width="fill",
        pad=(20, 0, 10, 0), align="start", min_height=52,
    )  # fmt: skip
    offers = [
        node(
            "row", face(one.name, 36),
            node("column", w.text(one.name, "bodyL", lines=1, id="suggestion_name"),
                 w.text(one.address, "bodyM", "on_surface_variant", lines=1, id="suggestion_address"), grow=1),
            on=ev("add", key=draft.id, line=line, name=one.name), id="row_suggestion", cls=w.GROUP, width="fill",
            height=60, pad=(24, 0, 20, 0), gap=14, align="center",
        )
        for one in suggestions(typed, (*draft.to, *draft.cc))[:4]
    ]  # fmt: skip
    box = node("column", offers, width="fill", bg="low", align="stretch", id="suggestions") if offers else None
    return node("column", row, box, width="fill", align="stretch")


def _attached(draft: Mail) -> Node | None:
    if not draft.files:
        return None
    rows = []
    for file in draft.files:
        icon, color = glyph(file)
        rows.append(
            node(
                "row", w.icon(icon, 22, color),
                node("column", w.text(file.name, "labelL", lines=1, id="file_name"),
                     w.text(file.size, "bodyS", "on_surface_variant"), grow=1),
                w.action("close", f"Remove {file.name}", ev("detach", key=draft.id, name=file.name), rid="detach"),
                width="fill", height=56, radius=12, bg="low", pad=(14, 0, 4, 0), gap=12, align="center",
                id="attachment", cls=w.GROUP,
            )
        )  # fmt: skip
    return node("column", rows, width="fill", gap=8, pad=(20, 4, 20, 10), align="stretch")


def _quote(state: State, draft: Mail) -> Node | None:
    """What is answered, below the answer; it goes along without being part of the text."""
    before = [one for one in state.mails if draft.thread and draft.thread in (one.thread, f"mail-{one.id}")]
    before = [one for one in before if one.id != draft.id]
    if not before:
        return None
    last = max(before, key=lambda one: one.time)
    bar = node("spacer", width=3, height="fill", bg="outline_variant", radius=1.5)
    words = node(
        "column",
        w.text(f"{last.sender} wrote:", "labelM", "on_surface_variant", lines=1),
        w.text(" ".join(last.body.split()), "bodyM", "on_surface_variant", lines=4, id="quoted"),
        grow=1,
    )
    return node("row", bar, words, width="fill", gap=12, pad=(20, 6, 20, 12), align="stretch")  # fmt: skip


def _foot(state: State, draft: Mail) -> Node:
    """When it leaves and whether a receipt is asked for, always in sight above the keyboard."""
    later = state.when != SEND_WHEN[0]
    when = node(
        "chip", text="Send now" if not later else state.when, icon="schedule_send", variant="action",
        on=ev("ask", what="when", key=draft.id), id="chip_when", height=36, radius=18, color="on_surface",
        selected=later,
    )  # fmt: skip
    receipt = c.chip("Read receipt", ev("receipt", key=draft.id), draft.receipt, rid="chip_receipt", radius=18).styled(
        height=36
    )
    return node(
        "row", when, receipt, width="fill", gap=8, pad=(16, 8, 16, 8), align="center", bg="container",
    )  # fmt: skip


def _window(state: State, place: Route, view: View, window: Node, title: str) -> Screen:
    return replace(compose(state, place, view), overlay=Overlay("dialog", window), title=title)


def sender(state: State, place: Route, view: View) -> Screen:
    """Which address it is sent from."""
    draft = draft_for(state, place.get("key", ""))
    window = c.choice_dialog("Send from", ACCOUNTS, draft.account or ACCOUNTS[0], ev("account", key=draft.id))
    return _window(state, place, view, window, "Send from")


def when(state: State, place: Route, view: View) -> Screen:
    """When it leaves."""
    window = c.choice_dialog("Send", SEND_WHEN, state.when, ev("when"))
    return _window(state, place, view, window, "Send")


def nosubject(state: State, place: Route, view: View) -> Screen:
    """The question before a mail without a subject is sent."""
    key = place.get("key", "")
    draft = mail_of(state, key) or draft_for(state, key)
    line = f"The mail to {draft.to[0] if draft.to else 'nobody'} has no subject."
    window = c.dialog(
        "Send without a subject?",
        w.text(line, "bodyM", "on_surface_variant", id="android:id/message", pad=(24, 0, 24, 0)),
        buttons=(
            c.dialog_button("Cancel", w.UP, yes=False),
            c.dialog_button("Send anyway", ev("send", key=key, anyway=True)),
        ),
    )
    return _window(state, place, view, window, "Send without a subject?")


def attach(state: State, place: Route, view: View) -> Screen:
    """What can be attached: everything that came with mail."""
    draft = draft_for(state, place.get("key", ""))
    rows = []
    for mail, file in files(state):
        icon, color = glyph(file)
        rows.append(
            w.row(file.name, f"{file.size}  ·  {mail.sender}", on=ev("attach", key=draft.id, name=file.name),
                  rid="row_file", leading=w.icon(icon, 24, color), inset=24, height=64,
                  trailing=w.icon("check", 20, "primary", desc="Attached") if file in draft.files else None)
        )  # fmt: skip
    head = node(
        "row", w.text("Attach a file", "20,28,Bold,0", heading=True, grow=1),
        c.button("Cancel", w.UP, rid="cancel", variant="text", width="wrap", height=40),
        width="fill", pad=(24, 0, 12, 6), align="center",
    )  # fmt: skip
    grip = node("row", node("spacer", width=32, height=4, radius=2, bg="outline"), width="fill", justify="center")
    listing = node("scroll", rows, id="file_list", width="fill", height=420, align="stretch")
    root = node(
        "column", grip, head, listing, width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 14, 0, 8), gap=6,
        align="stretch", id="design_bottom_sheet", cls="android.widget.FrameLayout",
    )  # fmt: skip
    return replace(compose(state, place, view), overlay=Overlay("sheet", root), title="Attach a file")
