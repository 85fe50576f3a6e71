"""Player backgrounds tinted by a cover: its hue at the top, fading into a dark colour."""

from __future__ import annotations

from adapters.phone.pictures.drawing_tools import Sheet, chance, gradient, hsv
from adapters.phone.style.color_scheme import Rgb

DARK: Rgb = (16, 17, 11)


def tint(seed: int, width: int, height: int) -> Sheet:
    """Draw a gradient from the hue of the cover with this seed to the player's dark colour."""
    hue = chance("cover", seed).random()
    return gradient(width, height, hsv(hue, 0.5, 0.36), DARK)
