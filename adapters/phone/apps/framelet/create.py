"""How a photo gets onto Framelet: pick it, edit it, say who sees it, look it over, post it."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.feed import gone
from adapters.phone.apps.framelet.model import (
    AUDIENCES,
    CAPTION_LENGTH,
    CROPS,
    FILTERS,
    NO_PLACE,
    PLACES,
    ROLL,
    WHO_COMMENTS,
    Draft,
    State,
    record,
    roll_seed,
)
from adapters.phone.apps.framelet.people import person
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

GLYPHS = {"Followers": "group", "Close friends": "star", "Everyone": "public", "Only me": "lock"}
ABOUT = {
    "Followers": "The 312 who follow you",
    "Close friends": "Only those on your list",
    "Everyone": "Anybody on Framelet, in search too",
    "Only me": "Kept for yourself",
}
SHAPES = {"Square": (1.0, "crop_square"), "Portrait": (0.8, "crop_portrait"), "Landscape": (1.78, "crop_landscape")}


def art_of(draft: Draft, filter_: str = "") -> Art:
    """The picked photo as it will look."""
    return Art(f"photo:{(filter_ or draft.filter).lower()}:{ROLL[draft.photo]}", draft.photo)


def _next(label: str, on: str, enabled: bool = True) -> Node:
    return node("button", text=label, on=ev(on) if enabled else None, id="next", variant="text", height=44,
                enabled=enabled, type="15,20,Bold,0.1", pad=(14, 0, 14, 0))  # fmt: skip


def pick(state: State, place: Route, view: View) -> Screen:
    """The camera roll."""
    chosen = state.draft.photo
    cells = []
    for index, kind in enumerate(ROLL):
        image = node("image", art=Art(f"photo:original:{kind}", index), width="fill", height=101,
                     desc=f"Photo {index + 1}", id="roll_photo")  # fmt: skip
        mark = None
        if index == chosen:
            mark = node("row", w.icon("check_circle", 22, "primary"), place=("end", "start"), pad=(0, 6, 6, 0))
        cells.append(
            node("stack", image, mark, on=ev("roll", photo=index), id="roll_item", cls="android.widget.FrameLayout",
                 width="fill", height=101, selected=index == chosen)
        )  # fmt: skip
    preview = node("image", art=art_of(state.draft, "Original"), width="fill", height=340, desc="Chosen photo",
                   id="preview")  # fmt: skip
    head = node("row", w.text("Recent", "16,22,Bold,0"), w.icon("expand_more", 20), w.push(),
                w.icon("photo_camera", 22), width="fill", height=52, pad=(16, 0, 16, 0), gap=4,
                align="center")  # fmt: skip
    top = p.bar("New post", _next("Next", "to_edit"))
    return Screen(w.page(preview, head, node("grid", cells, columns=4, gap=2, width="fill")), top=top, title="New post")


def edit(state: State, place: Route, view: View) -> Screen:
    """Filter and shape."""
    draft = state.draft
    wide = 411.0 if draft.crop != "Portrait" else 329.0
    shape = SHAPES[draft.crop][0]
    image = node("image", art=art_of(draft), width=wide, height=wide / shape, desc="Preview", id="preview")
    frame = node("column", image, width="fill", height=411, align="center", justify="center", bg="#0B0D0E")
    filters = [
        node(
            "column",
            node("image", art=art_of(draft, name), width=84, height=84, radius=4,
                 outline="primary" if name == draft.filter else ""),
            w.text(name, "13,18,Bold,0" if name == draft.filter else "13,18,Regular,0.1",
                   "primary" if name == draft.filter else "on_surface_variant"),
            on=ev("filter", value=name), id="filter_option", cls="android.widget.RadioButton",
            checked=name == draft.filter, gap=6, align="center", width=92,
        )
        for name in FILTERS
    ]  # fmt: skip
    strip = node("scroll", filters, horizontal=True, id="filters", cls="androidx.recyclerview.widget.RecyclerView",
                 width="fill", height=120, pad=(12, 4, 12, 0), gap=4)  # fmt: skip
    crops = [
        node(
            "row", w.icon(SHAPES[name][1], 20, "primary" if name == draft.crop else "on_surface_variant"),
            w.text(name, "14,20,Medium,0.1", "primary" if name == draft.crop else "on_surface"),
            on=ev("crop", value=name), id="crop_option", cls="android.widget.RadioButton", checked=name == draft.crop,
            grow=1, height=46, gap=8, align="center", justify="center", radius=4,
            outline="primary" if name == draft.crop else "outline_variant",
        )
        for name in CROPS
    ]  # fmt: skip
    body = w.form(frame, p.label("Filter"), strip, p.label("Shape"),
                  node("row", crops, width="fill", gap=8, pad=(14, 0, 14, 0)))  # fmt: skip
    return Screen(body, top=p.bar("Edit", _next("Next", "to_details")), title="Edit")


def _row(glyph: str, words: str, value: str, on: str, rid: str, *, picked: bool = True) -> Node:
    tail = node("row", w.text(value, "14,20,Regular,0.1", "on_surface_variant" if not picked else "primary", lines=1,
                              id="value", max_width=170), w.icon("chevron_right", 22), align="center",
                              gap=2)  # fmt: skip
    return w.row(words, on=ev("go", to=on), rid=rid, leading=w.icon(glyph, 24, "on_surface"), trailing=tail, height=58)


def details(state: State, place: Route, view: View) -> Screen:
    """What is said with a photo and who may see it; everything has a preset."""
    draft = state.draft
    thumb = node("image", art=art_of(draft), width=84, height=84, radius=4, desc="Chosen photo", id="preview")
    box = node("field", id="caption", text=draft.caption, hint="Write a caption", on={"change": ev("caption")}, grow=1,
               height=92, lines=3, type="bodyL", color="on_surface")  # fmt: skip
    long = len(draft.caption) > CAPTION_LENGTH
    told = w.text(f"{len(draft.caption)}/{CAPTION_LENGTH}", "12,16,Regular,0.2",
    "error" if long else "on_surface_variant",
                  text_align="end", width="fill", pad=(16, 0, 16, 6))  # fmt: skip
    tagged = ", ".join(draft.tagged) or "Nobody"
    rows = [
        _row("visibility", "Audience", draft.audience, "audience", "row_audience"),
        _row("location_on", "Location", draft.place, "pick_place", "row_place", picked=draft.place != NO_PLACE),
        _row("person_outline", "Tag people", tagged, "tag_people", "row_tag", picked=bool(draft.tagged)),
        _row("chat_bubble_outline", "Who can comment", draft.comments, "who_comments", "row_comments"),
        w.divider(),
        c.switch_row("Hide like count", "Only you see how many there are", ev("draft_switch", name="hide_likes"),
                     draft.hide_likes, rid="row_hide_likes", icon_name="favorite_border"),
        c.switch_row("Also share to your story", "Gone after 24 hours", ev("draft_switch", name="story"), draft.story,
                     rid="row_story", icon_name="add_circle_outline"),
    ]  # fmt: skip
    head = node("row", thumb, box, width="fill", gap=14, pad=(16, 16, 16, 6))
    go = c.button("Review", ev("to_review"), rid="review", enabled=not long).styled(radius=4)
    bottom = node("row", go, width="fill", pad=(16, 10, 16, 10), bg="surface")
    return Screen(w.form(head, told, w.divider(), rows), top=p.bar("New post"), bottom=bottom, title="New post")


def _dialog(
    state: State, place: Route, view: View, title: str, options: Sequence[str], chosen: str, what: str
) -> Screen:
    below = details(state, place, view)
    asked = c.choice_dialog(title, options, chosen, ev("draft_set", what=what))
    return Screen(below.body, top=below.top, bottom=below.bottom, overlay=Overlay("dialog", asked.styled(radius=6)),
                  title=title)  # fmt: skip


def audience(state: State, place: Route, view: View) -> Screen:
    """Who may see the post."""
    below = details(state, place, view)
    rows = [
        c.radio_row(name, ev("draft_set", what="audience", value=name), name == state.draft.audience,
                    rid="audience_option", support=ABOUT[name], leading=w.icon(GLYPHS[name], 22), height=64, inset=18)
        for name in AUDIENCES
    ]  # fmt: skip
    return Screen(below.body, top=below.top, bottom=below.bottom, title="Audience",
                  overlay=Overlay("sheet", p.sheet("Who can see this post?", rows)))  # fmt: skip


def who_comments(state: State, place: Route, view: View) -> Screen:
    """Who may comment on the post."""
    return _dialog(state, place, view, "Who can comment", WHO_COMMENTS, state.draft.comments, "comments")


def pick_place(state: State, place: Route, view: View) -> Screen:
    """Where the photo was taken."""
    rows = [
        w.row(
            name, on=ev("draft_set", what="place", value=name), rid="row_place", height=58,
            leading=w.icon("location_off" if name == NO_PLACE else "location_on", 24, "on_surface"),
            trailing=w.icon("check", 22, "primary") if name == state.draft.place else None,
            selected=name == state.draft.place,
        )
        for name in PLACES
    ]  # fmt: skip
    return Screen(w.page(rows), top=p.bar("Location"), title="Location")


def tag_people(state: State, place: Route, view: View) -> Screen:
    """Who is in the photo."""
    rows = []
    for one in state.following:
        if person(one.handle) is None:
            continue
        on = one.handle in state.draft.tagged
        mark = w.icon("check_circle" if on else "radio_button_unchecked", 24, "primary" if on else "outline")
        rows.append(p.person_row(state, one.handle, trailing=mark, on=ev("tag_person", handle=one.handle)))
    done = node("button", text="Done", on=w.UP, id="done", variant="text", height=44, type="15,20,Bold,0.1")
    return Screen(w.page(rows), top=p.bar("Tag people", done), title="Tag people")


def _facts(audience_: str, place: str, tagged: Sequence[str], comments: str, hide: bool, story: bool, filter_: str,
           crop: str, shot: int) -> list[Node]:  # fmt: skip
    pairs = (
        ("Photo", f"Photo {shot} of {len(ROLL)}"),
        ("Audience", audience_), ("Location", place), ("Tagged", ", ".join(tagged) or "Nobody"),
        ("Who can comment", comments), ("Like count", "Hidden" if hide else "Shown"), ("Story",
        "Yes" if story else "No"),
        ("Filter", filter_), ("Shape", crop),
    )  # fmt: skip
    return [
        node("row", w.text(name, "14,20,Regular,0.1", "on_surface_variant", width=140, id="fact"),
             w.text(value, "15,20,Medium,0.1", grow=1, id="value"), id="row_fact", cls=w.GROUP, width="fill",
             pad=(16, 9, 16, 9), align="center")
        for name, value in pairs
    ]  # fmt: skip


def review(state: State, place: Route, view: View) -> Screen:
    """Everything once more before it is posted."""
    draft = state.draft
    height = 300 / (SHAPES[draft.crop][0] if draft.crop != "Portrait" else 1)
    wide = 300 if draft.crop != "Portrait" else 240
    image = node("image", art=art_of(draft), width=wide, height=height, radius=4, desc="Chosen photo", id="preview")
    body = w.form(
        node("column", image, width="fill", align="center", pad=(0, 16, 0, 12)),
        w.text(draft.caption or "No caption", "15,22,Regular,0.1",
        "on_surface" if draft.caption else "on_surface_variant",
               pad=(16, 0, 16, 10), id="caption"),
        w.divider(), w.space(6),
        _facts(draft.audience, draft.place, draft.tagged, draft.comments, draft.hide_likes, draft.story, draft.filter,
               draft.crop, draft.photo + 1),
    )  # fmt: skip
    go = c.button("Share now", ev("publish"), rid="publish").styled(radius=4)
    bottom = node("row", go, width="fill", pad=(16, 10, 16, 10), bg="surface")
    return Screen(body, top=p.bar("Review"), bottom=bottom, title="Review")


def posted(state: State, place: Route, view: View) -> Screen:
    """That it is out, under which number, and what was chosen for it."""
    own = record(state, place.get("key", ""))
    if own is None:
        return gone()
    body = w.page(
        node("column", w.space(16), w.icon("check_circle", 48, "primary"), w.space(8),
             w.text("Your post is out", "24,30,Bold,0", text_align="center"),
             w.text(f"{own.number} · {own.audience}", "15,22,Regular,0.1", "on_surface_variant", id="number"),
             w.space(12), node("image", art=Art(own.photo, roll_seed(own.photo)), width=112, height=112, radius=4,
             desc="Your photo",
             id="photo"),
             w.space(10), width="fill", align="center"),
        _facts(own.audience, own.place, own.tagged, own.comments, own.hide_likes, own.story, own.filter, own.crop,
               own.shot),
        w.space(10),
        node("row", c.button("See post", ev("see", key=own.number), rid="see_post").styled(radius=4), width="fill",
             pad=(16, 0, 16, 10)),
        node("row", c.button("Done", ev("tab", to="home"), rid="done", variant="tonal").styled(radius=4), width="fill",
             pad=(16, 0, 16, 0)),
    )  # fmt: skip
    return Screen(body, top=p.bar("Shared"), title="Shared")
