"""Writing on Oakthread: an answer, a thread with its choices, its preview, and the page that confirms."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.front import lost
from adapters.phone.apps.oakthread.groves import GROVES, ME, grove
from adapters.phone.apps.oakthread.model import (
    AUDIENCES,
    NAMES,
    TEXT_LENGTH,
    WATCH,
    WHO_REPLIES,
    State,
    grove_name,
    joined,
    record,
    reply_of,
    thread_of,
    trouble,
)
from adapters.phone.apps.oakthread.threads import KINDS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

GLYPHS = {"Everyone": "public", "Grove members": "park", "Followers only": "group"}
ABOUT = {
    "Everyone": "Anybody, in search too",
    "Grove members": "Only those who joined this grove",
    "Followers only": "The 148 who follow you",
}


def answer(state: State, place: Route, view: View) -> Screen:
    """An answer to a thread or to a reply; above it stands what it answers."""
    one = thread_of(state, place.get("key", ""))
    if one is None:
        return lost("thread")
    parent = place.get("parent", "")
    target = reply_of(state, parent) if parent else None
    who, words = (target.author, target.text) if target is not None else (one.author, one.title)
    title = "Reply to a reply" if target is not None else "Reply to the thread"
    args = {"key": one.key, "parent": parent}
    above = node(
        "row", node("spacer", width=3, height="fill", bg="primary"),
        node("column", w.text(f"Replying to {who}", "14,20,Bold,0", "primary", id="replying_to"),
             w.text(words, "14,20,Regular,0.1", "on_surface_variant", lines=4, id="answered"), grow=1, gap=2),
        width="fill", gap=12, pad=(20, 6, 20, 12),
    )  # fmt: skip
    box = node("field", id="answer", text=state.ui.answer, hint="Your reply", on={"change": ev("type_answer")},
    width="fill",
               height=170, lines=6, variant="outlined", type="bodyL")  # fmt: skip
    ready = bool(state.ui.answer.strip()) and len(state.ui.answer) <= TEXT_LENGTH
    told = w.text(f"{len(state.ui.answer)}/{TEXT_LENGTH}", "12,16,Regular,0.2", "on_surface_variant", text_align="end",
                  width="fill", pad=(20, 4, 20, 6))  # fmt: skip
    quote = None
    if target is not None:
        quote = c.switch_row("Quote the reply", "Its words stand above yours", ev("flip", name="quote"), state.ui.quote,
                             rid="row_quote", icon_name="format_quote")  # fmt: skip
    body = w.form(
        above,
        node("column", box, width="fill", pad=(20, 0, 20, 0), align="stretch"),
        told,
        quote,
        c.switch_row("Tell me about answers", "A note in your inbox", ev("flip", name="alerts"), state.ui.alerts,
                     rid="row_alerts", icon_name="notifications_none"),
    )  # fmt: skip
    return Screen(body, top=p.bar(title=title), bottom=_bottom("Post reply", ev("post_answer", **args), "post_reply",
    ready),
                  title=title)  # fmt: skip


def _bottom(label: str, on: Ev, rid: str, enabled: bool = True) -> Node:
    go = c.button(label, on, rid=rid, enabled=enabled).styled(radius=12)
    return node("column", w.divider(), node("row", go, width="fill", pad=(20, 10, 20, 10)), width="fill", bg="surface",
                align="stretch")  # fmt: skip


def _row(glyph: str, label: str, value: str, to: str, rid: str) -> Node:
    return w.row(label, value, on=ev("go", to=to), rid=rid, leading=w.icon(glyph), height=66, inset=20,
                 trailing=w.icon("chevron_right", 22))  # fmt: skip


def compose(state: State, place: Route, view: View) -> Screen:
    """A new thread: where, what sort, the words, and who may read and answer."""
    draft = state.draft
    problem = trouble(draft)
    room = grove(draft.grove)
    where = w.row(room.name if room else draft.grove, "The grove it grows in", on=ev("go", to="pick_grove"),
    rid="row_grove",
                  leading=p.mark(room, 40), trailing=w.icon("unfold_more", 22), height=68, inset=20)  # fmt: skip
    kinds = [c.chip(name, ev("part", what="kind", value=name), name == draft.kind, rid="chip_kind", single=True,
    radius=10)
             for name in KINDS]  # fmt: skip
    title = node("field", id="thread_title", text=draft.title, hint="Title", on={"change": ev("words", what="title")},
                 width="fill", height=56, variant="outlined", type="bodyL")  # fmt: skip
    text = node("field", id="thread_text", text=draft.text, hint="What is it about?", on={"change": ev("words",
    what="text")},
                width="fill", height=150, lines=5, variant="outlined", type="bodyL")  # fmt: skip
    told = w.text(problem or "A title is needed, the rest may stay empty", "12,16,Regular,0.2",
                  "error" if problem else "on_surface_variant", id="hint")  # fmt: skip
    body = w.form(
        where,
        node("row", kinds, width="fill", gap=8, pad=(20, 4, 20, 12), wrap=True, id="kind_group",
             cls="android.widget.RadioGroup"),
        node("column", title, text, told, width="fill", gap=10, pad=(20, 0, 20, 8), align="stretch"),
        _row("visibility", "Who can read it", draft.audience, "audience", "row_audience"),
        _row("chat_bubble_outline", "Who can reply", draft.replies, "who_replies", "row_replies"),
        _row("notifications_none", "Tell me about", draft.watch, "draft_watch", "row_watch"),
        _row("person_outline", "Post as", ME if draft.name == NAMES[0] else draft.name, "draft_name", "row_name"),
        c.switch_row("Spoiler", "Hidden until somebody asks for it", ev("spoiler"), draft.spoiler,
        rid="row_spoiler",
                     icon_name="visibility_off"),
    )  # fmt: skip
    ready = bool(draft.title.strip()) and not problem
    return Screen(body, top=p.bar(title="New thread"), bottom=_bottom("Preview", ev("go", to="preview"), "preview",
    ready),
                  title="New thread")  # fmt: skip


def pick_grove(state: State, place: Route, view: View) -> Screen:
    """Where the thread goes: groves that one belongs to."""
    rows = [
        w.row(one.name, f"{p.count(one.members)} members", on=ev("part", what="grove", value=one.key, back=True),
              rid="row_pick_grove", leading=p.mark(one, 40), height=68, inset=20, selected=one.key == state.draft.grove,
              trailing=w.icon("check", 22, "primary") if one.key == state.draft.grove else None)
        for one in GROVES
        if joined(state, one.key) is not None
    ]  # fmt: skip
    found: list[Node] | Node = rows or w.empty("park", "No grove yet", "Join one first, then you can write there.")
    return Screen(w.page(p.big_title("Which grove?"), found), top=p.bar(), title="Which grove?")


def _window(state: State, place: Route, view: View, window: Overlay, title: str) -> Screen:
    below = compose(state, place, view)
    return Screen(below.body, top=below.top, bottom=below.bottom, overlay=window, title=title)


def audience(state: State, place: Route, view: View) -> Screen:
    """Who may read the thread."""
    rows = [
        c.radio_row(name, ev("part", what="audience", value=name, back=True), name == state.draft.audience,
                    rid="audience_option", support=ABOUT[name], leading=w.icon(GLYPHS[name], 22), height=64)
        for name in AUDIENCES
    ]  # fmt: skip
    return _window(state, place, view, Overlay("sheet", p.sheet("Who can read it?", rows)), "Who can read it?")


def _choice(title: str, options: Sequence[str], what: str) -> p.Drawn:
    def draw(state: State, place: Route, view: View) -> Screen:
        chosen = getattr(state.draft, what)
        asked = c.choice_dialog(title, options, chosen, ev("part", what=what, back=True))
        return _window(state, place, view, Overlay("dialog", asked), title)

    return draw


who_replies = _choice("Who can reply", WHO_REPLIES, "replies")
draft_watch = _choice("Tell me about", WATCH, "watch")
draft_name = _choice("Post as", NAMES, "name")


def facts(*pairs: tuple[str, str]) -> list[Node]:
    """Names and values below each other."""
    return [
        node("row", w.text(name, "14,20,Regular,0.1", "on_surface_variant", width=132), w.text(value,
        "15,20,Medium,0.1", grow=1,
             id="value"), id="row_fact", cls=w.GROUP, width="fill", pad=(20, 8, 20, 8), align="center")
        for name, value in pairs
    ]  # fmt: skip


def preview(state: State, place: Route, view: View) -> Screen:
    """The thread as others will see it, and what was chosen."""
    draft = state.draft
    room = grove(draft.grove)
    name = ME if draft.name == NAMES[0] else "anonymous"
    card = node(
        "column",
        node("row", p.mark(room, 24), w.text(room.name if room else draft.grove, "14,18,Bold,0.1"), p.tag(draft.kind),
        gap=8,
             align="center"),
        w.text(draft.title or "No title", "20,27,Bold,-0.1", id="preview_title"),
        w.text(f"{name}  ·  now", "13,18,Regular,0.1", "on_surface_variant", id="preview_name"),
        w.text(draft.text, "15,22,Regular,0.1", id="preview_text") if draft.text else None,
        width="fill", gap=6, pad=(16, 14, 16, 16), bg=p.CARD, radius=p.ROUND,
    )  # fmt: skip
    body = w.form(
        node("column", card, width="fill", pad=(16, 8, 16, 10), align="stretch"),
        facts(("Who can read it", draft.audience), ("Who can reply", draft.replies), ("Tell me about", draft.watch),
              ("Post as", draft.name), ("Spoiler", "Yes" if draft.spoiler else "No")),
        w.text(f"By posting you agree to the rules of {grove_name(draft.grove)}.", "13,18,Regular,0.1",
        "on_surface_variant",
               pad=(20, 12, 20, 8)),
    )  # fmt: skip
    return Screen(body, top=p.bar(title="Preview"), bottom=_bottom("Post thread", ev("post_thread"), "post_thread"),
                  title="Preview")  # fmt: skip


def posted(state: State, place: Route, view: View) -> Screen:
    """That the thread stands, and under which number."""
    one = record(state, place.get("key", ""))
    if one is None:
        return lost("thread")
    body = w.page(
        node("column", w.space(20), w.disc("eco", 96), w.space(14),
             w.text("Planted", "28,36,Bold,0", text_align="center"),
             w.text(one.title, "16,23,Regular,0.1", text_align="center", pad=(32, 4, 32, 2), lines=3),
             w.text(f"{one.number} in {grove_name(one.grove)}", "15,20,Bold,0", "primary", id="number"), w.space(14),
             width="fill", align="center"),
        facts(("Kind", one.kind), *_chosen(one.audience, one.replies, one.watch, one.name, one.spoiler)),
        w.space(10),
        node("column", c.button("See the thread", ev("see", key=one.number), rid="see_thread").styled(radius=12),
             c.button("Done", ev("nav", to="home"), rid="done", variant="tonal").styled(radius=12), width="fill",
             gap=10,
             pad=(20, 0, 20, 0), align="stretch"),
    )  # fmt: skip
    return Screen(body, top=p.bar(title="Posted"), title="Posted")


def _chosen(audience_: str, replies: str, watch: str, name: str, spoiler: bool) -> tuple[tuple[str, str], ...]:
    return (("Who can read it", audience_), ("Who can reply", replies), ("Tell me about", watch), ("Posted as", name),
            ("Spoiler", "Yes" if spoiler else "No"))  # fmt: skip
