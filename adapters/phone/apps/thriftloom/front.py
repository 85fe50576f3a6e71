"""Thriftloom's front: today's pages, and what is saved."""

from dataclasses import replace

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import KINDS, PIECES, SELLERS, Piece, piece_of
from adapters.phone.apps.thriftloom.model import State
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import Handled, focus, go, switch_to, then
from adapters.phone.framework.state_paths import toggled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

EVERYTHING = "Everything"
POPULAR = 50
"""Hearts of a piece that is shown to others."""


@app.screen("home", activity=".RailActivity")
def home(state: State, view: View, tab: str = EVERYTHING) -> Screen:
    """Today's edition: one piece after the other, each as wide as the page."""
    shown = [piece for piece in PIECES if tab in (EVERYTHING, piece.kind)]
    rows = [p.plate(piece.key, piece.key in state.saved, _mark(piece)) for piece in shown]
    if tab == EVERYTHING:
        rows = [*rows[:2], _interlude(), *rows[2:5], _good_sellers(), *rows[5:]]
    tabs = node(
        "scroll", [_tab(label, label == tab) for label in (EVERYTHING, *KINDS)],
        horizontal=True, id="tabs", cls="android.widget.HorizontalScrollView", width="fill", height=48, gap=22,
        pad=(p.EDGE, 0, p.EDGE, 0),
    )  # fmt: skip
    body = w.page(_cover(view, tab, len(shown)), rows)
    if not shown:
        body = w.page(p.empty("checkroom", "An empty rail", "Nothing of this kind today."))
    top = column(_masthead(state), tabs, w.divider(), bg="surface")
    return Screen(body, top=top, bottom=p.main_pages("home"), title="Thriftloom")


def _masthead(state: State) -> Node:
    """The name of the house, in the middle, between the filters and what is saved."""
    saved = f"Saved, {len(state.saved)} pieces"
    return line(
        w.action("tune", "Filters", then(focus(None), go("filters")), rid="tune", color="on_surface"),
        w.text("THRIFTLOOM", "17,24,Light,5", heading=True, text_align="center", grow=1, lines=1),
        w.action("favorite_border", saved, go("saved"), rid="saved", color="on_surface"),
        id="toolbar",
        cls=w.GROUP,
        height=60,
        pad=(6, 0),
    )


def _tab(label: str, selected: bool) -> Node:
    ink, under = ("on_surface", "on_surface") if selected else ("outline", "")
    return node(
        "column", p.underlined(label, ink, under), on=switch_to("home", tab=label), id="tab", desc=label,
        selected=selected, height=48, justify="center", cls=w.ROW,
    )  # fmt: skip


def _cover(view: View, kind: str, count: int) -> Node:
    title = f"{view.now:%A}’s rail" if kind == EVERYTHING else kind
    support = f"{view.now.day} {view.now:%B}  ·  {count} pieces, each of them once"
    return column(
        w.text(title, "34,42,Light,-0.3", lines=1), p.airy(support, lines=1),
        pad=(p.EDGE, 22, p.EDGE, 20), gap=2, align="start",
    )  # fmt: skip


def _mark(piece: Piece) -> str:
    """What is special about a piece."""
    if piece.condition == "New with tags":
        return "Tags on"
    return "New today" if piece.hours < 6 else ""


def _interlude() -> Node:
    """A page of words between the pictures."""
    ink = "on_tertiary_container"
    return column(
        p.caps("From the mending table", ink, p.TINY),
        w.text("“A moth hole is a place to put a flower.”", "24,33,Light,0", ink),
        p.airy("Mira Okonedo, who has sold 112 pieces", color=ink),
        p.link("See her rail", go("seller", name="Mira Okonedo"), rid="read", color=ink),
        bg="tertiary_container", pad=(p.EDGE, 34, p.EDGE, 22), gap=8, align="start",
    )  # fmt: skip


def _good_sellers() -> Node:
    faces = [
        node(
            "column", w.avatar(seller.face, 72).styled(radius=0),
            p.caps(seller.name.split()[0], "on_surface", p.TINY, lines=1),
            on=go("seller", name=seller.name), id="seller", cls=w.GROUP, desc=seller.name, align="center", gap=6,
            width=80,
        )
        for seller in SELLERS[1:]
    ]  # fmt: skip
    strip = node(
        "scroll", faces, horizontal=True, id="faces", width="fill", height=104, gap=10, pad=(p.EDGE, 0, p.EDGE, 0)
    )
    return column(p.section("Good sellers", top=4), strip, w.space(26))


@app.on("save_piece")
def save_piece(state: State, key: str) -> Handled:
    """Save a piece, or remove it from the saved ones."""
    message = "Removed from saved" if key in state.saved else "Saved"
    return replace(state, saved=toggled(state.saved, key)), Toast(message)


@app.screen("saved", distractor="where saved pieces are, which reserves none of them")
def saved(state: State) -> Screen:
    """The pieces with a heart."""
    rows = [_saved_row(piece_of(key)) for key in state.saved]
    if rows:
        hint = "A heart doesn’t reserve a piece. The one before you is always faster."
        others = [piece for piece in PIECES if piece.hearts > POPULAR and piece.key not in state.saved]
        rows += [
            p.note(hint, pad=(p.EDGE, 18, p.EDGE, 8)),
            p.section("Others have hearts for"),
            *map(p.piece_row, others),
        ]
    else:
        rows = [
            p.empty(
                "favorite_border", "No hearts yet", "What you like waits here until somebody buys it.",
                p.link("To the rail", switch_to("home"), rid="browse"),
            )
        ]  # fmt: skip
    return Screen(w.page(rows), top=p.bar("Saved"), title="Saved")


def _saved_row(piece: Piece) -> Node:
    label = f"Remove {piece.brand} {piece.size} from saved"
    heart = w.action("favorite", label, ev("save_piece", key=piece.key), rid="save", color="on_surface")
    return p.piece_row(piece, support=f"{piece.hearts} others like it", more=heart)
