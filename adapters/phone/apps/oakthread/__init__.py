"""Oakthread, a forum of groves: threads, nested replies, votes, polls; what one follows, saves, mutes and begins."""

from __future__ import annotations

from adapters.phone.apps.oakthread import front, reading, sheets, writing, you
from adapters.phone.apps.oakthread.groves import GROVES
from adapters.phone.apps.oakthread.model import (
    AUDIENCES,
    BLOCKS,
    FOLDERS,
    JOIN_ALERTS,
    MUTES,
    NAMES,
    REASONS,
    REPLY_SORTS,
    SORTS,
    TEXT_SIZES,
    WATCH,
    WHO_REPLIES,
    State,
)
from adapters.phone.apps.oakthread.rules import update
from adapters.phone.apps.oakthread.threads import KINDS
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "home": (front.home, ".MainActivity"),
    "groves": (front.groves, ".MainActivity"),
    "grove": (front.room, ".GroveActivity"),
    "alerts": (sheets.alerts, ".GroveActivity"),
    "thread": (reading.discussion, ".ThreadActivity"),
    "options": (sheets.options, ".ThreadActivity"),
    "reply_options": (sheets.reply_options, ".ThreadActivity"),
    "watch": (sheets.watch, ".ThreadActivity"),
    "save_to": (sheets.save_to, ".ThreadActivity"),
    "mute": (sheets.mute, ".ThreadActivity"),
    "block": (sheets.block, ".ThreadActivity"),
    "report": (sheets.report, ".ThreadActivity"),
    "delete": (sheets.delete, ".ThreadActivity"),
    "search": (reading.find, ".SearchActivity"),
    "answer": (writing.answer, ".ReplyActivity"),
    "compose": (writing.compose, ".ComposeActivity"),
    "pick_grove": (writing.pick_grove, ".ComposeActivity"),
    "audience": (writing.audience, ".ComposeActivity"),
    "who_replies": (writing.who_replies, ".ComposeActivity"),
    "draft_watch": (writing.draft_watch, ".ComposeActivity"),
    "draft_name": (writing.draft_name, ".ComposeActivity"),
    "preview": (writing.preview, ".ComposeActivity"),
    "posted": (writing.posted, ".PostedActivity"),
    "you": (you.you, ".MainActivity"),
    "saved": (you.saved, ".SavedActivity"),
    "inbox": (you.inbox, ".MainActivity"),
    "settings": (you.settings, ".SettingsActivity"),
    "choose": (you.choose, ".SettingsActivity"),
    "blocked": (you.blocked_list, ".SettingsActivity"),
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Oakthread shows at a place; an unknown one is its home."""
    draw, _ = _SCREENS.get(place.name, _SCREENS["home"])
    return draw(state, place, view)


_OFF_ON, _ON_OFF = ("Off", "On"), ("On", "Off")

_PAPER = (
    ("surface", "#FBF6EE"),
    ("low", "#F6EFE3"),
    ("container", "#F1E8D9"),
    ("high", "#EBE0CE"),
    ("highest", "#E4D8C4"),
)
"""The greys of paper: with the seed's own hue they would be pink."""

APP = App(
    name="oakthread",
    package="org.oakthread.forum",
    label="Oakthread",
    icon=Icon("#F3E7D3", "#6B4A2B", "nature"),
    theme=Theme("#7A5C3E", "brand", overrides=_PAPER, radius=10),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "answers/*/at",
        "answers/*/number",
        "draft",
        "muted/*/at",
        "saved/*/at",
        "threads/*/at",
        "threads/*/number",
        "ui",
        "votes/*/at",
        "watched/*/at",
    ),
    activities={name: activity for name, (_, activity) in _SCREENS.items()},
    choices=(
        Choice("oakthread.post.grove", tuple(one.name for one in GROVES), GROVES[0].name),
        Choice("oakthread.post.kind", KINDS, KINDS[0]),
        Choice("oakthread.post.audience", AUDIENCES, AUDIENCES[0]),
        Choice("oakthread.post.replies", WHO_REPLIES, WHO_REPLIES[0]),
        Choice("oakthread.post.watch", WATCH, WATCH[0]),
        Choice("oakthread.post.name", NAMES, NAMES[0]),
        Choice("oakthread.post.spoiler", _OFF_ON, "Off"),
        Choice("oakthread.reply.quote", _OFF_ON, "Off"),
        Choice("oakthread.reply.alerts", _ON_OFF, "On"),
        Choice("oakthread.save.folder", FOLDERS, FOLDERS[0]),
        Choice("oakthread.follow.alerts", WATCH, WATCH[0]),
        Choice("oakthread.join.alerts", JOIN_ALERTS, JOIN_ALERTS[0]),
        Choice("oakthread.mute.time", MUTES, MUTES[1]),
        Choice("oakthread.block.how", BLOCKS, BLOCKS[0]),
        Choice("oakthread.report.reason", REASONS, REASONS[0]),
        Choice("oakthread.home.sort", SORTS, SORTS[0]),
        Choice("oakthread.replies.sort", REPLY_SORTS, REPLY_SORTS[0]),
        Choice("oakthread.text_size", TEXT_SIZES, TEXT_SIZES[1]),
    ),
    notices=(Notice("reply", "晓雨 replied to you", "当然，人越多越好。", route("thread", key="sketch"), ago=152),),
    version="7.1.0",
)
