"""How a clip gets onto Reelbrook: pick it, say what it is and who may see it, look it over, upload it."""

from dataclasses import replace
from typing import Any

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.app import app
from adapters.phone.apps.reelbrook.catalogue import (
    AUDIENCES,
    CATEGORIES,
    CLIPS,
    COMMENTING,
    NOW,
    TITLE_LENGTH,
    WHEN,
    Clip,
)
from adapters.phone.apps.reelbrook.model import Draft, State, Upload
from adapters.phone.components.boxes import column
from adapters.phone.components.choices import Entry, choice_dialog, choice_sheet
from adapters.phone.components.settings_rows import fact
from adapters.phone.framework.actions import Handled, switch_to
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.playback import length_text
from adapters.phone.framework.state_paths import bind, find
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Overlay, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node


def _picture(clip: Clip, height: float) -> Node:
    length = node("row", p.label(length_text(clip.seconds)), place=("end", "end"), pad=(0, 0, 8, 8))
    image = node("image", art=clip.art, width="fill", height=height, radius=8, desc=clip.name, id="clip")
    return node("stack", image, length, width="fill", height=height)


@app.screen("pick", activity=".UploadActivity")
def pick(state: State) -> Screen:
    """What the phone has filmed."""
    cells = [_cell(state, index, clip) for index, clip in enumerate(CLIPS)]
    grid = node("grid", cells, columns=2, gap=14, width="fill", pad=(16, 0))
    body = w.page(p.block("Filmed with this phone"), grid)
    bottom = p.bottom("Next", p.open_page("details"), "next")
    return Screen(body, top=p.bar("Upload a video"), bottom=bottom, title="Upload a video")


def _cell(state: State, index: int, clip: Clip) -> Node:
    chosen = bind(state, "draft.clip")
    on = index == chosen.value
    mark = node("row", w.icon("check_circle", 26, "primary"), place=("start", "start"), pad=(8, 8, 0, 0))
    return column(
        node("stack", _picture(clip, 104), mark if on else None, width="fill", height=104),
        w.text(clip.name, "14,20,Medium,0.1", lines=1, pad=(2, 6, 2, 0)),
        on=chosen.to(index), id="clip_item", cls=w.GROUP, selected=on,
    )  # fmt: skip


@app.screen("details", activity=".UploadActivity")
def details(state: State) -> Screen:
    """Title, words, and every choice with its preset."""
    draft = state.draft
    long = len(draft.title) > TITLE_LENGTH
    count = p.small_note(
        f"At most {TITLE_LENGTH} characters" if long else f"{len(draft.title)}/{TITLE_LENGTH}",
        color="error" if long else p.SOFT, id="hint",
    )  # fmt: skip
    body = w.form(
        column(
            _picture(CLIPS[draft.clip], 190),
            _box(state, "title", "Title", height=56),
            count,
            _box(state, "about", "Description", height=104, lines=3),
            gap=10, pad=(16, 4, 16, 10),
        ),
        _row(AUDIENCES[draft.audience][0], "Who can watch", draft.audience, "audience", "row_audience"),
        _row("category", "Category", draft.category, "category", "row_category"),
        _row("chat_bubble_outline", "Comments", draft.comments, "commenting", "row_comments"),
        _row("schedule", "Goes online", draft.when, "when", "row_when"),
    )  # fmt: skip
    bottom = p.bottom("Review", p.open_page("review"), "review", enabled=bool(draft.title.strip()) and not long)
    return Screen(body, top=p.bar("Details"), bottom=bottom, title="Details")


def _box(state: State, name: str, hint: str, **look: Any) -> Node:
    value = bind(state, f"draft.{name}")
    return node(
        "field", id=f"video_{name}", text=value.value, hint=hint, on={"change": value.changed},
        width="fill", variant="outlined", type="bodyL", **look,
    )  # fmt: skip


def _row(glyph: str, title: str, value: str, to: str, rid: str) -> Node:
    arrow = w.icon("chevron_right", 22)
    return w.row(title, value, on=p.open_page(to), rid=rid, leading=w.icon(glyph), trailing=arrow, height=66)


