"""Dawnwire, a newspaper: fronts by section, articles, authors to follow, lists to save to, comments, alerts."""

from __future__ import annotations

from adapters.phone.apps.dawnwire import article, feed, talk, you
from adapters.phone.apps.dawnwire.model import (
    ALERTS,
    BREAKING,
    BRIEFING_DAYS,
    BRIEFING_TIMES,
    EDITIONS,
    LISTS,
    PICTURES,
    REASONS,
    SIGNED,
    SORTS,
    TEXT_SIZES,
    State,
)
from adapters.phone.apps.dawnwire.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "today": feed.today,
    "topics": feed.topics,
    "topic": feed.topic,
    "search": feed.find,
    "article": article.page,
    "author": article.author_page,
    "alerts": article.alerts_dialog,
    "save_to": article.save_dialog,
    "comments": talk.comments,
    "compose": talk.compose,
    "preview": talk.preview,
    "report": talk.report,
    "saved": you.saved,
    "you": you.you,
    "following": you.following,
    "likes": you.liked,
    "settings": you.settings,
    "choose": you.choose,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Dawnwire shows at a place; an unknown one is the front page."""
    return _SCREENS.get(place.name, feed.today)(state, place, view)


APP = App(
    name="dawnwire",
    package="news.dawnwire.reader",
    label="Dawnwire",
    icon=Icon("#FFFFFF", "#C62828", "newspaper"),
    theme=Theme("#C62828", "brand", overrides=(("surface", "#FFFFFF"),), radius=2),
    home=route("today"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "comments/*/id",
        "comments/*/time",
        "draft",
        "liked/*/time",
        "saved/*/time",
        "ui",
    ),
    activities={
        "today": ".TodayActivity",
        "topics": ".TopicsActivity",
        "topic": ".TopicActivity",
        "search": ".SearchActivity",
        "article": ".ArticleActivity",
        "author": ".AuthorActivity",
        "alerts": ".AuthorActivity",
        "save_to": ".ArticleActivity",
        "comments": ".CommentsActivity",
        "compose": ".ComposeActivity",
        "preview": ".PreviewActivity",
        "report": ".CommentsActivity",
        "saved": ".SavedActivity",
        "you": ".YouActivity",
        "following": ".FollowingActivity",
        "likes": ".LikesActivity",
        "settings": ".SettingsActivity",
        "choose": ".SettingsActivity",
    },
    choices=(
        Choice("dawnwire.save.list", LISTS, LISTS[0]),
        Choice("dawnwire.follow.alerts", ALERTS, ALERTS[1]),
        Choice("dawnwire.comment.signed", SIGNED, SIGNED[0]),
        Choice("dawnwire.comment.replies", ("On", "Off"), "On"),
        Choice("dawnwire.comments.sort", SORTS, SORTS[0]),
        Choice("dawnwire.report.reason", REASONS, REASONS[0]),
        Choice("dawnwire.edition", EDITIONS, EDITIONS[0]),
        Choice("dawnwire.text_size", TEXT_SIZES, TEXT_SIZES[1]),
        Choice("dawnwire.briefing.time", BRIEFING_TIMES, BRIEFING_TIMES[1]),
        Choice("dawnwire.briefing.days", BRIEFING_DAYS, BRIEFING_DAYS[0]),
        Choice("dawnwire.breaking", BREAKING, BREAKING[1]),
        Choice("dawnwire.pictures", PICTURES, PICTURES[0]),
    ),
    notices=(
        Notice(
            "breaking",
            "River tram opens a year early",
            "The first week rides are free",
            route("article", key="river-tram"),
            ago=17,
        ),
    ),
    version="5.3.2",
)
