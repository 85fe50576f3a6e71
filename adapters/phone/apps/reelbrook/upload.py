"""How a clip gets onto Reelbrook: pick it, say what it is and who may see it, look it over, upload it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.front import gone
from adapters.phone.apps.reelbrook.model import (
    AUDIENCES,
    CAPTIONS,
    CATEGORIES,
    CLIPS,
    COMMENTING,
    TITLE_LENGTH,
    WHEN,
    State,
    Upload,
    clock,
    record,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

GLYPHS = {"Public": "public", "Followers": "group", "With link": "link", "Private": "lock"}
ABOUT = {
    "Public": "Anybody can find and watch it",
    "Followers": "Only the 48 who follow you",
    "With link": "Whoever has the link",
    "Private": "Only you",
}


def _clip(index: int, height: float, width: float | str = "fill") -> Node:
    name, kind, seconds = CLIPS[index]
    told = w.text(clock(seconds), "12,16,Medium,0.3", "#FFFFFF", bg="#15080F", radius=5, pad=(6, 2, 6, 2), height=20)
    image = node("image", art=Art(kind, 3), width=width, height=height, radius=8, desc=name, id="clip")
    return node("stack", image, node("row", told, place=("end", "end"), pad=(0, 0, 8, 8)), width=width, height=height)


def pick(state: State, place: Route, view: View) -> Screen:
    """What the phone has filmed."""
    cells = []
    for index, (name, _, _) in enumerate(CLIPS):
        on = index == state.draft.clip
        mark = (
            node("row", w.icon("check_circle", 26, "primary"), place=("start", "start"), pad=(8, 8, 0, 0))
            if on
            else None
        )
        cells.append(
            node("column", node("stack", _clip(index, 104), mark, width="fill", height=104),
                 w.text(name, "14,20,Medium,0.1", lines=1, pad=(2, 6, 2, 0)), on=ev("clip", value=index),
                 id="clip_item", cls=w.GROUP,
                 selected=on, width="fill", align="stretch")
        )  # fmt: skip
    body = w.page(
        p.block("Filmed with this phone"), node("grid", cells, columns=2, gap=14, width="fill", pad=(16, 0, 16, 0))
    )
    return Screen(
        body,
        top=p.bar("Upload a video"),
        bottom=_bottom("Next", ev("go", to="details"), "next"),
        title="Upload a video",
    )


def _bottom(label: str, on: Ev, rid: str, enabled: bool = True) -> Node:
    return node("column", w.divider(), node("row", c.button(label, on, rid=rid, enabled=enabled), width="fill",
    pad=(16, 10, 16, 10)),
                width="fill", bg="surface", align="stretch")  # fmt: skip


def _row(glyph: str, label: str, value: str, to: str, rid: str) -> Node:
    return w.row(
        label,
        value,
        on=ev("go", to=to),
        rid=rid,
        leading=w.icon(glyph),
        trailing=w.icon("chevron_right", 22),
        height=66,
    )


def details(state: State, place: Route, view: View) -> Screen:
    """Title, words, and every choice with its preset."""
    draft = state.draft
    long = len(draft.title) > TITLE_LENGTH
    title = node("field", id="video_title", text=draft.title, hint="Title", on={"change": ev("words", what="title")},
    width="fill",
                 height=56, variant="outlined", type="bodyL")  # fmt: skip
    about = node("field", id="video_about", text=draft.about, hint="Description", on={"change": ev("words",
    what="about")},
                 width="fill", height=104, lines=3, variant="outlined", type="bodyL")  # fmt: skip
    told = w.text(f"At most {TITLE_LENGTH} characters" if long else f"{len(draft.title)}/{TITLE_LENGTH}",
    "12,16,Regular,0.2",
                  "error" if long else "on_surface_variant", id="hint")  # fmt: skip
    body = w.form(
        node("column", _clip(draft.clip, 190), title, told, about, width="fill", gap=10, pad=(16, 4, 16, 10),
        align="stretch"),
        _row(GLYPHS[draft.audience], "Who can watch", draft.audience, "audience", "row_audience"),
        _row("category", "Category", draft.category, "category", "row_category"),
        _row("chat_bubble_outline", "Comments", draft.comments, "commenting", "row_comments"),
        _row("schedule", "Goes online", draft.when, "when", "row_when"),
        _row("closed_caption", "Captions", draft.captions, "draft_captions", "row_captions"),
        c.switch_row("Made for children", "No comments, no notifications", ev("kids"), draft.kids, rid="row_kids",
                     icon_name="child_care"),
    )  # fmt: skip
    ready = bool(draft.title.strip()) and not long
    return Screen(
        body, top=p.bar("Details"), bottom=_bottom("Review", ev("go", to="review"), "review", ready), title="Details"
    )


def _window(state: State, place: Route, view: View, window: Overlay, title: str) -> Screen:
    below = details(state, place, view)
    return Screen(below.body, top=below.top, bottom=below.bottom, overlay=window, title=title)


def audience(state: State, place: Route, view: View) -> Screen:
    """Who may watch it."""
    rows = [
        c.radio_row(name, ev("part", what="audience", value=name), name == state.draft.audience, rid="audience_option",
                    support=ABOUT[name], leading=w.icon(GLYPHS[name], 22), height=64, inset=18)
        for name in AUDIENCES
    ]  # fmt: skip
    return _window(state, place, view, Overlay("sheet", p.sheet("Who can watch", rows)), "Who can watch")


def _choice(title: str, options: Sequence[str], what: str) -> Callable[[State, Route, View], Screen]:
    def draw(state: State, place: Route, view: View) -> Screen:
        asked = c.choice_dialog(title, options, getattr(state.draft, what), ev("part", what=what))
        return _window(state, place, view, Overlay("dialog", asked), title)

    return draw


category = _choice("Category", CATEGORIES, "category")
commenting = _choice("Comments", COMMENTING, "comments")
when = _choice("Goes online", WHEN, "when")
draft_captions = _choice("Captions", CAPTIONS, "captions")


def _facts(*pairs: tuple[str, str]) -> list[Node]:
    return [
        node("row", w.text(name, "14,20,Regular,0.1", "on_surface_variant", width=130), w.text(value,
        "15,20,Medium,0.1", grow=1,
             id="value"), id="row_fact", cls=w.GROUP, width="fill", pad=(16, 8, 16, 8), align="center")
        for name, value in pairs
    ]  # fmt: skip


def review(state: State, place: Route, view: View) -> Screen:
    """Everything once more."""
    draft = state.draft
    body = w.form(
        node("column", _clip(draft.clip, 200), w.text(draft.title or "No title", "19,26,Bold,-0.1", id="review_title"),
             w.text(draft.about or "No description", "14,20,Regular,0.1", "on_surface_variant", lines=4), width="fill",
             gap=8,
             pad=(16, 4, 16, 10), align="stretch"),
        w.divider(), w.space(6),
        _facts(("Who can watch", draft.audience), ("Category", draft.category), ("Comments", draft.comments),
               ("Goes online", draft.when), ("Captions", draft.captions), ("For children",
               "Yes" if draft.kids else "No")),
    )  # fmt: skip
    return Screen(body, top=p.bar("Review"), bottom=_bottom("Upload", ev("publish"), "publish"), title="Review")


def _chosen(own: Upload) -> list[Node]:
    return _facts(("Number", own.number), ("Who can watch", own.audience), ("Category", own.category), ("Comments",
    own.comments),
                  ("Goes online", own.when), ("Captions", own.captions), ("For children",
                  "Yes" if own.kids else "No"))  # fmt: skip


def uploaded(state: State, place: Route, view: View) -> Screen:
    """That it is there, and under which number."""
    own = record(state, place.get("key", ""))
    if own is None:
        return gone("video")
    name = "It is online" if own.when == WHEN[0] else f"Goes online: {own.when}"
    body = w.page(
        node("column", w.space(18), w.disc("cloud_done", 88), w.space(12), w.text(name, "24,32,Bold,-0.2",
        text_align="center"),
             w.text(own.title, "16,23,Regular,0.1", "on_surface_variant", text_align="center", lines=2, pad=(32, 2, 32,
             12)),
             width="fill", align="center"),
        _facts(("Clip", own.clip)), _chosen(own), w.space(10),
        node("column", c.button("Watch it", ev("watch", key=own.number), rid="watch_it"),
             c.button("Done", ev("nav", to="you"), rid="done", variant="tonal"), width="fill", gap=10, pad=(16, 0, 16,
             0),
             align="stretch"),
    )  # fmt: skip
    return Screen(body, top=p.bar("Uploaded"), title="Uploaded")
