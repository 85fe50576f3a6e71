"""How a photo gets onto Framelet: pick it, edit it, say who sees it, look it over, post it."""

from dataclasses import replace

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.model import (
    CAPTION_LENGTH,
    CROPS,
    FILTERS,
    FIRST_NUMBER,
    NO_PLACE,
    PLACES,
    ROLL,
    WHO_COMMENTS,
    Draft,
    OwnPost,
    State,
    record,
    roll_seed,
)
from adapters.phone.components.boxes import line
from adapters.phone.components.choices import Entry, choice_dialog, choice_sheet
from adapters.phone.components.fields import plain_field
from adapters.phone.components.settings_rows import fact
from adapters.phone.framework.actions import Handled, assign, back, focus, go, replace_with, switch_to, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Overlay, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Art, Ev, Node, ev, node

READERS = (
    Entry("Followers", "The 312 who follow you", icon="group"),
    Entry("Close friends", "Only those on your list", icon="star"),
    Entry("Everyone", "Anybody on Framelet, in search too", icon="public"),
    Entry("Only me", "Kept for yourself", icon="lock"),
)
"""The audiences of a post."""
SHAPES = {"Square": (1.0, "crop_square"), "Portrait": (0.8, "crop_portrait"), "Landscape": (1.78, "crop_landscape")}
"""Width of a shape by its height, and its icon."""
CREATE = ".CreateActivity"


def _art(draft: Draft, filter_: str = "") -> Art:
    """The picked photo as it will look."""
    return Art(f"photo:{(filter_ or draft.filter).lower()}:{ROLL[draft.photo]}", draft.photo)


def _next(name: str) -> Node:
    """The button of the top bar that leads on."""
    return node(
        "button", text="Next", on=then(focus(None), go(name)), id="next", variant="text", height=44,
        type="15,20,Bold,0.1", pad=(14, 0),
    )  # fmt: skip


@app.screen("new", activity=CREATE)
def pick(state: State) -> Screen:
    """The camera roll."""
    preview = node(
        "image", art=_art(state.draft, "Original"), width="fill", height=340, desc="Chosen photo", id="preview"
    )
    head = line(
        w.text("Recent", "16,22,Bold,0"), w.icon("expand_more", 20), w.push(), w.icon("photo_camera", 22),
        height=52, pad=(16, 0), gap=4,
    )  # fmt: skip
    photos = [_roll_photo(index, chosen=index == state.draft.photo) for index in range(len(ROLL))]
    body = w.page(preview, head, node("grid", photos, columns=4, gap=2, width="fill"))
    return Screen(body, top=p.bar("New post", _next("edit")), title="New post")


def _roll_photo(index: int, *, chosen: bool) -> Node:
    image = node(
        "image", art=Art(f"photo:original:{ROLL[index]}", index), width="fill", height=101, desc=f"Photo {index + 1}",
        id="roll_photo",
    )  # fmt: skip
    mark = node("row", w.icon("check_circle", 22, "primary"), place=("end", "start"), pad=(0, 6, 6, 0))
    return node(
        "stack", image, mark if chosen else None,
        on=assign("draft.photo", index), id="roll_item", cls="android.widget.FrameLayout", width="fill", height=101,
        selected=chosen,
    )  # fmt: skip


@app.screen("edit", activity=CREATE)
def edit(state: State) -> Screen:
    """Filter and shape."""
    draft = state.draft
    width = 329.0 if draft.crop == "Portrait" else 411.0
    image = node(
        "image", art=_art(draft), width=width, height=width / SHAPES[draft.crop][0], desc="Preview", id="preview"
    )
    frame = node("column", image, width="fill", height=411, align="center", justify="center", bg="#0B0D0E")
    filters = node(
        "scroll", [_filter_option(draft, name) for name in FILTERS],
        horizontal=True, id="filters", cls="androidx.recyclerview.widget.RecyclerView", width="fill", height=120,
        pad=(12, 4, 12, 0), gap=4,
    )  # fmt: skip
    crops = node("row", [_crop_option(draft, name) for name in CROPS], width="fill", gap=8, pad=(14, 0))
    body = w.form(frame, p.label("Filter"), filters, p.label("Shape"), crops)
    return Screen(body, top=p.bar("Edit", _next("details")), title="Edit")


