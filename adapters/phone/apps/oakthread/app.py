"""Oakthread's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.oakthread.content import GROVES, KINDS
from adapters.phone.apps.oakthread.model import AUDIENCES, WATCH, WHO_REPLIES, State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

_PAPER = (
    ("surface", "#FBF6EE"),
    ("low", "#F6EFE3"),
    ("container", "#F1E8D9"),
    ("high", "#EBE0CE"),
    ("highest", "#E4D8C4"),
)
"""The greys of paper: with the hue of the theme's seed they would be pink."""

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
    ),
    notices=(Notice("reply", "晓雨 replied to you", "当然，人越多越好。", route("thread", key="sketch"), ago=152),),
    version="7.1.0",
)
