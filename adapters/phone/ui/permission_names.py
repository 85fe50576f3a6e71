"""Runtime permissions: Android's names, and the wording of the system's dialogs and settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FINE: Final = "android.permission.ACCESS_FINE_LOCATION"
COARSE: Final = "android.permission.ACCESS_COARSE_LOCATION"

QUESTIONS: Final[Mapping[str, tuple[str, str]]] = {
    FINE: ("location_on", "access this device’s location"),
    COARSE: ("location_on", "access this device’s approximate location"),
    "android.permission.CAMERA": ("photo_camera", "take pictures and record video"),
    "android.permission.RECORD_AUDIO": ("mic", "record audio"),
    "android.permission.READ_CONTACTS": ("contacts", "access your contacts"),
    "android.permission.READ_CALENDAR": ("event", "access your calendar"),
    "android.permission.READ_SMS": ("sms", "send and view SMS messages"),
    "android.permission.SEND_SMS": ("sms", "send and view SMS messages"),
    "android.permission.CALL_PHONE": ("call", "make and manage phone calls"),
    "android.permission.READ_CALL_LOG": ("call", "access your phone call logs"),
    "android.permission.READ_MEDIA_IMAGES": ("photo_library", "access photos and videos on this device"),
    "android.permission.READ_MEDIA_AUDIO": ("library_music", "access music and audio on this device"),
    "android.permission.READ_EXTERNAL_STORAGE": ("folder", "access photos and media on your device"),
    "android.permission.POST_NOTIFICATIONS": ("notifications", "send you notifications"),
    "android.permission.BODY_SENSORS": ("favorite", "access sensor data about your vital signs"),
    "android.permission.ACTIVITY_RECOGNITION": ("directions_run", "access your physical activity"),
    "android.permission.BLUETOOTH_CONNECT": ("devices", "find and connect to nearby devices"),
}
"""Permission to the glyph and the words of its question, after the system's own."""
_NAMES: Final[Mapping[str, str]] = {
    FINE: "Precise location", COARSE: "Location", "android.permission.RECORD_AUDIO": "Microphone",
    "android.permission.READ_CONTACTS": "Contacts", "android.permission.READ_CALENDAR": "Calendar",
    "android.permission.READ_SMS": "SMS", "android.permission.SEND_SMS": "SMS",
    "android.permission.CALL_PHONE": "Phone", "android.permission.READ_CALL_LOG": "Call logs",
    "android.permission.READ_MEDIA_IMAGES": "Photos and videos",
    "android.permission.READ_MEDIA_AUDIO": "Music and audio", "android.permission.POST_NOTIFICATIONS": "Notifications",
    "android.permission.READ_EXTERNAL_STORAGE": "Files and media",
}  # fmt: skip


def name_of(permission: str) -> str:
    """Return the permission's label in Settings."""
    plain = permission.rpartition(".")[2].replace("_", " ").capitalize()
    return _NAMES.get(permission, plain)
