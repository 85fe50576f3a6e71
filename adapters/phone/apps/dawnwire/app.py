"""Dawnwire's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.dawnwire.model import ALERTS, HIGHLIGHTS, SORTS, State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    name="dawnwire",
    package="news.dawnwire.reader",
    label="Dawnwire",
    icon=Icon("#FFFFFF", "#B01E30", "newspaper"),
    theme=Theme("#B01E30", "brand", overrides=(("surface", "#FFFFFF"),), radius=2),
    home=route("today"),
    scratch=("comments/*/id", "comments/*/time", "liked/*/time", "saved/*/time", "ui"),
    choices=(
        Choice("dawnwire.follow.alerts", ALERTS, HIGHLIGHTS),
        Choice("dawnwire.comments.sort", SORTS, SORTS[0]),
    ),
    notices=(
        Notice(
            "breaking", "River tram opens a year early", "The first week rides are free",
            route("article", key="river-tram"), ago=17,
        ),
    ),
    version="5.3.2",
)  # fmt: skip
