"""The reader's own pages: saved and liked articles, edition and alerts."""

from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.app import app
from adapters.phone.apps.dawnwire.model import BREAKING, BRIEFING_TIMES, EDITIONS, FACE, LISTS, READER, State
from adapters.phone.apps.dawnwire.paper import story_of
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.settings_rows import Preference, preference_dialog, preference_setting, switch_setting
from adapters.phone.framework.actions import go, replace_with
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, View
from adapters.phone.ui.node import Node

PREFERENCES = {
    "edition": Preference("Edition", EDITIONS, "public"),
    "briefing_time": Preference("Briefing at", BRIEFING_TIMES, "schedule"),
    "breaking": Preference("Breaking news", BREAKING, "bolt"),
}


@app.screen("saved")
def saved(state: State, view: View, list_: str = "All") -> Screen:
    """Reading lists, one at a time or all together."""
    lists = chip_strip(
        list_, ("All", *LISTS), rid="chip_list", group="lists", radius=p.CORNER, height=52, pad=(16, 10),
        on=lambda name: replace_with("saved", list=name),
    )  # fmt: skip
    rows: list[Node] = []
    for mark in reversed(state.saved):
        story = story_of(mark.story)
        if story is not None and list_ in ("All", mark.list):
            note = f"{mark.list}  ·  saved {p.ago(mark.time, view.now)}"
            rows.append(p.story_row(story, view.now, note))
    hint = "The bookmark below an article puts it here."
    return Screen(
        p.marked_rows(rows, "bookmark_border", f"Nothing in {list_}", hint),
        top=column(p.main_bar("Saved"), lists, w.divider()),
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
            note = f"Liked {p.ago(mark.time, view.now)}"
            rows.append(p.story_row(story, view.now, note))
    body = p.marked_rows(rows, "thumb_up_off_alt", "No likes yet", "The thumb below an article puts it here.")
    return Screen(body, top=w.app_bar("Liked articles"), title="Liked articles")


@app.screen("you", distractor="a main page with a second way to the followed authors")
def you(state: State) -> Screen:
    """The reader, and the ways to all that was done."""
    edition = f"{state.prefs.edition} edition"
    about = words(p.headline(READER, 26), p.note(f"{edition}  ·  reader since 2021", lines=2))
    body = w.page(
        line(w.avatar(FACE, 72), about, pad=(16, 8, 16, 14), gap=16),
        w.divider(),
        _link("Authors you follow", "And which alerts you get", "record_voice_over", "following"),
        _link("Liked articles", "Only you see them", "thumb_up_off_alt", "likes"),
        _link("Edition and alerts", edition, "tune", "settings"),
        p.small("Dawnwire 5.3.2  ·  printed nowhere since 2019", pad=(16, 18, 16, 8)),
    )
    return Screen(body, top=p.main_bar("You"), bottom=p.nav("You"), title="You")


def _link(title: str, support: str, glyph: str, to: str) -> Node:
    return w.row(
        title, support, on=go(to), rid=f"row_{to}", leading=w.icon(glyph), trailing=w.icon("chevron_right"),
        height=72,
    )  # fmt: skip


@app.screen("settings", distractor="alerts of the edition, not of an author")
def settings(state: State) -> Screen:
    """The edition, and the alerts of the paper."""
    briefing = bind(state, "prefs.briefing")
    body = w.page(
        p.kicker("Front page"),
        preference_setting(state, PREFERENCES, "edition"),
        p.kicker("Alerts"),
        preference_setting(state, PREFERENCES, "breaking"),
        switch_setting("Morning briefing", briefing, "Ten stories in five minutes", icon_name="wb_twilight"),
        preference_setting(state, PREFERENCES, "briefing_time") if briefing.value else None,
        _link("Authors you follow", "Alerts for each of them", "record_voice_over", "following"),
    )
    return Screen(body, top=p.page_bar("Edition and alerts"), title="Edition and alerts")


@app.dialog("preference", over="settings", distractor="the options of one setting")
def preference(state: State, name: str = "") -> Overlay:
    """The dialog of one setting."""
    return preference_dialog(state, PREFERENCES, name)
