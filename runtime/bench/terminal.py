"""Shows texts on the terminal. Whatever a text contains, it is neither markup nor an escape sequence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from runtime.core.text import printable

_WIDEST: Final = 2_000
"""Columns of the widest table that is not broken."""


class _Terminal(Console):
    """A console that shows every text as it is, wherever it stands."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


def terminal(*, stderr: bool = False) -> Console:
    """Return a console that takes no string for markup or for an escape sequence, in tables either."""
    return _Terminal(stderr=stderr, markup=False, emoji=False, highlight=False)


def plain(text: str, style: str = "") -> Text:
    """Return a text that is shown as it is."""
    return Text(printable(text), style=style)


def show(console: Console, *lines: str) -> None:
    """Print lines as they are; a line is not broken where the terminal ends."""
    for line in lines:
        console.print(plain(line), soft_wrap=True)


def show_table(console: Console, table: RenderableType) -> None:
    """Print a table. Where there is no terminal, the console becomes as wide as the table."""
    if not console.is_terminal:
        needed = console.measure(table, options=console.options.update(max_width=_WIDEST)).maximum
        console.width = max(console.width, needed)
    console.print(table)
