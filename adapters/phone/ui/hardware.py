"""Constant properties of the phone's hardware."""

from __future__ import annotations

from typing import Final

BATTERY: Final = 80
"""Charge in percent; the virtual phone hangs on a cable and keeps it."""
