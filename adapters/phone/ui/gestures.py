"""Classifies strokes as gestures: pure geometry with Android's own thresholds."""

from __future__ import annotations

import math
from typing import Literal

from adapters.phone.ui.kinds import dp

LONG_PRESS_MS = 400
SLOP = dp(8)
SLOP_HOLD = dp(100)
EDGE = dp(24)
"""Width of the strips at the sides and at the bottom where gestures belong to the system."""

MIN_FLING, MAX_FLING = dp(50), dp(8000)  # px/s
_FRICTION = 0.015
_PHYSICAL = 9.80665 * 39.37 * 420 * 0.84  # gravity in px/s² at 420 dpi, times the platform's tuning factor
_DECELERATION = math.log(0.78) / math.log(0.9)
_INFLEXION = 0.35

HOLD_SPEED = 0.5  # dp/ms
"""A stroke from the lower edge that is slower on the whole counts as one that is held at its end."""

GestureKind = Literal["tap", "long", "home", "recents", "back", "shade", "move"]


def classify_stroke(x1: int, y1: int, x2: int, y2: int, ms: int, width: int, height: int) -> GestureKind:
    """Return the gesture of a straight stroke from its geometry alone, before hit testing."""
    dx, dy = x2 - x1, y2 - y1
    if max(abs(dx), abs(dy)) <= SLOP:
        return "long" if ms >= LONG_PRESS_MS else "tap"
    if abs(dy) >= abs(dx):
        if y1 >= height - EDGE and dy < 0:
            return "recents" if -dy > SLOP_HOLD and -dy < dp(HOLD_SPEED) * ms else "home"
        if y1 < EDGE and dy > 0:
            return "shade"
    elif (x1 < EDGE and dx > 0) or (x1 >= width - EDGE and dx < 0):
        return "back"
    return "move"


def fling_distance(distance: int, ms: int) -> int:
    """Return how far a list keeps moving after the finger lifts (px, signed): Android's deceleration curve."""
    speed = abs(distance) * 1000 / max(1, ms)
    if speed < MIN_FLING:
        return 0
    level = math.log(_INFLEXION * min(speed, MAX_FLING) / (_FRICTION * _PHYSICAL))
    run = _FRICTION * _PHYSICAL * math.exp(_DECELERATION / (_DECELERATION - 1) * level)
    return math.copysign(run, distance).__trunc__()


def scroll_distance(distance: int, ms: int) -> int:
    """Return how far a stroke scrolls a list in total: the part beyond the touch slop, and the fling."""
    beyond = max(0, abs(distance) - SLOP)
    return (beyond if distance > 0 else -beyond) + fling_distance(distance, ms)
