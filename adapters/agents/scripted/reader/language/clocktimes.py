"""Times of the day as people say them, as clocks show them: "half past six in the evening" is 18:30. Pure."""

from __future__ import annotations

import re

from adapters.agents.scripted.reader.language.lexicon import numeral

_NUMBER = r"\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_LATE = r"in the (?:afternoon|evening)|at night|this evening|tonight|p\.?m\b\.?"
_EARLY = r"in the morning|this morning|a\.?m\b\.?"
_PART = r"half past|(?:a )?quarter (?:past|to)|(?:five|ten|twenty|twenty-five)(?: minutes)? (?:past|to)"
_SAID = re.compile(
    rf"\b(?:(?P<part>{_PART})\s+)?(?P<hour>{_NUMBER})"
    rf"(?::(?P<minute>\d\d))?(?:\s*o['’]clock)?\s*(?:(?P<late>{_LATE})|(?P<early>{_EARLY}))",
    re.IGNORECASE,
)
_NOONISH = re.compile(
    rf"\b(?P<part>{_PART})\s+(?P<hour>twelve|12)\b(?!\s*(?:o['’]clock)?\s*(?:{_LATE}|{_EARLY}))", re.IGNORECASE
)
"""Around twelve nobody has to say which part of the day."""
_NAMED = re.compile(r"\bat (noon|midday|midnight)\b", re.IGNORECASE)
_SHARES = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_QUOTED = re.compile("([“\"‘][^”\"’]{2,}[”\"’])")  # fmt: skip
_DAY, _NOON = 24 * 60, 12


def in_figures(instruction: str) -> str:
    """The instruction with the times in figures; what is quoted stays as it is."""
    parts = _QUOTED.split(instruction)
    parts[::2] = [_NAMED.sub(_name, _SAID.sub(_figure, _NOONISH.sub(_hands, part))) for part in parts[::2]]
    return "".join(parts)


def _name(found: re.Match[str]) -> str:
    return "at 00:00" if found[1].casefold() == "midnight" else "at 12:00"


def _share(part: str) -> int:
    """The minutes that are past the hour, or to it."""
    own = part.casefold().removeprefix("a ").split()
    return _SHARES[own[0]] * (-1 if own[-1] == "to" else 1) if own else 0


def _hands(found: re.Match[str]) -> str:
    minutes = (int(numeral(found["hour"].casefold())) * 60 + _share(found["part"])) % _DAY
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _figure(found: re.Match[str]) -> str:
    hour = int(numeral(found["hour"].casefold()))
    if hour > _NOON or (hour == _NOON and found["late"] and "night" not in found["late"]):
        late = 0
    else:
        late = _NOON if found["late"] else 0
    hour = 0 if hour == _NOON and (found["early"] or late) else hour
    part = _share(found["part"] or "")
    minutes = ((hour + (late if hour or "night" not in (found["late"] or "") else 0)) * 60) + part
    minutes = (minutes + int(found["minute"] or 0)) % _DAY
    return f"{minutes // 60:02}:{minutes % 60:02}"