def _filter_option(draft: Draft, name: str) -> Node:
    chosen = name == draft.filter
    color = "primary" if chosen else "on_surface_variant"
    return node(
        "column",
        node("image", art=_art(draft, name), width=84, height=84, radius=4, outline="primary" if chosen else ""),
        w.text(name, "13,18,Bold,0" if chosen else "13,18,Regular,0.1", color),
        on=assign("draft.filter", name), id="filter_option", cls="android.widget.RadioButton", checked=chosen, gap=6,
        align="center", width=92,
    )  # fmt: skip


def _crop_option(draft: Draft, name: str) -> Node:
    chosen = name == draft.crop
    return node(
        "row",
        w.icon(SHAPES[name][1], 20, "primary" if chosen else "on_surface_variant"),
        w.text(name, "14,20,Medium,0.1", "primary" if chosen else "on_surface"),
        on=assign("draft.crop", name), id="crop_option", cls="android.widget.RadioButton", checked=chosen, grow=1,
        height=46, gap=8, align="center", justify="center", radius=4,
        outline="primary" if chosen else "outline_variant",
    )  # fmt: skip


@app.screen("details", activity=CREATE)
def details(state: State) -> Screen:
    """What is written with a photo and who may see it; everything has a preset."""
    draft, caption = state.draft, bind(state, "draft.caption")
    thumb = node("image", art=_art(draft), width=84, height=84, radius=4, desc="Chosen photo", id="preview")
    box = plain_field(
        caption.value, "Write a caption", rid="caption", change=caption.limited(CAPTION_LENGTH), height=92, lines=3
    )
    length = f"{len(caption.value)}/{CAPTION_LENGTH}"
    body = w.form(
        node("row", thumb, box, width="fill", gap=14, pad=(16, 16, 16, 6)),
        p.time_text(length, text_align="end", width="fill", pad=(16, 0, 16, 6)),
        w.divider(),
        _choice_row("visibility", "Audience", draft.audience, "audience", "row_audience"),
        _choice_row("location_on", "Location", draft.place, "pick_place", "row_place", chosen=draft.place != NO_PLACE),
        _choice_row("chat_bubble_outline", "Who can comment", draft.comments, "who_comments", "row_comments"),
    )
    bottom = p.bottom_button("Review", then(focus(None), go("review")), rid="review")
    return Screen(body, top=p.bar("New post"), bottom=bottom, title="New post")


def _choice_row(glyph: str, label: str, value: str, to: str, rid: str, *, chosen: bool = True) -> Node:
    color = "primary" if chosen else "on_surface_variant"
    text = p.body_text(value, color=color, lines=1, id="value", max_width=170)
    tail = node("row", text, w.icon("chevron_right", 22), align="center", gap=2)
    return w.row(label, on=go(to), rid=rid, leading=w.icon(glyph, 24, "on_surface"), trailing=tail, height=58)


@app.sheet("audience", over="details", title="Audience")
def audience(state: State) -> Node:
    """Who may see the post."""
    chosen = bind(state, "draft.audience")
    return choice_sheet("Who can see this post?", chosen, READERS, rid="audience_option", look=p.SHEET, inset=18)


@app.dialog("who_comments", over="details", title="Who can comment")
def who_comments(state: State) -> Overlay:
    """Who may comment on the post."""
    return choice_dialog("Who can comment", bind(state, "draft.comments"), WHO_COMMENTS, **p.DIALOG)


