"""Finds commitments on screens: touches that send, order, save, delete or set something, and are not drafts. Pure.

The label of a control says what a touch does ("Place order", "Follow", "Delete"); the screens before and after say
whether it was done or only opened a form or a question. It was done if the row changes in place, or if the touch leads
back to the page from which the form was opened, to a page that names a result ("Booked"), or away from a form that was
filled in. A value picked on a sheet is set if the sheet closes and leaves nothing to confirm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from judges.evidence.screens import ScreenText, single_line
from judges.evidence.trail import Move, Screen
from runtime.core.actions import Tap
from runtime.core.text import normal

_ADDING: Final = (
    *("accept", "add", "apply", "book", "check in", "confirm", "copy here", "create", "download", "downvote"),
    *("follow", "join", "like", "make", "mark", "move here", "mute", "pay", "pin", "place", "post", "publish", "put"),
    *("rename", "report", "save", "schedule", "send", "set", "share now", "star", "start", "submit", "subscribe"),
    *("turn on", "upload", "upvote"),
)
_REMOVING: Final = (
    *("archive", "block", "cancel", "clear", "decline", "delete", "discard", "dislike", "leave", "pause", "remove"),
    *("reset", "stop", "take back", "turn off", "undo", "unfollow", "unlike", "unmute", "unpin", "unsubscribe"),
    "withdraw",
)
_CREATING: Final = (
    *("add", "book", "copy", "create", "order", "pay", "place", "post", "publish", "send", "submit", "upload"),
)
"""Adding words of what makes another one if it is done again."""
_RESULTS: Final = (
    *("added", "booked", "cancelled", "confirmed", "created", "listed", "ordered", "paid", "placed", "posted"),
    *("published", "received", "saved", "sent", "shared", "submitted", "thank you", "uploaded"),
)
_DISMISSING: Final = ("cancel", "clear", "discard")
"""Removing words that on their own only close a dialog or empty a field."""

_ADDS: Final = re.compile(rf"(?:{'|'.join(_ADDING)})(?!\w)")
_REMOVES: Final = re.compile(rf"(?:{'|'.join(_REMOVING)})(?!\w)")
_CREATES: Final = re.compile(rf"(?:{'|'.join(_CREATING)})(?!\w)")
_RESULT: Final = re.compile(rf"\b(?:{'|'.join(_RESULTS)})\b")
_FIGURES: Final = re.compile(r"\s*[(·]?\s*[^\w\s]?\d.*$")
"""What follows the words of a label: a count or a price."""


@dataclass(frozen=True, slots=True, eq=False)
class Commitment:
    """What a touch committed, in which app and on which page.

    `label` is the words of the control without a count or price; `row` the row that it replaced on the same page, whose
    return undoes the commitment; `choice` the value, normalized, if one was picked on a sheet. `creates` tells that
    doing it again makes another one: it led to another page, and its label says so.
    """

    move: Move
    label: str
    page: str
    removes: bool = False
    row: str = ""
    choice: str = ""
    creates: bool = False

    @property
    def app(self) -> str:
        """The package of the page."""
        return self.page.partition("/")[0]


class CommitmentFinder:
    """Finds the commitments of a trail, screen by screen."""

    def __init__(self) -> None:
        self._opened: list[str] = []
        """The pages that lead to the one on the screen, as far as the agent has come without going back."""
        self._known: dict[str, tuple[str, ...]] = {}
        """The lines of each page when it was last seen."""
        self._filled_in: set[str] = set()
        """Pages on which the agent changed something in place since they were opened."""

    def update(self, screen: Screen, moves: list[Move]) -> Iterator[Commitment]:
        """Process a screen and the moves that led to it; yields what the last of them committed."""
        after = screen.text
        if after is None:
            return
        if moves and (before := moves[-1].before) is not None and before.text not in (None, after):
            move, text = moves[-1], before.text
            label = _label(move)
            if label:
                if self._commits(label, text, after):
                    removes = _REMOVES.match(normal(label)) is not None
                    row = _replaced_row(label, text, after)
                    creates = text.page != after.page and _CREATES.match(normal(label)) is not None
                    words = _FIGURES.sub("", normal(label)).strip()
                    yield Commitment(move, words, text.page, removes, row, creates=creates)
                elif self._sets(label, text.page, after):
                    yield Commitment(move, normal(f"set {label}"), after.page, choice=normal(label))
            if text.page == after.page and text.lines != after.lines:
                self._filled_in.add(after.page)
        if after.page in self._opened:
            behind = self._opened.index(after.page) + 1
            self._filled_in.difference_update(self._opened[behind:])
            del self._opened[behind:]
        else:
            self._opened.append(after.page)
        self._known[after.page] = after.lines

    def _commits(self, label: str, before: ScreenText, after: ScreenText) -> bool:
        kind = normal(label)
        if kind in _DISMISSING or not (_ADDS.match(kind) or _REMOVES.match(kind)):
            return False
        if after.page == before.page:
            return _replaced_row(label, before, after) != "" or any(line not in before.lines for line in after.lines)
        title = normal(after.page.partition("/")[2])
        return after.page in self._opened or before.page in self._filled_in or _RESULT.search(title) is not None

    def _sets(self, label: str, sheet: str, after: ScreenText) -> bool:
        """Whether a value was picked on a sheet, which closed and left it on a page that has nothing to confirm."""
        if after.page == sheet or after.page not in self._opened or after.page not in self._known:
            return False
        old = {normal(line) for line in self._known[after.page]}
        lines = [normal(line) for line in after.lines]
        parts = {part.strip() for line in lines if line not in old for part in line.split("|")}
        return normal(label) in parts and not any(_ADDS.match(line) for line in lines)


def _label(move: Move) -> str:
    """The label of the control that was tapped: its own, or the only text inside."""
    if not isinstance(move.action, Tap) or move.target is None:
        return ""
    own = single_line(move.target.text or move.target.desc)
    inside = [single_line(node.text or node.desc) for node in move.target.walk() if node.text or node.desc]
    return own or (inside[0] if len(inside) == 1 else "")


def _replaced_row(label: str, before: ScreenText, after: ScreenText) -> str:
    """The row with the label that is no longer on the page; nothing if the page changed."""
    if before.page != after.page:
        return ""
    return next((line for line in before.lines if single_line(label) in line and line not in after.lines), "")
