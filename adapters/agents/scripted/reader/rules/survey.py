"""The reader's rules for forms that nobody told it how to fill: rows that show a value, pickers behind them. Pure.

People leave out what they think is plain: which size or colour, how many, when and how often, where to, to whom, in
which list, how it is paid. Whoever does a deed for them looks those up before it is done, and asks.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from adapters.agents.scripted.reader.language.words import content, deeds_of, is_time, stem, words
from adapters.agents.scripted.reader.rules.options import wishes
from adapters.agents.scripted.reader.rules.pickers import is_clock
from adapters.agents.scripted.reader.screen.buttons import goes_on
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, Key
from runtime.core.config import T_MAX

_LEFT_OUT = frozenset((
    # which one
    "size", "colour", "color", "kind", "type", "category", "list", "label", "folder", "album", "collection", "group",
    "section", "project", "condition", "quality", "class", "fare", "seat", "coach", "flavour", "filter", "shape",
    # how many
    "number", "quantity", "many", "people", "passenger", "adult", "traveller", "ticket",
    # when
    "time", "date", "day", "when", "schedule", "repeat", "repetition", "reminder", "remind", "notification", "alert",
    "duration", "due",
    # where to, to whom
    "place", "location", "address", "branch", "shop", "pickup", "collect", "deliver", "delivery", "destination",
    "recipient", "cc", "copy", "audience", "who", "visibility", "comment", "call",
    # how
    "pay", "payment", "coupon", "voucher", "shipping", "parcel", "extra", "topping", "side", "priority", "offer",
    "attach", "attachment", "file",
))  # fmt: skip
"""Words, without plural, that name what people leave out."""
_IDLE = frozenset((
    "cancel", "clear", "close", "delete", "discard", "done", "duplicate", "edit", "help", "make", "mark", "next", "not",
    "open", "previous", "remove", "report", "search", "select", "share", "show", "turn",
))  # fmt: skip
"""First words of labels behind which nothing is chosen."""
_BARE = 4
"""Rows of one word each that are a list."""
_LATE = T_MAX - 6
"""Decisions after which there is time to end it, but none to look where nothing was told."""
_LOOKS, _STRAY = 7, 2
"""Rows looked into without a reason of their own, and those among them whose name says little."""


def is_picker(seen: Seen) -> bool:
    """Whether the page is there to choose from, and for nothing else."""
    choices = sum(one.role == "choice" for one in seen.controls)
    fields = any(one.role in ("field", "switch") for one in seen.controls)
    return bool(seen.groups) and not fields and choices * 2 >= len(seen.controls)


def any_option(mind: Mind, seen: Seen) -> Decision | None:
    """Where something has to be chosen, nothing is, and nothing was told: the first."""
    if len(seen.groups) != 1 or not is_picker(seen) or mind.request.informational:
        return None
    options = seen.groups[0].options
    if len(options) < 2 or any(one.on for one in options) or not mind.fresh(options[0], seen.title):
        return None
    return mind.touch(options[0], "one has to be chosen", seen.title)


def commands(control: Control) -> bool:
    """Whether the label says what a touch does, rather than what there is."""
    first = (*words(control.label), "")[0]
    return first in _IDLE or (len(control.texts) == 1 and bool(deeds_of(first)))


def asks_more(mind: Mind, seen: Seen) -> bool:
    """Whether what should have ended it leads to a choice with an end of its own."""
    return is_picker(seen) and mind.has_commit(seen)


def searches(seen: Seen) -> bool:
    """Whether the page is there to search."""
    return any(one.role == "field" and "search" in f"{one.label} {one.resource_id}".casefold() for one in seen.controls)


def exists(mind: Mind, seen: Seen) -> bool:
    """Whether the page changes something that there is already: that keeps what nobody wants to be changed."""
    return words(seen.title)[:1] in (("edit",), ("change",)) and not mind.begun


def value_rows(mind: Mind, seen: Seen) -> list[Control]:
    """Rows that show what is chosen and have not been looked into, those that people leave out first."""
    bars = {one.resource_id for one in seen.controls if one.role == "tab"}
    # Bare words of one kind are suggestions, not parts of a form.
    kinds = Counter(one.resource_id for one in seen.controls if one.role == "row" and len(one.texts) == 1)
    bars |= {kind for kind, number in kinds.items() if kind and number > _BARE}
    rows = [
        one
        for one in seen.controls
        if one.role == "row"
        and (one.resource_id == "" or one.resource_id not in bars)
        and mind.fresh(one)
        and (seen.title, one.label) not in mind.asking.rows
        and not _offered(one, seen)
        and (seen.title, one.resource_id or "?") not in mind.asking.rows
        and len(one.texts) in (1, 2, 3)
        and not goes_on(one, mind.request)
        and not commands(one)
        and not mind.request.names(one.label)
        and words(one.label) != ("from",)
        and (_weight(one) or (len(one.texts) > 1 and not (one.fixed and seen.scroll)))
    ]
    return sorted(rows, key=lambda one: -_weight(one))


def _offered(row: Control, seen: Seen) -> bool:
    """Whether a button beside the row does something with what it is called: then it is a thing, no part of a form."""
    name = words(row.label)
    return len(name) > 1 and any(
        one.role == "button" and one is not row and words(one.label)[1:] == name for one in seen.controls
    )


def look(mind: Mind, seen: Seen) -> Decision | None:
    """Look into a row of a form while the user may still have something to say."""
    if (
        mind.asking.steps > _LATE
        or mind.travel.at_home
        or not mind.curious
        or not mind.is_form(seen)
        or is_picker(seen)
        or exists(mind, seen)
        or words(seen.title)[:1] == ("edit",)
    ):
        return None
    rows = value_rows(mind, seen)
    if len(rows) > _MOST or searches(seen):
        return None
    filled = bool(seen.groups) or (len(rows) > 1 and any(one.role in ("field", "switch") for one in seen.controls))
    for row in rows:
        stray = not _weight(row)
        if mind.looked >= _LOOKS or (stray and (mind.strayed >= _STRAY or not filled)):
            continue
        mind.looked += 1
        mind.strayed += stray
        mind.asking.rows.add((seen.title, one_of(row, seen)))
        mind.asking.inside, mind.asking.form = row.label, seen.title
        return mind.touch(row, "what may be chosen in there?", places=frozenset())
    return None


_MOST = 14
"""Rows of the longest form; a page of more is a calendar or a list."""


def one_of(row: Control, seen: Seen) -> str:
    """What a row is remembered by: its kind, if it is the only one of it, for its label may be its value."""
    alone = row.resource_id and sum(one.resource_id == row.resource_id for one in seen.controls) == 1
    return row.resource_id if alone else row.label


def leave(mind: Mind, seen: Seen) -> Decision | None:
    """Out of a picker in which nobody wants anything, without a change."""
    if not mind.asking.inside or not is_picker(seen) or mind.open_choice == "sweep":
        return None
    if any(wishes(mind, group) for group in seen.groups) or not all(
        mind.fresh(one, seen.title) for one in seen.controls
    ):
        return None
    mind.asking.inside = ""
    return Decision((Key("BACK"),), thought="That may stay as it is.")


def inside(mind: Mind, seen: Seen) -> Decision | None:
    """What a row led to shows plain rows: the user says which of them; else it is left without a touch."""
    name = mind.asking.inside
    if not name or seen.groups or is_clock(seen) or mind.has_commit(seen) or mind.open_choice == "sweep":
        return None
    rows = named_rows(mind, seen)
    if not any(mind.request.names(one.label) for one in rows):
        if (
            len(rows) > 1
            and mind.curious
            and (question := mind.asking.once(f"{seen.title}/{name}", name, rows)) is not None
        ):
            return question
        mind.asking.inside = ""
        return Decision((Key("BACK"),), thought="That may stay as it is.")
    mind.asking.inside = ""
    return None


def named_rows(mind: Mind, seen: Seen) -> list[Control]:
    """The longest list of things on the page: rows of one kind that bear names, no tabs and no commands."""
    kinds: dict[tuple[str, int], list[Control]] = defaultdict(list)
    bars = {one.resource_id for one in seen.controls if one.role == "tab"}
    for one in seen.controls:
        named = content(one.label) and not goes_on(one, mind.request) and not commands(one)
        if one.role == "row" and named and one.resource_id not in bars:
            kinds[one.resource_id, one.center[0] if not one.resource_id else 0].append(one)
    longest = max(kinds.values(), key=len, default=[])
    found = list({one.label: one for one in longest}.values())
    return found if 2 * len(found) > len(longest) else []


def ask_time(mind: Mind, seen: Seen) -> Decision | None:
    """The hour and the minute that nobody told."""
    mind.asking.editing = mind.asking.editing or exists(mind, seen)
    wanted = bool(mind.asking.inside) or mind.begun
    if mind.asking.editing or not wanted or not mind.curious or not is_clock(seen):
        return None
    if any(is_time(word) for word in mind.request.said):
        return None
    return mind.asking.openly(f"clock/{mind.asking.inside or seen.title}", "time")


def _weight(row: Control) -> int:
    own = {stem(word) for word in (*words(row.label), *row.resource_id.split("_"))}
    return len(own & _LEFT_OUT)
