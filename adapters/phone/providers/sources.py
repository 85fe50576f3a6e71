"""The content providers by authority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adapters.phone.providers.dates import CALENDAR
from adapters.phone.providers.media import MEDIA
from adapters.phone.providers.people import PEOPLE
from adapters.phone.providers.settings import SETTINGS
from adapters.phone.providers.source import ContentProvider
from adapters.phone.providers.talk import CALL_LOG, MESSAGES

SOURCES: Final[Mapping[str, ContentProvider]] = {
    "call_log": CALL_LOG,
    "com.android.calendar": CALENDAR,
    "com.android.contacts": PEOPLE,
    "contacts": PEOPLE,
    "media": MEDIA,
    "settings": SETTINGS,
    "sms": MESSAGES,
}