@app.sheet("audience", over="details", title="Who can watch")
def audience(state: State) -> Node:
    """Who may watch it."""
    options = [Entry(name, meaning, icon=glyph) for name, (glyph, meaning) in AUDIENCES.items()]
    chosen = bind(state, "draft.audience")
    return choice_sheet("Who can watch", chosen, options, rid="audience_option", look=p.SHEET, inset=18)


@app.dialog("category", over="details", title="Category", distractor="a part that is not asked for")
def category(state: State) -> Overlay:
    """What it is about."""
    return choice_dialog("Category", bind(state, "draft.category"), CATEGORIES)


@app.dialog("commenting", over="details", title="Comments", distractor="a part that is not asked for")
def commenting(state: State) -> Overlay:
    """Who may comment."""
    return choice_dialog("Comments", bind(state, "draft.comments"), COMMENTING)


@app.dialog("when", over="details", title="Goes online")
def when(state: State) -> Overlay:
    """When it can be watched."""
    return choice_dialog("Goes online", bind(state, "draft.when"), WHEN)


def _facts(source: Draft | Upload, **more: str) -> list[Node]:
    """What was chosen for a video, below more that is known of it."""
    facts = {
        **more,
        "Who can watch": source.audience,
        "Category": source.category,
        "Comments": source.comments,
        "Goes online": source.when,
    }
    return [fact(name, value, width=130, pad=(16, 8)) for name, value in facts.items()]


@app.screen("review", activity=".UploadActivity")
def review(state: State) -> Screen:
    """Everything once more."""
    draft = state.draft
    body = w.form(
        column(
            _picture(CLIPS[draft.clip], 200),
            w.text(draft.title or "No title", "19,26,Bold,-0.1", id="review_title"),
            p.soft_text(draft.about or "No description", lines=4),
            gap=8, pad=(16, 4, 16, 10),
        ),
        w.divider(),
        w.space(6),
        _facts(draft),
    )  # fmt: skip
    return Screen(body, top=p.bar("Review"), bottom=p.bottom("Upload", ev("publish"), "publish"), title="Review")


@app.on("publish")
def publish(state: State, view: View) -> Handled:
    """Upload the clip with all that was chosen."""
    draft, title = state.draft, state.draft.title.strip()
    if not title or len(title) > TITLE_LENGTH:
        return Toast("The title is too long" if title else "A video needs a title")
    last = max((int(upload.number.removeprefix("RB-")) for upload in state.uploads), default=905)
    upload = Upload(
        f"RB-{last + 1}", CLIPS[draft.clip].name, title, draft.about.strip(), draft.audience, draft.category,
        draft.comments, draft.when, view.now.strftime(TIME_FORMAT),
    )  # fmt: skip
    after = replace(state, uploads=(*state.uploads, upload), draft=Draft())
    return after, Focus(None), Replace(route("home"), root=True), Go(route("uploaded", key=upload.number))


@app.screen("uploaded", activity=".UploadedActivity")
def uploaded(state: State, key: str = "") -> Screen:
    """That it is there, and under which number."""
    upload = find(state.uploads, number=key)
    if upload is None:
        return p.gone("video")
    message = "It is online" if upload.when == NOW else f"Goes online: {upload.when}"
    body = w.page(
        node(
            "column",
            w.space(18),
            w.disc("cloud_done", 88),
            w.space(12),
            w.text(message, "24,32,Bold,-0.2", text_align="center"),
            w.text(upload.title, "16,23,Regular,0.1", p.SOFT, text_align="center", lines=2, pad=(32, 2, 32, 12)),
            width="fill", align="center",
        ),
        _facts(upload, Clip=upload.clip, Number=upload.number),
        w.space(10),
        column(
            c.button("Watch it", ev("watch", key=upload.number), rid="watch_it"),
            c.button("Done", switch_to("you"), rid="done", variant="tonal"),
            gap=10, pad=(16, 0),
        ),
    )  # fmt: skip
    return Screen(body, top=p.bar("Uploaded"), title="Uploaded")
