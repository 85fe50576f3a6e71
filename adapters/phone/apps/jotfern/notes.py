"""Notes as plain data in which every chosen value is the label that the screen shows; notes.yaml has the first ones."""

from adapters.phone.framework.content import content, read_content

NOTES, ARCHIVE = "Notes", "Archive"
PAPER = "Paper"
COLORS = {
    PAPER: "",
    "Butter": "#FBEFB6",
    "Mint": "#D5EBCF",
    "Sky": "#CFE6F3",
    "Lilac": "#E3DAF3",
    "Blush": "#F8D9D6",
    "Clay": "#F0DCC4",
}
"""Name of a colour to its tint; paper is the page's own."""

REMIND_WHEN = LATER_TODAY, TOMORROW_MORNING, TOMORROW_EVENING, NEXT_MONDAY = (
    "Later today",
    "Tomorrow morning",
    "Tomorrow evening",
    "Next Monday",
)
REMIND_OFTEN = ONCE, DAILY, WEEKLY, MONTHLY = ("Does not repeat", "Daily", "Weekly", "Monthly")


@content
class Item:
    """A line of a checklist."""

    text: str
    done: bool = False


@content
class Note:
    """A note: text, or a checklist where `checklist` says so. `place` is Notes or Archive.

    `edited` and `reminder` are `2026-11-17T08:40`, the second one empty where there is none; `art` names a picture.
    """

    id: str
    title: str = ""
    text: str = ""
    edited: str = ""
    checklist: bool = False
    items: tuple[Item, ...] = ()
    color: str = PAPER
    labels: tuple[str, ...] = ()
    pinned: bool = False
    place: str = NOTES
    reminder: str = ""
    repeat: str = ONCE
    art: str = ""
    seed: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing stands in it."""
        return not (self.title.strip() or self.text.strip() or self.items or self.art)


@content
class Content:
    """What is there after a reset, and the searches that the search page proposes."""

    labels: tuple[str, ...]
    searches: tuple[str, ...]
    notes: tuple[Note, ...]


_CONTENT = read_content(__package__, "notes.yaml", Content)
FIRST_NOTES, FIRST_LABELS, SEARCHES = _CONTENT.notes, _CONTENT.labels, _CONTENT.searches
