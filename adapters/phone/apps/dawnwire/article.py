"""One article, its author, and the lists that it can be saved to."""

from __future__ import annotations

from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.desk import author
from adapters.phone.apps.dawnwire.model import ALERTS, LISTS, State, follows, kept, like_count, likes, said
from adapters.phone.apps.dawnwire.stories import Story, by, in_section, story
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

BODY = {"Small": "15,23", "Standard": "17,26", "Large": "20,30", "Largest": "23,34"}


def gone(what: str) -> Screen:
    """A place whose subject is not there (any more)."""
    line = "It may have been withdrawn, or the link is wrong."
    return Screen(w.page(w.empty("search_off", f"No such {what}", line)), top=w.app_bar("Dawnwire"), title="Not found")


def page(state: State, place: Route, view: View) -> Screen:
    """The article with its author, its topics, and what one can do with it."""
    one = story(place.get("key", ""))
    if one is None:
        return gone("article")
    top = w.app_bar(
        "",
        w.action("format_size", "Text size", ev("go", to="choose", what="text_size"), rid="text_size"),
        w.action("playlist_add", "Save to a list", ev("save_to", key=one.key), rid="save_to"),
        w.action("share", "Share", ev("share", key=one.key), rid="share"),
    )
    return Screen(_body(state, one, view), top=top, bottom=_engage(state, one), title=one.title)


def _body(state: State, one: Story, view: View) -> Node:
    style = f"{BODY.get(state.settings.text_size, BODY['Standard'])},Regular,0.1"
    picture = None
    if state.settings.pictures != "Never":
        picture = node("image", art=one.art, width="fill", height=218, desc="Picture of the article", id="photo")
    head = node(
        "column",
        w.text(one.section.upper(), "12,16,Bold,0.8", "primary", id="section"),
        p.headline(one.title, 30, heading=True, lines=6),
        w.text(one.lead, "16,24,Regular,0.1", "on_surface_variant", id="lead"),
        width="fill",
        pad=(16, 4, 16, 12),
        gap=8,
    )
    meta = node(
        "row",
        node("row", p.byline(one, p.ago(one.published, view.now)), grow=1),
        w.text(f"{one.minutes} min read", "bodyM", "on_surface_variant"),
        width="fill",
        pad=(16, 12, 16, 4),
        align="center",
    )
    others = [other for other in (*by(one.author), *in_section(one.section)) if other.key != one.key]
    near = list(dict.fromkeys(others))[:3]
    return w.page(
        head,
        _author_strip(state, one.author),
        picture,
        meta,
        [w.text(part, style, pad=(16, 8, 16, 8), id="paragraph") for part in one.text],
        _topics(state, one),
        p.kicker("Read next"),
        p.ruled([p.story_row(state, other, view.now) for other in near]),
    )


def _author_strip(state: State, name: str) -> Node:
    known = author(name)
    button = p.follow_button(ev("follow", name=name), follows(state, name) is not None, rid="follow_author")
    names = node(
        "column",
        w.text(name, "titleS/Bold", lines=1, id="author"),
        w.text(known.beat, "bodyS", "on_surface_variant", lines=1) if known else None,
        grow=1,
    )
    return node(
        "row",
        w.avatar(known.face if known else 0, 40),
        names,
        button,
        on=ev("go", to="author", name=name),
        id="row_author",
        cls=w.GROUP,
        width="fill",
        pad=(16, 6, 16, 12),
        gap=12,
        align="center",
    )


def _topics(state: State, one: Story) -> Node | None:
    if not one.topics:
        return None
    chips = [
        node(
            "chip",
            text=name,
            on=ev("go", to="topic", name=name),
            variant="action",
            id="chip_topic",
            height=32,
            radius=p.CORNER,
        )
        for name in one.topics
    ]
    return node("row", chips, width="fill", gap=8, pad=(16, 12, 16, 4), wrap=True)


def _engage(state: State, one: Story) -> Node:
    """Like, comment, save: three neighbours at the lower edge."""
    liked, saved = likes(state, one.key), kept(state, one.key) is not None
    many = len(said(state, one.key))
    cells = [
        _cell("thumb_up" if liked else "thumb_up_off_alt", like_count(state, one), "Unlike" if liked else "Like",
              ev("like", key=one.key), "like", liked),
        _cell("chat_bubble_outline", str(many), "Comments", ev("go", to="comments", key=one.key), "comments", False),
        _cell("bookmark" if saved else "bookmark_border", "Saved" if saved else "Save",
              "Remove from saved" if saved else "Save", ev("save", key=one.key), "save", saved),
    ]  # fmt: skip
    row = node("row", cells, width="fill", height=56, align="center")
    return node("column", w.divider(), row, width="fill", bg="surface", align="stretch")


def _cell(glyph: str, label: str, desc: str, on: Ev, rid: str, active: bool) -> Node:
    color = "primary" if active else "on_surface_variant"
    return node(
        "row",
        w.icon(glyph, 22, color),
        w.text(label, "labelL", color),
        on=on,
        id=rid,
        desc=desc,
        selected=active,
        cls="android.widget.Button",
        grow=1,
        height=56,
        gap=8,
        align="center",
        justify="center",
    )


def author_page(state: State, place: Route, view: View) -> Screen:
    """Somebody who writes, with all articles."""
    one = author(place.get("name", ""))
    if one is None:
        return gone("author")
    following = follows(state, one.name)
    head = node(
        "row",
        w.avatar(one.face, 76),
        node(
            "column",
            p.headline(one.name, 26, lines=2),
            w.text(one.beat, "bodyM", "on_surface_variant", lines=2),
            w.text(f"{one.followers} followers", "bodyM", "on_surface_variant"),
            grow=1,
        ),
        width="fill",
        pad=(16, 14, 16, 10),
        gap=16,
        align="center",
    )
    button = p.follow_button(ev("follow", name=one.name), following is not None, rid="follow_author")
    alerts = None
    if following is not None:
        bell = "notifications_none" if following.alerts != ALERTS[2] else "notifications_off"
        alerts = w.row(
            "Notify me about", following.alerts, on=ev("go", to="alerts", name=one.name), rid="row_alerts",
            leading=w.icon(bell), trailing=w.icon("expand_more"), height=72,
        )  # fmt: skip
    rows = [p.story_row(state, other, view.now) for other in by(one.name)]
    body = w.page(
        head,
        w.text(one.about, "bodyL", pad=(16, 0, 16, 12)),
        node("row", button.styled(grow=1, height=44), width="fill", pad=(16, 0, 16, 10)),
        alerts,
        p.kicker("Articles"),
        p.ruled(rows),
    )
    return Screen(body, top=w.app_bar(one.name), title=one.name)


def alerts_dialog(state: State, place: Route, view: View) -> Screen:
    """How an author may ring."""
    name = place.get("name", "")
    known = follows(state, name)
    chosen = known.alerts if known is not None else ALERTS[1]
    asked = c.choice_dialog("Notify me about", ALERTS, chosen, ev("alerts", name=name))
    below = author_page(state, place, view)
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", asked.styled(radius=4)), title="Notify me about")


def save_dialog(state: State, place: Route, view: View) -> Screen:
    """Which list an article is saved to."""
    key = place.get("key", "")
    asked = c.choice_dialog("Save to", LISTS, state.ui.list, ev("pick_list"), yes=("Save", ev("save_there", key=key)))
    if story(key) is None:
        return gone("article")
    shown = page(state, place, view)
    return Screen(
        shown.body,
        top=shown.top,
        bottom=shown.bottom,
        overlay=Overlay("dialog", asked.styled(radius=4)),
        title="Save to",
    )
