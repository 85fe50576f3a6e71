"""The content providers by authority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adapters.phone.providers.calendar import CALENDAR
from adapters.phone.providers.contacts import PEOPLE
from adapters.phone.providers.media import MEDIA
from adapters.phone.providers.messages_and_calls import CALL_LOG, MESSAGES
from adapters.phone.providers.settings import SETTINGS
from adapters.phone.providers.source import ContentProvider

SOURCES: Final[Mapping[str, ContentProvider]] = {
    "call_log": CALL_LOG,
    "com.android.calendar": CALENDAR,
    "com.android.contacts": PEOPLE,
    "contacts": PEOPLE,
    "media": MEDIA,
    "settings": SETTINGS,
    "sms": MESSAGES,
}
