"""The reader's own pages: saved and liked articles, edition and alerts."""

from dataclasses import replace

from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.app import app
from adapters.phone.apps.dawnwire.model import (
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
from adapters.phone.apps.dawnwire.paper import story_of
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import go, replace_with
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, node

SETTINGS = {
    "edition": ("Edition", EDITIONS),
    "text_size": ("Text size", TEXT_SIZES),
    "briefing_time": ("Briefing at", BRIEFING_TIMES),
    "briefing_days": ("Briefing on", BRIEFING_DAYS),
    "breaking": ("Breaking news", BREAKING),
    "pictures": ("Pictures in lists", PICTURES),
}
"""Setting to the title of its dialog and what can be picked there."""


@app.screen("saved")
def saved(state: State, view: View, list_: str = "All") -> Screen:
    """Reading lists, one at a time or all together."""
    chips = [
        c.chip(name, replace_with("saved", list=name), name == list_, rid="chip_list", single=True, radius=p.CORNER)
        for name in ("All", *LISTS)
    ]
    strip = node("scroll", chips, horizontal=True, id="lists", width="fill", height=52, gap=8, pad=(16, 10))
    rows: list[Node] = []
    for mark in reversed(state.saved):
        story = story_of(mark.story)
        if story is not None and list_ in ("All", mark.list):
            note = f"{mark.list}  ·  saved {p.ago(mark.time, view.now, clock=True)}"
            rows.append(p.story_row(state, story, view.now, note))
    hint = "The bookmark below an article puts it here."
    return Screen(
        p.marked_rows(rows, "bookmark_border", f"Nothing in {list_}", hint),
        top=column(p.main_bar("Saved"), strip, w.divider()),
        bottom=p.nav("Saved"),
        title="Saved",
    )


@app.screen("likes", distractor="a second list of articles, confused with the saved ones")
def likes(state: State, view: View) -> Screen:
    """The articles that are liked, the last one first."""
    rows: list[Node] = []
    for mark in reversed(state.liked):
        story = story_of(mark.story)
        if story is not None:
            note = f"Liked {p.ago(mark.time, view.now, clock=True)}"
            rows.append(p.story_row(state, story, view.now, note))
    body = p.marked_rows(rows, "thumb_up_off_alt", "No likes yet", "The thumb below an article puts it here.")
    return Screen(body, top=w.app_bar("Liked articles"), title="Liked articles")


@app.screen("you", distractor="a main page with a second way to the followed authors")
def you(state: State) -> Screen:
    """The reader, and the ways to all that was done."""
    mine = state.settings
    about = words(p.headline(READER, 26), p.note(f"{mine.edition} edition  ·  reader since 2021", lines=2))
    body = w.page(
        line(w.avatar(FACE, 72), about, pad=(16, 8, 16, 14), gap=16),
        w.divider(),
        _link("Authors you follow", "And what they may ring for", "record_voice_over", "following"),
        _link("Liked articles", "Only you see them", "thumb_up_off_alt", "likes"),
        _link("Edition and alerts", f"{mine.edition}, briefing at {mine.briefing_time}", "tune", "settings"),
        p.small("Dawnwire 5.3.2  ·  printed nowhere since 2019", pad=(16, 18, 16, 8)),
    )
    return Screen(body, top=p.main_bar("You"), bottom=p.nav("You"), title="You")


def _link(title: str, support: str, glyph: str, to: str, height: float = 72) -> Node:
    return w.row(
        title, support, on=go(to), rid=f"row_{to}", leading=w.icon(glyph), trailing=w.icon("chevron_right"),
        height=height,
    )  # fmt: skip


@app.screen("settings", distractor="alerts of the edition, not of an author")
def settings(state: State) -> Screen:
    """The edition, the alerts, and how articles look."""
    briefing = state.settings.briefing
    body = w.page(
        p.kicker("Edition"),
        _choice(state, "edition", "Edition", "public"),
        p.kicker("Morning briefing"),
        _switch(state, "briefing", "Briefing", "Ten stories in five minutes", "wb_twilight"),
        _choice(state, "briefing_time", "Time", "schedule") if briefing else None,
        _choice(state, "briefing_days", "Days", "event") if briefing else None,
        p.kicker("Alerts"),
        _choice(state, "breaking", "Breaking news", "bolt"),
        _link("Authors you follow", "Set for each of them", "record_voice_over", "following", 68),
        p.kicker("Reading"),
        _choice(state, "text_size", "Text size", "format_size"),
        _choice(state, "pictures", "Pictures in lists", "image"),
        _switch(state, "offline", "Keep saved articles offline", "On Wi-Fi", "download"),
    )
    return Screen(body, top=p.page_bar("Edition and alerts"), title="Edition and alerts")


def _choice(state: State, what: str, title: str, glyph: str) -> Node:
    value = bind(state, f"settings.{what}").value
    return w.row(title, value, on=go("choose", what=what), rid="row_choice", leading=w.icon(glyph), height=68)


def _switch(state: State, what: str, title: str, support: str, glyph: str) -> Node:
    value = bind(state, f"settings.{what}")
    return c.switch_row(title, support, value.toggled, value.value, rid=f"row_{what}", icon_name=glyph)


@app.screen("choose", activity=".SettingsActivity", distractor="the options of one setting")
def choose(state: State, what: str = "") -> Screen:
    """The dialog of one setting."""
    what = what if what in SETTINGS else "edition"
    title, options = SETTINGS[what]
    window = choice_dialog(title, bind(state, f"settings.{what}"), options, radius=p.WINDOW_RADIUS)
    return replace(settings(state), overlay=window, title=title)
