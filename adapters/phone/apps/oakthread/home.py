"""Oakthread's home, the groves, and one grove with how loudly it rings."""

from dataclasses import replace

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import GROVES, Grove, grove_name, grove_of
from adapters.phone.apps.oakthread.model import JOIN_ALERTS, MUTES, SORTS, Joined, State
from adapters.phone.components.boxes import column, line, radio_line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import Handled, assign, focus, go, switch_to, then, toast
from adapters.phone.framework.state_paths import Bound, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, Toast, View
from adapters.phone.ui.node import Art, Ev, Node, node

BELLS = {"Off": "notifications_off", "Every thread": "notifications_active"}
"""Icons of how loudly a grove rings, where it is not the usual one."""


@app.screen("home")
def home(state: State, view: View) -> Screen:
    """The threads of one's groves."""
    sort = state.ui.sort or state.settings.sort
    chips = [
        c.chip(name, assign("ui.sort", name), name == sort, rid="chip_sort", single=True, radius=10) for name in SORTS
    ]
    threads = [p.card(state, thread, view) for thread in model.front(state, sort)]
    find = c.button("Find a grove", switch_to("groves"), rid="find_grove", width="wrap", height=44)
    body = w.page(
        p.big_title("Oakthread", f"{len(state.joined)} groves you belong to"),
        radio_line(chips, rid="sort_group", pad=(20, 0, 20, 14)),
        threads or w.empty("park", "Quiet in here", "Join a grove and its threads grow here.", find),
        w.space(64),
        rid="threads",
    )
    top = p.page_bar(p.search_action())
    return Screen(body, top=top, bottom=p.nav("Home"), fab=p.new_thread_button(state), title="Oakthread")


@app.screen("groves")
def groves(state: State) -> Screen:
    """All groves: those to be found first, then one's own."""
    mine = [grove for grove in GROVES if model.joined(state, grove.key) is not None]
    others = [grove for grove in GROVES if grove not in mine]
    body = w.page(
        p.big_title("Groves", "Rooms to talk in, each with rules of its own"),
        p.block("To be found") if others else None,
        [grove_row(state, grove) for grove in others],
        p.block("You belong to") if mine else None,
        [grove_row(state, grove) for grove in mine],
    )
    return Screen(body, top=p.page_bar(p.search_action()), bottom=p.nav("Groves"), title="Groves")


def grove_row(state: State, grove: Grove) -> Node:
    """A grove in a list, with the button that joins."""
    muted_for = model.muted(state, "grove", grove.key)
    note = f" · Muted: {muted_for.lower()}" if muted_for else ""
    texts = words(
        w.text(grove.name, "16,22,Bold,0", lines=1, id="name"),
        p.note_text(grove.about, lines=2, id="about"),
        w.text(_members(state, grove) + note, "12,16,Medium,0.2", p.SOFT, id="members", pad=(0, 3, 0, 0)),
    )
    return line(
        p.mark(grove, 48), texts, p.join_button(state, grove),
        on=then(focus(None), go("grove", grove=grove.key)), id="row_grove", cls=w.GROUP, pad=(20, 10, 16, 10), gap=14,
    )  # fmt: skip


def _members(state: State, grove: Grove) -> str:
    return f"{p.count(grove.members + (model.joined(state, grove.key) is not None))} members"


@app.screen("grove", activity=".GroveActivity")
def grove_page(state: State, view: View, grove: str = "") -> Screen:
    """One grove: its picture, what it is for, how loudly it rings, its threads."""
    known = grove_of(grove)
    if known is None:
        return p.not_found("grove")
    threads = [p.card(state, thread, view, under="grove") for thread in model.in_grove(state, grove)]
    nothing = w.empty("park", "No threads yet", "Plant the first one.")
    body = w.page(_head(state, known), w.space(4), threads or nothing, w.space(64), rid="threads")
    top = p.bar(*_bar_actions(state, grove))
    return Screen(body, top=top, fab=p.new_thread_button(state, grove), title=known.name)


def _head(state: State, grove: Grove) -> Node:
    photo = node("image", art=Art(grove.picture, len(grove.about)), width="fill", height=128)
    mark = p.mark(grove, 72).styled(outline="surface", outline_width=4)
    members = w.text(_members(state, grove), "14,20,Bold,0", grow=1)
    return column(
        node(
            "stack",
            column(photo, height=150),
            node("row", mark, pad=(18, 0, 0, 0), place=("start", "end")),
            width="fill", height=156,
        ),
        p.big_title(grove.name, grove.about),
        line(members, p.join_button(state, grove), gap=8, pad=(20, 0, 20, 12)),
    )  # fmt: skip


def _bar_actions(state: State, grove: str) -> list[Node]:
    """The bell of a grove that one belongs to, and the button that mutes."""
    member = model.joined(state, grove)
    mute = then(assign("ui.picked", MUTES[1]), go("mute", kind="grove", name=grove, under="grove", grove=grove))
    if model.muted(state, "grove", grove):
        toggle = w.action(
            "volume_off", "Unmute grove", unmute(state, "grove", grove), rid="mute_grove", color="on_surface"
        )
    else:
        toggle = w.action("volume_up", "Mute grove", mute, rid="mute_grove", color="on_surface")
    if member is None:
        return [toggle]
    to_alerts = then(focus(None), go("alerts", grove=grove))
    glyph = BELLS.get(member.alerts, "notifications_none")
    return [w.action(glyph, f"Alerts: {member.alerts}", to_alerts, rid="alerts", color="on_surface"), toggle]


def unmute(state: State, kind: str, name: str) -> Ev:
    """Show somebody or a grove again."""
    shown = assign("muted", without(state.muted, kind=kind, name=name))
    return then(shown, toast(f"No longer muted: {shown_name(kind, name)}"))


def shown_name(kind: str, name: str) -> str:
    """How a person or a grove is called."""
    return grove_name(name) if kind == "grove" else name


@app.on("join")
def join(state: State, grove: str) -> Handled:
    """Join a grove, or leave it."""
    if model.joined(state, grove) is None:
        return replace(state, joined=(*state.joined, Joined(grove))), Toast(f"You joined {grove_name(grove)}")
    return replace(state, joined=without(state.joined, grove=grove)), Toast(f"You left {grove_name(grove)}")


@app.dialog("alerts", over="grove", title="Alerts", distractor="rings for a grove, not for a thread")
def alerts_dialog(state: State, grove: str = "") -> Overlay:
    """How loudly a grove rings."""
    member = model.joined(state, grove)
    value = Bound(f"joined[grove={grove}].alerts", member.alerts if member is not None else JOIN_ALERTS[0])
    return choice_dialog(f"Alerts of {grove_name(grove)}", value, JOIN_ALERTS)
