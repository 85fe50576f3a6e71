"""The pages of months and the pills of times that apps pick from."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.components.pickers import TimePills, month_bar, month_grid, time_pills
from adapters.phone.framework.state_paths import Bound
from adapters.phone.ui.node import Ev, Node, node


def buttons(root: Node) -> list[tuple[str, Ev | None]]:
    """The descriptions and events of everything in a tree that can be tapped."""
    here = [(root.desc, root.event("tap"))] if root.on else []
    return [*here, *(found for child in root.children for found in buttons(child))]


@given(st.dates(date(2024, 1, 1), date(2030, 12, 31)), st.booleans())
def test_a_month_has_every_day_once(day: date, sunday_first: bool) -> None:
    """A page has whole weeks from its first weekday on, in which each day of the month stands once and in order."""
    grid = month_grid(f"{day:%Y-%m}", lambda shown: node("text", text=shown.isoformat()), sunday_first=sunday_first)
    cells = grid.children[7:]
    days = [date.fromisoformat(cell.text) for cell in cells if cell.text]
    assert days[0].day == 1
    assert [shown.toordinal() - days[0].toordinal() for shown in days] == [*range(len(days))]
    assert (date.fromordinal(days[-1].toordinal() + 1)).day == 1
    assert len(cells) % 7 == 0
    assert grid.children[0].text == ("S" if sunday_first else "M")
    assert (days[0].weekday() + (1 if sunday_first else 0)) % 7 == [bool(cell.text) for cell in cells].index(True)


def test_the_arrows_of_a_month_lead_to_the_months_beside_it() -> None:
    """They say where they lead, over the end of a year too."""
    month = Bound("ui.month", "2026-12")
    assert buttons(month_bar(month.value, month.to)) == [
        ("Previous month, November", month.to("2026-11")),
        ("Next month, January", month.to("2027-01")),
    ]


def test_a_time_is_picked_by_its_pills() -> None:
    """Each hour and minute has a pill with its event; those that are set are checked."""
    hour, minute = Bound("ui.hour", 7), Bound("ui.minute", 30)
    look = TimePills(hours=(6, 7), minutes=(0, 30))
    parts = time_pills(hour.value, minute.value, hour.to, minute.to, look)
    pills = [pill for part in parts for pill in part.children]
    assert [(pill.desc, pill.event("tap"), pill.checked) for pill in pills] == [
        ("6 hours", hour.to(6), False),
        ("7 hours", hour.to(7), True),
        ("0 minutes", minute.to(0), False),
        ("30 minutes", minute.to(30), True),
    ]
