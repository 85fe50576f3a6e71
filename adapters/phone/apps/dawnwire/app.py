"""Dawnwire's declaration; its screens and handlers stand in the modules of their topics."""

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
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    name="dawnwire",
    package="news.dawnwire.reader",
    label="Dawnwire",
    icon=Icon("#FFFFFF", "#C62828", "newspaper"),
    theme=Theme("#C62828", "brand", overrides=(("surface", "#FFFFFF"),), radius=2),
    home=route("today"),
    scratch=("comments/*/id", "comments/*/time", "draft", "liked/*/time", "saved/*/time", "ui"),
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
            "breaking", "River tram opens a year early", "The first week rides are free",
            route("article", key="river-tram"), ago=17,
        ),
    ),
    version="5.3.2",
)  # fmt: skip
