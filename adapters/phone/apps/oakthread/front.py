"""Oakthread's front: home, the groves, and one grove."""

from __future__ import annotations

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.groves import GROVES, Grove, grove
from adapters.phone.apps.oakthread.model import SORTS, State, front, in_grove, joined, muted
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node


def home(state: State, place: Route, view: View) -> Screen:
    """The threads of one's groves."""
    sort = state.ui.sort or state.settings.sort
    chips = [
        c.chip(name, ev("sort", value=name), name == sort, rid="chip_sort", single=True, radius=10) for name in SORTS
    ]
    find = w.action("search", "Search", ev("search"), rid="search", color="on_surface")
    bar = node("row", w.push(), find, id="toolbar", cls=w.GROUP, width="fill", height=56, pad=(4, 0, 4, 0),
               align="center", bg="surface")  # fmt: skip
    shown = front(state, sort)
    head = p.big_title("Oakthread", f"{len(state.joined)} groves you belong to")
    row = node("row", chips, width="fill", gap=8, pad=(20, 0, 20, 14), id="sort_group", cls="android.widget.RadioGroup")
    lost = w.empty("park", "Quiet in here", "Join a grove and its threads grow here.",
                   c.button("Find a grove", ev("nav", to="groves"), rid="find_grove", width="wrap",
                   height=44))  # fmt: skip
    body = w.page(head, row, [p.card(state, one, view) for one in shown] or lost, w.space(64), rid="threads")
    fab = node("button", text="New thread", icon="edit_note", variant="fab", on=ev("new_thread", grove=""),
    id="new_thread",
               height=56, bg="primary", color="on_primary")  # fmt: skip
    return Screen(body, top=bar, bottom=p.nav("Home"), fab=fab, title="Oakthread")


def groves(state: State, place: Route, view: View) -> Screen:
    """All groves: one's own first, the others to be found."""
    mine = [one for one in GROVES if joined(state, one.key) is not None]
    rest = [one for one in GROVES if joined(state, one.key) is None]
    find = w.action("search", "Search", ev("search"), rid="search", color="on_surface")
    bar = node("row", w.push(), find, id="toolbar", cls=w.GROUP, width="fill", height=56, pad=(4, 0, 4, 0),
    align="center",
               bg="surface")  # fmt: skip
    body = w.page(
        p.big_title("Groves", "Rooms to talk in, each with rules of its own"),
        [p.block("To be found")] if rest else [],
        [grove_row(state, one) for one in rest],
        [p.block("You belong to")] if mine else [],
        [grove_row(state, one) for one in mine],
    )
    return Screen(body, top=bar, bottom=p.nav("Groves"), title="Groves")


def grove_row(state: State, one: Grove) -> Node:
    """A grove in a list, with the button that joins."""
    inside = joined(state, one.key) is not None
    quiet = muted(state, "grove", one.key)
    names = node(
        "column", w.text(one.name, "16,22,Bold,0", lines=1, id="name"),
        w.text(one.about, "13,18,Regular,0.1", "on_surface_variant", lines=2, id="about"),
        w.text(f"{p.count(one.members + inside)} members" + (f" · Muted: {quiet.time.lower()}" if quiet else ""),
               "12,16,Medium,0.2", "on_surface_variant", id="members", pad=(0, 3, 0, 0)),
        grow=1,
    )  # fmt: skip
    button = p.small_button("Joined" if inside else "Join", ev("join", grove=one.key), "join", tonal=inside)
    return node("row", p.mark(one, 48), names, button, on=ev("go", to="grove", key=one.key), id="row_grove",
    cls=w.GROUP,
                width="fill", pad=(20, 10, 16, 10), gap=14, align="center")  # fmt: skip


def lost(what: str) -> Screen:
    """Something that is no longer there."""
    body = w.page(w.empty("nature", f"This {what} is gone", "It was removed, or you have blocked whoever wrote it."))
    return Screen(body, top=p.bar(title="Not found"), title="Not found")


def room(state: State, place: Route, view: View) -> Screen:
    """One grove: its picture, what it is for, how loudly it rings, its threads."""
    one = grove(place.get("key", ""))
    if one is None:
        return lost("grove")
    inside = joined(state, one.key)
    picture = node("image", art=_art(one), width="fill", height=128)
    head = node(
        "column",
        node("stack", node("column", picture, width="fill", align="stretch", height=150),
             node("row", p.mark(one, 72).styled(outline="surface", outline_width=4), pad=(18, 0, 0, 0),
                  place=("start", "end")), width="fill", height=156),
        p.big_title(one.name, one.about),
        node("row", w.text(f"{p.count(one.members + (inside is not None))} members", "14,20,Bold,0", grow=1),
             p.small_button("Joined" if inside else "Join", ev("join", grove=one.key), "join",
             tonal=inside is not None),
             width="fill", gap=8, pad=(20, 0, 20, 12), align="center"),
        width="fill", align="stretch",
    )  # fmt: skip
    bell = None
    if inside is not None:
        glyph = {"Off": "notifications_off", "Every thread": "notifications_active"}.get(
            inside.alerts, "notifications_none"
        )
        bell = w.action(glyph, f"Alerts: {inside.alerts}", ev("go", to="alerts", grove=one.key), rid="alerts",
                        color="on_surface")  # fmt: skip
    quiet = muted(state, "grove", one.key) is not None
    mute = w.action("volume_off" if quiet else "volume_up", "Unmute grove" if quiet else "Mute grove",
                    ev("mute", kind="grove", name=one.key, under="grove", key=one.key), rid="mute_grove",
                    color="on_surface")  # fmt: skip
    threads = in_grove(state, one.key)
    found: list[Node] | Node = [p.card(state, each, view, under="grove") for each in threads] or w.empty(
        "park", "No threads yet", "Plant the first one."
    )
    fab = node("button", text="New thread", icon="edit_note", variant="fab", on=ev("new_thread", grove=one.key),
               id="new_thread", height=56, bg="primary", color="on_primary")  # fmt: skip
    top = p.bar(*([bell] if bell is not None else []), mute)
    return Screen(w.page(head, w.space(4), found, w.space(64), rid="threads"), top=top, fab=fab, title=one.name)


def _art(one: Grove) -> Art:
    return Art(one.picture, len(one.about))