@app.screen("pick_place", activity=CREATE)
def pick_place(state: State) -> Screen:
    """Where the photo was taken."""
    chosen = bind(state, "draft.place")
    rows = [
        w.row(
            name, on=then(chosen.to(name), back()), rid="row_place", height=58,
            leading=w.icon("location_off" if name == NO_PLACE else "location_on", 24, "on_surface"),
            trailing=w.icon("check", 22, "primary") if name == chosen.value else None, selected=name == chosen.value,
        )
        for name in PLACES
    ]  # fmt: skip
    return Screen(w.page(rows), top=p.bar("Location"), title="Location")


@app.screen("review", activity=CREATE)
def review(state: State) -> Screen:
    """Everything once more before it is posted."""
    draft = state.draft
    width, height = (240, 300) if draft.crop == "Portrait" else (300, 300 / SHAPES[draft.crop][0])
    image = node("image", art=_art(draft), width=width, height=height, radius=4, desc="Chosen photo", id="preview")
    color = "on_surface" if draft.caption else "on_surface_variant"
    body = w.form(
        node("column", image, width="fill", align="center", pad=(0, 16, 0, 12)),
        w.text(draft.caption or "No caption", "15,22,Regular,0.1", color, pad=(16, 0, 16, 10), id="caption"),
        w.divider(),
        w.space(6),
        _facts(draft, draft.photo + 1),
    )
    bottom = p.bottom_button("Share now", ev("publish"), rid="publish")
    return Screen(body, top=p.bar("Review"), bottom=bottom, title="Review")


def _facts(post: Draft | OwnPost, shot: int) -> list[Node]:
    """What was chosen for a post."""
    pairs = (
        ("Photo", f"Photo {shot} of {len(ROLL)}"),
        ("Audience", post.audience),
        ("Location", post.place),
        ("Who can comment", post.comments),
        ("Filter", post.filter),
        ("Shape", post.crop),
    )
    return [fact(name, value, name_id="fact") for name, value in pairs]


@app.on("publish")
def publish(state: State, view: View) -> Handled:
    """Post the draft."""
    draft = state.draft
    number = f"FR-{FIRST_NUMBER + len(state.posts)}"
    post = OwnPost(
        number, f"photo:{draft.filter.lower()}:{ROLL[draft.photo]}", draft.filter, draft.crop, draft.caption.strip(),
        draft.audience, draft.place, draft.comments, view.now.strftime(TIME_FORMAT), draft.photo + 1,
    )  # fmt: skip
    after = replace(state, posts=(*state.posts, post), draft=Draft())
    return after, Replace(route("home"), root=True), Go(route("posted", key=number)), Toast("Posted")


@app.screen("posted", activity=".PostedActivity")
def posted(state: State, key: str = "") -> Screen:
    """That it is out, under which number, and what was chosen for it."""
    post = record(state, key)
    if post is None:
        return p.not_found()
    photo = node(
        "image", art=Art(post.photo, roll_seed(post.photo)), width=112, height=112, radius=4, desc="Your photo",
        id="photo",
    )  # fmt: skip
    head = node(
        "column",
        w.space(16),
        w.icon("check_circle", 48, "primary"),
        w.space(8),
        w.text("Your post is out", "24,30,Bold,0", text_align="center"),
        w.text(f"{post.number} · {post.audience}", "15,22,Regular,0.1", "on_surface_variant", id="number"),
        w.space(12),
        photo,
        w.space(10),
        width="fill", align="center",
    )  # fmt: skip
    body = w.page(
        head,
        _facts(post, post.shot),
        w.space(10),
        _button_row("See post", replace_with("post", key=key), "see_post", bottom=10),
        _button_row("Done", switch_to("home"), "done", variant="tonal"),
    )
    return Screen(body, top=p.bar("Shared"), title="Shared")


def _button_row(label: str, on: Ev, rid: str, *, variant: str = "filled", bottom: float = 0) -> Node:
    button = c.button(label, on, rid=rid, variant=variant).styled(radius=4)
    return node("row", button, width="fill", pad=(16, 0, 16, bottom))
