"""Findings that are known, each with its reason. Pure data: nothing else is tolerated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from benchmarks.acceptance.atlas.findings import FindingKey


@dataclass(frozen=True, slots=True)
class Known:
    """A known finding: patterns (`*` for anything) of its kind, app, screen and control, and why it is there."""

    kind: str
    app: str
    screen: str
    what: str
    reason: str

    def covers(self, key: FindingKey) -> bool:
        """Return whether a finding is this one."""
        return (
            self.kind == key.kind
            and fnmatchcase(key.app, self.app)
            and fnmatchcase(key.route, self.screen)
            and fnmatchcase(key.what, self.what)
        )


def is_known(key: FindingKey) -> bool:
    """Return whether a finding is known."""
    return any(known.covers(key) for known in KNOWN)


def unused(keys: Iterable[FindingKey]) -> list[Known]:
    """Return the known findings that are not among these."""
    found = tuple(keys)
    return [known for known in KNOWN if not any(known.covers(key) for key in found)]


_OVER_PICTURE: Final = "text over a picture, as the status bar and the length of a video are on Android"
_OVER_SKY: Final = "text over a sky, whose brightness changes with its height"
_FAINT: Final = "a colour of the app's theme is between 3.6 and 4.5 to 1: a lighter or darker one changes its screens"

KNOWN: Final[tuple[Known, ...]] = (
    Known("low contrast", "bunwright", "item", "text *,Medium,0 #FFFFFF", _OVER_PICTURE),
    Known("low contrast", "gallery", "*", "text 11,14,Medium,0 #FFFFFF", _OVER_PICTURE),
    Known("low contrast", "bunwright", "branches", "text bodyM #CF3A22", _FAINT),
    Known("low contrast", "calendar", "month", "text 12,16,Medium,0 #697A80", _FAINT),
    Known("low contrast", "contacts", "contact", "text labelL #6F7884", _FAINT),
    Known("low contrast", "drizzlecast", "*", "text* #FFFFFF", _OVER_SKY),
    Known("low contrast", "drizzlecast", "*", "text* #E2EAF2", _OVER_SKY),
    Known("low contrast", "drizzlecast", "*", "text* #9FD4FF", _OVER_SKY),
    Known("low contrast", "drizzlecast", "*/dialog", "button#android:id/button? #0376B9", _FAINT),
    Known("low contrast", "griddle", "*", "text* #7D7669", _FAINT),
    Known("low contrast", "larderly", "*/dialog", "button#android:id/button? #2C8231", _FAINT),
    Known("low contrast", "messages", "thread", "text#message_time #C0D9D9", _FAINT),
    Known("low contrast", "novabasket", "home", "text labelL #BE500D", _FAINT),
    Known("low contrast", "parlowe", "chat", "text#message_time #DBDCFB", _FAINT),
    Known("low contrast", "parlowe", "*", "text* #5B5FEF", _FAINT),
    Known("low contrast", "postquill", "*", "text 18,24,Medium,0 #FFFFFF", _FAINT),
    Known("low contrast", "postquill", "files", "text#file_size #6B7982", _FAINT),
    Known("low contrast", "railfinch", "live", "text#time #707884", _FAINT),
    Known("low contrast", "thriftloom", "*", "text 11,16,Medium,1.4 #7B7677", _FAINT),
    Known("low contrast", "tickmoss", "*", "text* #717785", _FAINT),
    Known("low contrast", "tickmoss", "*/dialog", "button#android:id/button? #2457FF", _FAINT),
    Known("text only in tree", "launcher", "home", "TextView#", "icons of the dock have their names in the tree only"),
)
