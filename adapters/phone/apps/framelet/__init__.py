"""Framelet, a feed of photos: follow, like, save, comment, send, stories, and posts of one's own for whom one picks."""

from __future__ import annotations

from adapters.phone.apps.framelet import account, create, explore, feed, profile, sheets, talk
from adapters.phone.apps.framelet.model import (
    AUDIENCES,
    BLOCKS,
    COLLECTIONS,
    CROPS,
    FILTERS,
    MUTES,
    NOTIFY,
    PLACES,
    REASONS,
    WHO_COMMENTS,
    WHO_WRITES,
    State,
)
from adapters.phone.apps.framelet.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "home": (feed.home, ".MainActivity"),
    "post": (feed.post, ".PostActivity"),
    "options": (sheets.options, ".MainActivity"),
    "mute": (sheets.mute, ".MainActivity"),
    "block": (sheets.block, ".MainActivity"),
    "report": (sheets.report, ".MainActivity"),
    "delete": (sheets.delete, ".MainActivity"),
    "save_to": (sheets.save_to, ".MainActivity"),
    "send": (sheets.send, ".MainActivity"),
    "explore": (explore.explore, ".MainActivity"),
    "search": (explore.find, ".SearchActivity"),
    "person": (profile.profile, ".ProfileActivity"),
    "notify": (profile.notify, ".ProfileActivity"),
    "you": (profile.you, ".MainActivity"),
    "saved": (profile.saved, ".SavedActivity"),
    "new_collection": (sheets.new_collection, ".SavedActivity"),
    "collection": (profile.collection, ".SavedActivity"),
    "comments": (talk.comments, ".CommentsActivity"),
    "inbox": (talk.inbox, ".DirectActivity"),
    "chat": (talk.chat, ".DirectActivity"),
    "new": (create.pick, ".CreateActivity"),
    "edit": (create.edit, ".CreateActivity"),
    "details": (create.details, ".CreateActivity"),
    "audience": (create.audience, ".CreateActivity"),
    "who_comments": (create.who_comments, ".CreateActivity"),
    "pick_place": (create.pick_place, ".CreateActivity"),
    "tag_people": (create.tag_people, ".CreateActivity"),
    "review": (create.review, ".CreateActivity"),
    "posted": (create.posted, ".PostedActivity"),
    "activity": (account.activity, ".MainActivity"),
    "settings": (account.settings, ".SettingsActivity"),
    "choose": (account.choose, ".SettingsActivity"),
    "blocked": (account.blocked, ".SettingsActivity"),
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Framelet shows at a place; an unknown one is its home."""
    draw, _ = _SCREENS.get(place.name, _SCREENS["home"])
    return draw(state, place, view)


_SWITCH = ("Off", "On")

APP = App(
    name="framelet",
    package="com.framelet.photos",
    label="Framelet",
    icon=Icon("#0B1F24", "#4FE0EA", "filter_center_focus"),
    theme=Theme("#0FA3B1", "neutral", dark=True, overrides=(("primary", "#4FE0EA"),), radius=0),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "draft",
        "liked/*/at",
        "messages/*/at",
        "messages/*/number",
        "muted/*/at",
        "posts/*/at",
        "posts/*/number",
        "saved/*/at",
        "ui",
    ),
    activities={name: activity for name, (_, activity) in _SCREENS.items()},
    choices=(
        Choice("framelet.post.audience", AUDIENCES, AUDIENCES[0]),
        Choice("framelet.post.filter", FILTERS, FILTERS[0]),
        Choice("framelet.post.crop", CROPS, CROPS[0]),
        Choice("framelet.post.place", PLACES, PLACES[0]),
        Choice("framelet.post.comments", WHO_COMMENTS, WHO_COMMENTS[0]),
        Choice("framelet.post.hide_likes", _SWITCH, _SWITCH[0]),
        Choice("framelet.post.story", _SWITCH, _SWITCH[0]),
        Choice("framelet.save.collection", COLLECTIONS, COLLECTIONS[0]),
        Choice("framelet.follow.notify", NOTIFY, NOTIFY[0]),
        Choice("framelet.mute.what", MUTES, MUTES[0]),
        Choice("framelet.block.reach", BLOCKS, BLOCKS[0]),
        Choice("framelet.report.reason", REASONS, REASONS[0]),
        Choice("framelet.messages", WHO_WRITES, WHO_WRITES[0]),
        Choice("framelet.comments", WHO_COMMENTS, WHO_COMMENTS[0]),
        Choice("framelet.private", _SWITCH, _SWITCH[0]),
    ),
    notices=(
        Notice("comment", "noor.haddad", "Is that the bench by the ferry?", route("comments", key="FR-317"), ago=89),
    ),
    version="38.2.0",
    tree_style="poor",
)
