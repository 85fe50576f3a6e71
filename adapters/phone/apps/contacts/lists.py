"""Lists of people: all with letters at the edge, favourites, the search, groups."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.contacts.model import State, found, in_order, letter, shown_name, twins
from adapters.phone.apps.contacts.parts import add_button, bottom, face, person, search_pill, section
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def contacts(state: State, place: Route, view: View) -> Screen:
    """Everybody. A touch on a letter begins the list there; "Show all" begins it at its start again."""
    start = place.get("letter", "")
    everybody = in_order(state, state.contacts)
    letters = list(dict.fromkeys(letter(state, one) for one in everybody))
    shown = letters[letters.index(start) :] if start in letters else letters
    title = w.text("Contacts", "28,36,Regular,0", heading=True, pad=(20, 4, 0, 0))
    count = w.text(f"{len(everybody)} contacts", "bodyM", "on_surface_variant", pad=(20, 0, 0, 8), id="count")
    rows: list[Node] = [title, count]
    if len(shown) < len(letters):
        rows.append(
            node("row", c.button("Show all", ev("letter", to=""), rid="show_all", variant="tonal", height=40,
                 width="wrap", icon_name="keyboard_arrow_up"), width="fill", pad=(20, 0, 20, 8))
        )  # fmt: skip
    for each in shown:
        rows.append(_letter(each))
        rows += [person(state, one) for one in everybody if letter(state, one) == each]
    if not everybody:
        rows.append(w.empty("person_add", "Nobody here yet", "People you add show up here."))
    strip = [
        node("column", w.text(each, "labelM", "primary" if each == start else "on_surface_variant"),
             on=ev("letter", to=each), id="fast_scroll_letter", cls="android.widget.TextView", desc=f"Letter {each}",
             width=32, height=22, align="center", justify="center")
        for each in letters
    ]  # fmt: skip
    edge = node("column", strip, width=32, pad=(0, 40, 0, 0), id="fast_scroll")
    body = node("row", node("column", w.page(rows, w.space(64)), grow=1, height="fill", align="stretch"), edge,
                width="fill", height="fill")  # fmt: skip
    return Screen(body, top=search_pill(), bottom=bottom("Contacts"), fab=add_button(), title="Contacts")


def _letter(name: str) -> Node:
    return w.text(name, "titleS", "primary", pad=(20, 12, 0, 2), id="header", width="fill")


def favourites(state: State, place: Route, view: View) -> Screen:
    """Those with a star, as large pictures; below them with whom there was something lately."""
    stars = in_order(state, [one for one in state.contacts if one.favourite])
    tiles = [
        node("column", face(state, one, 88),
             w.text(shown_name(state, one), "titleS", lines=2, text_align="center", pad=(0, 8, 0, 0)),
             on=ev("open", key=one.id), id="contact_tile", cls=w.GROUP, align="center", pad=(4, 10, 4, 10))
        for one in stars
    ]  # fmt: skip
    names = list(dict.fromkeys(one.who for one in reversed(state.history)))
    lately = [one for name in names for one in state.contacts if f"{one.first} {one.last}".strip() == name]
    title = w.text("Favourites", "28,36,Regular,0", heading=True, pad=(20, 4, 20, 8))
    grid = node("grid", tiles, columns=3, gap=6, width="fill", align="stretch", pad=(14, 0, 14, 0), id="tiles")
    none = w.empty("star_outline", "No favourites yet", "Open a contact and touch the star.")
    body = w.page(
        title, grid if tiles else none, section("Lately") if lately else None,
        [person(state, one, support=one.company) for one in lately], w.space(64),
    )  # fmt: skip
    return Screen(body, top=search_pill(), bottom=bottom("Favourites"), fab=add_button(), title="Favourites")


def organise(state: State, place: Route, view: View) -> Screen:
    """Groups, twins, what was done, what was deleted."""
    pairs = len(twins(state))

    def entry(glyph: str, title: str, support: str, to: str, rid: str) -> Node:
        return w.row(title, support, on=ev("go", to=to), rid=rid, leading=w.disc(glyph, 40), height=72,
                     trailing=w.icon("chevron_right"))  # fmt: skip

    groups = [
        w.row(name, _many(sum(name in one.groups for one in state.contacts)), on=ev("group", name=name),
              rid="row_group", leading=w.disc("label", 40, "secondary_container", "on_secondary_container"), height=72)
        for name in state.groups
    ]  # fmt: skip
    body = w.page(
        w.text("Organise", "28,36,Regular,0", heading=True, pad=(20, 4, 20, 4)),
        entry("merge_type", "Merge and fix", f"{pairs} suggestions" if pairs != 1 else "1 suggestion", "twins",
              "row_merge"),
        section("Groups"),
        groups,
        w.row("New group", on=ev("ask_group"), rid="row_new_group", leading=w.disc("add", 40, "high", "primary"),
              height=64),
        section("This phone"),
        entry("history", "History", f"{len(state.history)} entries", "history", "row_history"),
        entry("block", "Blocked", _many(sum(one.blocked for one in state.contacts)), "blocked", "row_blocked"),
        entry("delete_outline", "Bin", _many(len(state.bin)), "bin", "row_bin"),
    )  # fmt: skip
    return Screen(body, top=search_pill(), bottom=bottom("Organise"), title="Organise")


def _many(count: int) -> str:
    return "1 contact" if count == 1 else f"{count} contacts"


def search(state: State, place: Route, view: View) -> Screen:
    """By name, number, mail, company or note."""
    query = state.ui.query
    hits = found(state, query)
    if hits:
        many = w.text(_many(len(hits)), "bodyM", "on_surface_variant", pad=(20, 8, 20, 2), id="result_count")
        body = w.page(many, [person(state, one, support=_known_by(one)) for one in hits])
    elif query.strip():
        body = w.page(
            w.empty(
                "search_off",
                f"Nobody for “{query}”",
                "Names, numbers, mails and notes are searched.",
                c.button("New contact", ev("new"), rid="create", variant="tonal", width="wrap"),
            )
        )
    else:
        recent = in_order(state, [one for one in state.contacts if one.favourite])
        body = w.page(section("Suggestions"), [person(state, one, support=_known_by(one)) for one in recent])
    return Screen(body, top=c.search_bar(query, "Search contacts"), title="Search")


def _known_by(one: Contact) -> str:
    """What tells namesakes apart: the company or the first number."""
    return "  ·  ".join(part for part in (one.company, *(each.value for each in one.phones[:1])) if part)


def group(state: State, place: Route, view: View) -> Screen:
    """The members of one group."""
    name = place.get("name", state.groups[0] if state.groups else "")
    members = in_order(state, [one for one in state.contacts if name in one.groups])
    rows = [
        person(state, one, support=_known_by(one),
               trailing=w.action("remove_circle_outline", f"Remove {shown_name(state, one)} from group",
                                 ev("member", key=one.id, name=name), rid="remove_member"))
        for one in members
    ]  # fmt: skip
    body = (
        w.page(rows) if rows else w.page(w.empty("groups", "Nobody in this group", "Add people with the button above."))
    )
    add = w.action("group_add", "Add people", ev("add_members", name=name), rid="menu_add", color="on_surface")
    return Screen(body, top=w.app_bar(name or "Group", add, support=_many(len(members))), title=name or "Group")


def members(state: State, place: Route, view: View) -> Screen:
    """Everybody with a box: who is ticked belongs to the group."""
    name = place.get("name", state.groups[0] if state.groups else "")
    rows = [
        w.row(shown_name(state, one), _known_by(one), on=ev("member", key=one.id, name=name), rid="row_member",
              leading=face(state, one), height=64, selected=name in one.groups,
              trailing=node("checkbox", checked=name in one.groups, width=20, height=20, id="checkbox"))
        for one in in_order(state, state.contacts)
    ]  # fmt: skip
    done = w.sticky(c.button("Done", w.UP, rid="done"))
    title = f"Add to {name}" if name else "Add to group"
    return Screen(w.page(rows), top=w.app_bar(title), bottom=done, title=title)


def new_group(state: State, place: Route, view: View) -> Screen:
    """The name of a group that is to be made."""
    name = c.field(state.ui.name, "Name of the group", "group_name", change=ev("group_name"), submit=ev("group_make"),
                   radius=12, bg="highest")  # fmt: skip
    window = c.dialog(
        "New group", node("column", name, width="fill", pad=(24, 0, 24, 8), align="stretch"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Create", ev("group_make"))),
    )  # fmt: skip
    return replace(organise(state, place, view), overlay=Overlay("dialog", window), title="New group")
