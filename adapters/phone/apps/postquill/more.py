"""Postquill beside its mail: files, people, settings, and the notice for others."""

from __future__ import annotations

from adapters.phone.apps.postquill import model
from adapters.phone.apps.postquill.inbox import nav
from adapters.phone.apps.postquill.letters import ACCOUNTS, PEOPLE, Mail
from adapters.phone.apps.postquill.model import SIGNATURE, State
from adapters.phone.apps.postquill.rows import OWN_FACE, face, first_name, moment, picture
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def files(state: State, place: Route, view: View) -> Screen:
    """Everything that came with mail, as tiles."""

    def tile(mail: Mail, at: int) -> Node:
        file = mail.files[at]
        return node(
            "column",
            picture(file, "fill", 112, (14, 14, 0, 0)),
            node("column", w.text(file.name, "labelL", lines=1, id="file_name"),
                 w.text(f"{first_name(mail.sender)}  ·  {moment(mail.time, view.now)}", "bodyS", "on_surface_variant",
                        lines=1),
                 w.text(file.size, "bodyS", "outline", lines=1, id="file_size"), pad=(12, 8, 10, 10), width="fill"),
            on=ev("open", thread=model.thread_of(mail)), id="row_file", cls=w.GROUP, radius=14, width="fill",
            bg="lowest", outline="outline_variant", align="stretch",
        )  # fmt: skip

    every = model.files(state)
    tiles = [tile(mail, mail.files.index(file)) for mail, file in every]
    grid = node("grid", tiles, columns=2, gap=12, width="fill", align="stretch", pad=(16, 8, 16, 8), id="file_grid")
    body = w.page(grid if tiles else w.empty("folder_open", "No files", "What is attached to mail shows up here."))
    top = w.app_bar("Files", w.action("search", "Search", ev("search"), rid="search", color="on_surface"), up=False,
                    style="24,32,Bold,0", support=f"{len(every)} attachments")  # fmt: skip
    return Screen(body, top=top, bottom=nav(state, "Files"), title="Files")


def people(state: State, place: Route, view: View) -> Screen:
    """The address book."""
    rows = []
    letter = ""
    for one in sorted(PEOPLE, key=lambda each: each.name):
        if one.name[0] != letter:
            letter = one.name[0]
            rows.append(w.text(letter, "titleS", "primary", pad=(20, 10, 20, 2)))
        rows.append(
            w.row(one.name, one.about, on=ev("compose", to=one.name), rid="row_person",
                  leading=face(one.name, 44), inset=20, height=72)
        )  # fmt: skip
    top = w.app_bar("People", w.action("search", "Search", ev("search"), rid="search", color="on_surface"), up=False,
                    style="24,32,Bold,0", support=f"{len(PEOPLE)} contacts")  # fmt: skip
    return Screen(w.page(rows), top=top, bottom=nav(state, "People"), title="People")


def settings(state: State, place: Route, view: View) -> Screen:
    """What holds for all mail."""
    prefs = state.prefs
    owner = node(
        "row", w.avatar(OWN_FACE, 56),
        node("column", w.text("Robin Vale", "titleL"), w.text(ACCOUNTS[0], "bodyM", "on_surface_variant", lines=1),
             w.text(ACCOUNTS[1], "bodyM", "on_surface_variant", lines=1), grow=1),
        bg="low", radius=20, width="fill", pad=16, gap=16, align="center",
    )  # fmt: skip
    body = w.page(
        node("column", owner, width="fill", pad=(16, 4, 16, 8), align="stretch"),
        c.setting("Signature", SIGNATURE, on=ev("pref", key="signature"), icon_name="draw", checked=prefs.signature),
        c.setting("Load pictures", "From people in your contacts", on=ev("pref", key="pictures"), icon_name="image",
                  checked=prefs.pictures),
        c.setting("Notify about new mail", on=ev("pref", key="notify"), icon_name="notifications",
                  checked=prefs.notify),
        c.setting("Out of office", prefs.away if prefs.out_of_office else "Off", on=ev("away_open"),
                  icon_name="beach_access"),
        c.setting("Storage", "1.2 GB of 15 GB used", on=ev("say", text="Plenty of room left"), icon_name="cloud"),
        c.setting("About Postquill", "Version 6.3.0", on=ev("say", text="You have the latest version"),
                  icon_name="info"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def away(state: State, place: Route, view: View) -> Screen:
    """What others are told while one is away; nothing is sent before it is turned on."""
    prefs = state.prefs
    field = node(
        "field", text=state.ui.away, hint="I am away until …", id="away_text", width="fill", lines=6,
        type="16,25,Regular,0.1", color="on_surface", pad=(16, 14, 16, 14), on={"change": ev("away")}, bg="low",
        radius=16,
    )  # fmt: skip
    body = w.form(
        node("column",
             w.text("Everybody who writes to you gets this answer once, until you turn it off.", "bodyM",
                    "on_surface_variant"),
             field, width="fill", pad=(20, 4, 20, 8), gap=14, align="stretch"),
        c.switch_row("Only to my contacts", "Strangers get no answer", ev("pref", key="away_contacts"),
                     prefs.away_contacts, rid="row_contacts", icon_name="people"),
        node("row", w.icon("info", 20), w.text("It is on now." if prefs.out_of_office else "It is off now.", "bodyM",
             "on_surface_variant", id="away_status"), gap=12, align="center", pad=(20, 8, 20, 8)),
    )  # fmt: skip
    off = c.button("Turn off", ev("away_set", on=False), rid="turn_off", variant="outlined", width="wrap", grow=1,
                   enabled=prefs.out_of_office)  # fmt: skip
    on = c.button("Turn on", ev("away_set", on=True), rid="turn_on", width="wrap", grow=1)
    return Screen(body, top=w.app_bar("Out of office"), bottom=w.sticky(off, on), title="Out of office")
