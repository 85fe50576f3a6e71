"""Reelbrook's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.reelbrook.catalogue import AUDIENCES, WHEN
from adapters.phone.apps.reelbrook.model import State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    activity=".MainActivity",
    name="reelbrook",
    package="tv.reelbrook.player",
    label="Reelbrook",
    icon=Icon("#B0127B", "#FFFFFF", "smart_display"),
    theme=Theme("#B0127B", "brand", radius=12),
    home=route("home"),
    scratch=(
        "downloads/*/at", "downloads/*/number", "draft", "followed/*/at", "history", "liked/*/at", "player",
        "saved/*/at", "ui", "uploads/*/at", "uploads/*/number",
    ),
    choices=(
        Choice("reelbrook.upload.audience", tuple(AUDIENCES), "Public"),
        Choice("reelbrook.upload.when", WHEN, WHEN[0]),
    ),
    notices=(
        Notice(
            "upload", "Low Tide Kitchen", "The ten-hour broth that you may leave alone for nine of them",
            route("video", key="broth"), ago=1300,
        ),
    ),
    version="16.41.2",
)  # fmt: skip
