"""Controls of what plays, music or video: the button that pauses it, the bar with its place. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.framework.playback import length_text, share_of
from adapters.phone.ui.node import Ev, Node, node


def play_button(playing: bool, on: Ev | None, *, what: str = "", rid: str = "", **look: Any) -> Node:
    """Return the button that plays something, or pauses it while it plays; without an event it is disabled."""
    icon, verb = ("pause", "Pause") if playing else ("play_arrow", "Play")
    return node(
        "icon_button", icon=icon, desc=f"{verb} {what}".strip(), on=on, id=rid, enabled=on is not None,
        **{"width": 48, "height": 48, "size": 24, "color": "on_surface", "alpha": 1.0 if on else 0.38, **look},
    )  # fmt: skip


def seek_bar(seconds: int, length: int, on: Ev, *, rid: str, **look: Any) -> Node:
    """Return the slider with the place of what plays; its event gets the share of the length in its `value`."""
    place = f"{length_text(seconds)} of {length_text(length)}"
    return node("slider", value=share_of(seconds, length), id=rid, desc=place, on={"change": on}, **look)
