"""Which provider an address belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adapters.world.providers.dates import CALENDAR
from adapters.world.providers.media import MEDIA
from adapters.world.providers.people import PEOPLE
from adapters.world.providers.settings import SETTINGS
from adapters.world.providers.source import Source
from adapters.world.providers.talk import CALL_LOG, MESSAGES

SOURCES: Final[Mapping[str, Source]] = {
    "call_log": CALL_LOG,
    "com.android.calendar": CALENDAR,
    "com.android.contacts": PEOPLE,
    "contacts": PEOPLE,
    "media": MEDIA,
    "settings": SETTINGS,
    "sms": MESSAGES,
}
