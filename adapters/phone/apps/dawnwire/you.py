"""The reader's own pages: saved articles, follows, likes, edition and alerts."""

from __future__ import annotations

from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.desk import AUTHORS, author
from adapters.phone.apps.dawnwire.feed import author_row
from adapters.phone.apps.dawnwire.model import (
    ALERTS,
    BREAKING,
    BRIEFING_DAYS,
    BRIEFING_TIMES,
    EDITIONS,
    FACE,
    LISTS,
    PICTURES,
    READER,
    TEXT_SIZES,
    State,
)
from adapters.phone.apps.dawnwire.stories import story
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

CHOICES = {
    "edition": ("Edition", EDITIONS),
    "text_size": ("Text size", TEXT_SIZES),
    "briefing_time": ("Briefing at", BRIEFING_TIMES),
    "briefing_days": ("Briefing on", BRIEFING_DAYS),
    "breaking": ("Breaking news", BREAKING),
    "pictures": ("Pictures in lists", PICTURES),
}
"""Setting to the title of its dialog and what can be picked there."""


def saved(state: State, place: Route, view: View) -> Screen:
    """Reading lists, one at a time or all together."""
    chosen = place.get("list", "All")
    chips = [
        c.chip(name, ev("swap", to="saved", list=name), name == chosen, rid="chip_list", single=True, radius=p.CORNER)
        for name in ("All", *LISTS)
    ]
    strip = node("scroll", chips, horizontal=True, id="lists", width="fill", height=52, gap=8, pad=(16, 10, 16, 10))
    rows: list[Node] = []
    for one in reversed(state.saved):
        known = story(one.story)
        if known is not None and chosen in ("All", one.list):
            rows.append(
                p.story_row(
                    state, known, view.now, note=f"{one.list}  ·  saved {p.ago(one.time, view.now, clock=True)}"
                )
            )
    none = w.empty("bookmark_border", f"Nothing in {chosen}", "The bookmark below an article puts it here.")
    top = w.app_bar("Saved", up=False, style="26,32,Condensed,0")
    body = w.page(p.ruled(rows) if rows else none)
    return Screen(
        body,
        top=node("column", top, strip, w.divider(), width="fill", align="stretch"),
        bottom=p.nav("Saved"),
        title="Saved",
    )


def you(state: State, place: Route, view: View) -> Screen:
    """The reader, and the ways to all that was done."""
    head = node(
        "row",
        w.avatar(FACE, 72),
        node(
            "column",
            p.headline(READER, 26),
            w.text(f"{state.settings.edition} edition  ·  reader since 2021", "bodyM", "on_surface_variant", lines=2),
            grow=1,
        ),
        width="fill",
        pad=(16, 8, 16, 14),
        gap=16,
        align="center",
    )
    rows = [
        w.row(
            title,
            support,
            on=ev("go", to=to),
            rid=f"row_{to}",
            leading=w.icon(glyph),
            trailing=w.icon("chevron_right"),
            height=72,
        )
        for title, support, glyph, to in (
            ("Authors you follow", "And what they may ring for", "record_voice_over", "following"),
            ("Liked articles", "Only you see them", "thumb_up_off_alt", "likes"),
            (
                "Edition and alerts",
                f"{state.settings.edition}, briefing at {state.settings.briefing_time}",
                "tune",
                "settings",
            ),
        )
    ]
    foot = w.text("Dawnwire 5.3.2  ·  printed nowhere since 2019", "bodyS", "on_surface_variant", pad=(16, 18, 16, 8))
    top = w.app_bar("You", up=False, style="26,32,Condensed,0")
    return Screen(w.page(head, w.divider(), rows, foot), top=top, bottom=p.nav("You"), title="You")


def following(state: State, place: Route, view: View) -> Screen:
    """The authors that are followed, what they may ring for, and others to follow."""
    known = [one for one in state.authors if author(one.name) is not None]
    rows: list[Node] = []
    for one in known:
        off = one.alerts == ALERTS[2]
        bell = w.row(
            f"Alerts from {one.name}", one.alerts, on=ev("go", to="alerts", name=one.name), rid="row_alerts",
            leading=w.icon("notifications_off" if off else "notifications_none", 20), height=60,
        )  # fmt: skip
        rows.append(node("column", author_row(state, one.name), bell, width="fill", align="stretch"))
    none = w.text("Nobody yet. Follow an author from an article.", "bodyL", "on_surface_variant", pad=(16, 16, 16, 8))
    others = [one.name for one in AUTHORS if all(one.name != mine_.name for mine_ in known)]
    body = w.page(
        p.ruled(rows) if rows else none, p.kicker("More voices"), [author_row(state, name) for name in others]
    )
    return Screen(body, top=w.app_bar("Authors you follow"), title="Authors you follow")


def liked(state: State, place: Route, view: View) -> Screen:
    """The articles that are liked, the last one first."""
    rows = [
        p.story_row(state, known, view.now, note=f"Liked {p.ago(one.time, view.now, clock=True)}")
        for one in reversed(state.liked)
        if (known := story(one.story)) is not None
    ]
    none = w.empty("thumb_up_off_alt", "No likes yet", "The thumb below an article puts it here.")
    return Screen(w.page(p.ruled(rows) if rows else none), top=w.app_bar("Liked articles"), title="Liked articles")


def settings(state: State, place: Route, view: View) -> Screen:
    """The edition, what rings when, and how it reads."""
    return Screen(
        _settings(state), top=w.app_bar("Edition and alerts", style="22,28,Condensed,0"), title="Edition and alerts"
    )


def _settings(state: State) -> Node:
    mine_ = state.settings

    def pick(what: str, title: str, glyph: str) -> Node:
        return w.row(
            title,
            getattr(mine_, what),
            on=ev("go", to="choose", what=what),
            rid="row_choice",
            leading=w.icon(glyph),
            height=68,
        )

    def flip(name: str, title: str, support: str, glyph: str) -> Node:
        on = ev("switch", name=name)
        return c.switch_row(title, support, on, getattr(mine_, name), rid=f"row_{name}", icon_name=glyph)

    return w.page(
        p.kicker("Edition"),
        pick("edition", "Edition", "public"),
        p.kicker("Morning briefing"),
        flip("briefing", "Briefing", "Ten stories in five minutes", "wb_twilight"),
        pick("briefing_time", "Time", "schedule") if mine_.briefing else None,
        pick("briefing_days", "Days", "event") if mine_.briefing else None,
        p.kicker("Alerts"),
        pick("breaking", "Breaking news", "bolt"),
        w.row("Authors you follow", "Set for each of them", on=ev("go", to="following"), rid="row_following",
              leading=w.icon("record_voice_over"), trailing=w.icon("chevron_right"), height=68),
        p.kicker("Reading"),
        pick("text_size", "Text size", "format_size"),
        pick("pictures", "Pictures in lists", "image"),
        flip("offline", "Keep saved articles offline", "On Wi-Fi", "download"),
    )  # fmt: skip


def choose(state: State, place: Route, view: View) -> Screen:
    """The dialog of one setting."""
    what = place.get("what", "edition")
    title, options = CHOICES.get(what, CHOICES["edition"])
    asked = c.choice_dialog(title, options, getattr(state.settings, what, ""), ev("set", what=what))
    below = settings(state, place, view)
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", asked.styled(radius=4)), title=title)
