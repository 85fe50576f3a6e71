"""Package names of system components that other modules refer to."""

from __future__ import annotations

from typing import Final

HOME: Final = "com.android.launcher3"
"""The home screen."""
SYSTEM_UI: Final = "com.android.systemui"
PERMISSION_CONTROLLER: Final = "com.android.permissioncontroller"
"""Asks the user for permissions."""
