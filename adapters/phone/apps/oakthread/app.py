"""Oakthread's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.oakthread.content import GROVES, KINDS
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
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

_OFF_ON, _ON_OFF = ("Off", "On"), ("On", "Off")

_PAPER = (
    ("surface", "#FBF6EE"),
    ("low", "#F6EFE3"),
    ("container", "#F1E8D9"),
    ("high", "#EBE0CE"),
    ("highest", "#E4D8C4"),
)
"""The greys of paper: with the seed's own hue they would be pink."""

app = AppBuilder(
    State,
    activity=".MainActivity",
    name="oakthread",
    package="org.oakthread.forum",
    label="Oakthread",
    icon=Icon("#F3E7D3", "#6B4A2B", "nature"),
    theme=Theme("#7A5C3E", "brand", overrides=_PAPER, radius=10),
    home=route("home"),
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
    choices=(
        Choice("oakthread.post.grove", tuple(grove.name for grove in GROVES), GROVES[0].name),
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
