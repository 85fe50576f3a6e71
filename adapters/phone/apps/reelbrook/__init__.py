"""Reelbrook, videos: channels to follow, a player that stays, comments, playlists, downloads, uploads."""

from __future__ import annotations

from adapters.phone.apps.reelbrook import front, library, sheets, upload, watching
from adapters.phone.apps.reelbrook.model import (
    ALERTS,
    AUDIENCES,
    CAPTIONS,
    CATEGORIES,
    COMMENT_SORTS,
    COMMENTING,
    DOWNLOAD,
    DOWNLOADS,
    LATER,
    QUALITIES,
    REASONS,
    SPEEDS,
    VISIBILITIES,
    WHEN,
    Draft,
    State,
)
from adapters.phone.apps.reelbrook.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "home": (front.feed, ".MainActivity"),
    "topics": (front.topics, ".MainActivity"),
    "channel": (front.one_channel, ".ChannelActivity"),
    "alerts": (sheets.alerts, ".ChannelActivity"),
    "search": (front.find, ".SearchActivity"),
    "video": (watching.video, ".WatchActivity"),
    "comments": (watching.comments, ".CommentsActivity"),
    "player": (sheets.player, ".WatchActivity"),
    "speed": (sheets.speed, ".WatchActivity"),
    "quality": (sheets.quality, ".WatchActivity"),
    "captions": (sheets.captions, ".WatchActivity"),
    "options": (sheets.options, ".MainActivity"),
    "save_to": (sheets.save_to, ".WatchActivity"),
    "new_playlist": (sheets.new_playlist, ".WatchActivity"),
    "download": (sheets.download, ".WatchActivity"),
    "report": (sheets.report, ".WatchActivity"),
    "you": (library.you, ".MainActivity"),
    "playlist": (library.playlist, ".PlaylistActivity"),
    "downloads": (library.downloads, ".DownloadsActivity"),
    "pick": (upload.pick, ".UploadActivity"),
    "details": (upload.details, ".UploadActivity"),
    "audience": (upload.audience, ".UploadActivity"),
    "category": (upload.category, ".UploadActivity"),
    "commenting": (upload.commenting, ".UploadActivity"),
    "when": (upload.when, ".UploadActivity"),
    "draft_captions": (upload.draft_captions, ".UploadActivity"),
    "review": (upload.review, ".UploadActivity"),
    "uploaded": (upload.uploaded, ".UploadedActivity"),
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Reelbrook shows at a place; an unknown one is its home."""
    draw, _ = _SCREENS.get(place.name, _SCREENS["home"])
    return draw(state, place, view)


APP = App(
    name="reelbrook",
    package="tv.reelbrook.player",
    label="Reelbrook",
    icon=Icon("#B0127B", "#FFFFFF", "smart_display"),
    theme=Theme("#B0127B", "brand", radius=12),
    home=route("home"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "downloads/*/at",
        "downloads/*/number",
        "draft",
        "followed/*/at",
        "history",
        "liked/*/at",
        "player",
        "saved/*/at",
        "ui",
        "uploads/*/at",
        "uploads/*/number",
    ),
    activities={name: activity for name, (_, activity) in _SCREENS.items()},
    choices=(
        Choice("reelbrook.upload.audience", AUDIENCES, AUDIENCES[0]),
        Choice("reelbrook.upload.category", CATEGORIES, Draft().category),
        Choice("reelbrook.upload.comments", COMMENTING, COMMENTING[0]),
        Choice("reelbrook.upload.when", WHEN, WHEN[0]),
        Choice("reelbrook.upload.captions", CAPTIONS, CAPTIONS[0]),
        Choice("reelbrook.upload.kids", ("Off", "On"), "Off"),
        Choice("reelbrook.follow.alerts", ALERTS, ALERTS[0]),
        Choice("reelbrook.save.playlist", (LATER, "Sunday bread", "For Noor"), LATER),
        Choice("reelbrook.playlist.visibility", VISIBILITIES, VISIBILITIES[0]),
        Choice("reelbrook.download.quality", DOWNLOADS, DOWNLOAD),
        Choice("reelbrook.player.speed", SPEEDS, SPEEDS[2]),
        Choice("reelbrook.player.quality", QUALITIES, QUALITIES[0]),
        Choice("reelbrook.player.captions", CAPTIONS, CAPTIONS[0]),
        Choice("reelbrook.comments.sort", COMMENT_SORTS, COMMENT_SORTS[0]),
        Choice("reelbrook.report.reason", REASONS, REASONS[0]),
    ),
    notices=(
        Notice("upload", "Low Tide Kitchen", "The ten-hour broth that you may leave alone for nine of them",
               route("video", key="broth"), ago=1300),
    ),
    version="16.41.2",
)  # fmt: skip
