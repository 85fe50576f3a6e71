"""What the clock holds on a phone fresh from reset, read from clock.yaml: alarms, timers, sounds and cities."""

from collections.abc import Mapping

from adapters.phone.framework.content import content, read_content

USUAL_SNOOZE = "10 minutes"
SNOOZES = ("5 minutes", USUAL_SNOOZE, "15 minutes", "20 minutes", "30 minutes", "Off")
SILENT = "Silent"


@content
class Alarm:
    """One alarm. Without `days` it rings once, on `date`; `time` is `HH:MM`."""

    id: str
    time: str = "07:00"
    days: tuple[str, ...] = ()
    label: str = ""
    sound: str = "Morning tide"
    vibrate: bool = True
    snooze: str = USUAL_SNOOZE
    on: bool = True
    date: str = ""


@content
class Timer:
    """A countdown of `length` seconds: it runs until `ends`, or rests with `left` seconds while `ends` is empty."""

    id: str
    length: int
    left: int
    label: str = ""
    ends: str = ""


@content
class Content:
    """Everything that is there at first; sounds by group, cities with their minutes ahead of the phone's zone."""

    alarms: tuple[Alarm, ...]
    timers: tuple[Timer, ...]
    sounds: Mapping[str, tuple[str, ...]]
    cities: Mapping[str, int]


CONTENT = read_content(__package__, "clock.yaml", Content)
