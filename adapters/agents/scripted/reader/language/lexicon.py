"""Words that people and apps use for one another, and words by which lists are ordered. Pure data with look-ups."""

from __future__ import annotations

import re
from functools import lru_cache

_SETS = (
    "calorie kcal energy kilocalorie",
    "humidity humid damp",
    "photo picture image pic shot",
    "video clip film footage",
    "song track tune",
    "mail email letter",
    "remind reminder alert notify notification tell",
    "repeat recurring recurrence every",
    "pickup collect collection pick",
    "deliver delivery delivered ship shipping sent",
    "time when hour schedule due later clock start online",
    "date day when schedule due week",
    "duration length long minute hour second",
    "person people recipient guest member contact attendee participant",
    "audience privacy private public visible visibility watch see read who viewer",
    "reply comment answer respond",
    "place location venue taken where address",
    "colour color shade",
    "pay payment paid wallet card balance method",
    "copy cc bcc",
    "attach attachment file",
    "label tag category kind",
    "folder directory",
    "shape crop aspect ratio format",
    "ticket passenger traveller",
    "unit units measure knot mph",
    "discount coupon voucher code promo",
    "favourite favorite star bookmark save saved",
    "setting preference option",
    "sound audio ringtone volume tone vibration ring",
    "bluetooth nfc cast printing connected pair paired",
    "follow follower following unfollow",
    "quality resolution definition",
    "download offline",
    "seat row",
    "number count quantity amount",
    "article story news",
    "conversation chat thread message",
    "size fit",
    "condition state wear",
    "basket cart bag trolley",
    "trip journey booking travel",
    "trip journey route direction way navigate",
    "walk walking foot",
    "cycle cycling bike bicycle ride",
    "drive driving car",
    "transit bus tram metro",
    "leave depart departure",
    "arrive arriving arrival there",
    "airplane flight network internet wifi wi fi mobile connection data hotspot bluetooth connected",
    "disturb quiet silent sound vibration notification mode volume",
    "dark light theme display brightness screen wallpaper font appearance",
    "battery power saver",
    "audience follower friend public private everyone everybody anyone who",
    "home default start first front",
)
"""Each line: words that mean the same on some screen."""

_KIN = {
    word: frozenset(number for number, other in enumerate(_SETS) if word in other.split())
    for line in _SETS
    for word in line.split()
}

_ORDERS = (
    (r"most (?:expensive|costly)|priciest|dearest|highest(?: in)? price", ("high to low", "highest first", "priciest")),
    (r"cheapest|least (?:expensive|costly)|lowest(?: in)? price", ("low to high", "lowest first", "cheapest")),
    (r"newest|latest|most recent", ("newest", "most recent", "latest", "new")),
    (r"oldest|earliest", ("oldest", "earliest", "old")),
    (r"fastest|quickest|shortest", ("fastest", "quickest", "shortest")),
    (r"nearest|closest", ("nearest", "closest", "distance")),
    (r"best[- ]rated|highest[- ]rated|top[- ]rated", ("rating", "top rated", "best rated")),
    (r"alphabetical\w*|by name|a to z", ("name", "a to z", "alphabetical")),
    (r"largest|biggest", ("largest", "size")),
)
"""What people say, and what the ways of ordering a list are called that bring it to the top."""
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS)}


def kin(one: str, other: str) -> bool:
    """Whether two stems may stand for each other on a screen."""
    return bool(_KIN.get(one, _NONE) & _KIN.get(other, _NONE))


def kinds(word: str) -> frozenset[int]:
    """What tells whether stems may stand for each other: they do if they have one of these in common."""
    return _KIN.get(word, _NONE)


_NONE: frozenset[int] = frozenset()


@lru_cache(maxsize=1 << 8)
def orders(instruction: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What was said that an order of a list serves, and what such an order is called."""
    found = ((re.search(rf"\b(?:{said})\b", instruction, re.IGNORECASE), called) for said, called in _ORDERS)
    return tuple((one[0].casefold(), called) for one, called in found if one is not None)


_RHYTHMS = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
}


def rhythm(word: str) -> str:
    """The unit of a word that says how often: `weekly` is every week."""
    return _RHYTHMS.get(word, word)


def numeral(word: str) -> str:
    """Digits for a small number in words."""
    return _DIGITS.get(word, word)


_MEASURES = (
    frozenset(("knot", "knots", "kn", "mph", "km/h", "kmh", "m/s", "beaufort", "bft")),
    frozenset(("celsius", "fahrenheit", "kelvin", "°c", "°f")),
    frozenset(("mm", "cm", "inch", "inches", "in", "l/m²")),
    frozenset(("km", "kilometres", "kilometers", "miles", "mi", "metres", "feet", "ft")),
    frozenset(("kg", "kilograms", "pounds", "lb", "stone", "ounces")),
    frozenset(("hpa", "mbar", "inhg", "mmhg", "bar")),
    frozenset(("kcal", "kilojoules", "kj", "calories")),
)
"""Units of one quantity."""


def measured(text: str, unit: str) -> bool:
    """Whether the text is a unit of what the told unit measures as well."""
    return any(unit in one and text.casefold() in one for one in _MEASURES)


def is_unit(word: str) -> bool:
    """Whether the word is a unit that apps let their users choose."""
    return any(word in one for one in _MEASURES)
