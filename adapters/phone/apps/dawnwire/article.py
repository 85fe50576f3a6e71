"""One article of Dawnwire, what can be done with it, and the lists that it can be saved to."""

from dataclasses import replace

from adapters.phone.apps.dawnwire import model
from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.app import app
from adapters.phone.apps.dawnwire.authors import follow_author
from adapters.phone.apps.dawnwire.model import LISTS, READ_LATER, State
from adapters.phone.apps.dawnwire.paper import Story, author_of, by, in_section, story_of
from adapters.phone.components.bars import bottom_bar
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

NEAR = 3
"""Articles that are offered after one."""


@app.screen("article")
def article(state: State, view: View, key: str = "") -> Screen:
    """The article with its author, its topics, and what one can do with it."""
    story = story_of(key)
    if story is None:
        return p.not_found("article")
    saved = model.saved_of(state, key)
    save_to = then(assign("ui.list", saved.list if saved else READ_LATER), go("save_to", key=key))
    top = w.app_bar(
        "",
        w.action("playlist_add", "Save to a list", save_to, rid="save_to"),
        p.share_button(story),
    )
    return Screen(_body(state, story, view), top=top, bottom=_controls(state, story), title=story.title)


def _body(state: State, story: Story, view: View) -> Node:
    picture = node("image", art=story.art, width="fill", height=218, desc="Picture of the article", id="photo")
    head = column(
        w.text(story.section.upper(), "12,16,Bold,0.8", "primary", id="section"),
        p.headline(story.title, 30, heading=True, lines=6),
        w.text(story.lead, "16,24,Regular,0.1", "on_surface_variant", id="lead"),
        pad=(16, 4, 16, 12), gap=8, align="start",
    )  # fmt: skip
    near = [other for other in (*by(story.author), *in_section(story.section)) if other != story]
    return w.page(
        head,
        _author_strip(state, story.author),
        picture,
        line(
            p.byline(story, p.ago(story.published, view.now)), p.note(f"{story.minutes} min read"), pad=(16, 12, 16, 4)
        ),
        [w.text(part, "17,26,Regular,0.1", pad=(16, 8), id="paragraph") for part in story.text],
        _topics(story),
        p.kicker("Read next"),
        p.ruled([p.story_row(other, view.now) for other in list(dict.fromkeys(near))[:NEAR]]),
    )


def _author_strip(state: State, name: str) -> Node:
    author = author_of(name)
    names = words(w.text(name, "titleS/Bold", lines=1, id="author"), p.small(author.beat, lines=1) if author else None)
    face = w.avatar(author.face if author else 0, 40)
    return line(
        face, names, follow_author(state, name),
        on=go("author", name=name), id="row_author", cls=w.GROUP, pad=(16, 6, 16, 12), gap=12,
    )  # fmt: skip


def _topics(story: Story) -> Node | None:
    if not story.topics:
        return None
    chips = [
        node(
            "chip", text=name, on=go("topic", name=name), variant="action", id="chip_topic", height=32, radius=p.CORNER
        )
        for name in story.topics
    ]
    return line(chips, gap=8, pad=(16, 12, 16, 4), wrap=True, align="start")


def _controls(state: State, story: Story) -> Node:
    """Like, comment, save: three neighbours at the lower edge."""
    key = story.key
    liked, saved = model.is_liked(state, key), model.saved_of(state, key) is not None
    thumb, like = (p.THUMB, "Unlike") if liked else (p.THUMB_OUTLINE, "Like")
    bookmark, label, save = (p.BOOKMARK_OUTLINE, "Save", "Save")
    if saved:
        bookmark, label, save = (p.BOOKMARK, "Saved", "Remove from saved")
    comments = str(len(model.comments_on(state, key)))
    read_comments = then(assign("ui.comment", ""), assign("ui.answers", ""), go("comments", key=key))
    return bottom_bar(
        _control(thumb, model.like_count(state, story), like, ev("like", key=key), rid="like", active=liked),
        _control("chat_bubble_outline", comments, "Comments", read_comments, rid="comments"),
        _control(bookmark, label, save, ev("save", key=key), rid="save", active=saved),
        pad=0,
        gap=0,
    )


def _control(glyph: str, label: str, desc: str, on: Ev, *, rid: str, active: bool = False) -> Node:
    tint = "primary" if active else "on_surface_variant"
    return node(
        "row", w.icon(glyph, 22, tint), w.text(label, "labelL", tint),
        on=on, id=rid, desc=desc, selected=active, cls="android.widget.Button",
        grow=1, height=56, gap=8, align="center", justify="center",
    )  # fmt: skip


@app.on("like")
def like(state: State, view: View, key: str) -> State:
    """Like an article, or no longer."""
    if model.is_liked(state, key):
        return replace(state, liked=without(state.liked, story=key))
    return replace(state, liked=(*state.liked, model.like_record(key, view.now.strftime(TIME_FORMAT))))


@app.on("save")
def save(state: State, view: View, key: str) -> Handled:
    """Save an article to the first list, or remove it from whichever list it is on."""
    saved = model.saved_of(state, key)
    if saved is None:
        return _with_saved(state, view, key, READ_LATER), Toast(f"Saved to {READ_LATER}")
    return replace(state, saved=without(state.saved, story=key)), Toast(f"Removed from {saved.list}")


@app.dialog("save_to", over="article", title="Save to", distractor="saving an article is not liking it")
def save_to(state: State, key: str = "") -> Node:
    """Which list an article is saved to."""
    save_it = ev("save_to_list", key=key)
    return confirmed_choice("Save to", bind(state, "ui.list"), LISTS, "Save", save_it, radius=p.WINDOW_RADIUS)


@app.on("save_to_list")
def save_to_list(state: State, view: View, key: str) -> Handled:
    """Save an article to the chosen list, and to no other."""
    return _with_saved(state, view, key, state.ui.list), Back(), Toast(f"Saved to {state.ui.list}")


def _with_saved(state: State, view: View, key: str, chosen: str) -> State:
    saved = model.saved_record(key, chosen, view.now.strftime(TIME_FORMAT))
    return replace(state, saved=(*without(state.saved, story=key), saved))
