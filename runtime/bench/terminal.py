"""Shows texts on the terminal. Whatever a text contains, it is neither markup nor an escape sequence."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from runtime.core.text import printable


def terminal(*, stderr: bool = False) -> Console:
    """Return a console that takes no string for markup, in tables either."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def plain(text: str, style: str = "") -> Text:
    """Return a text that is shown as it is."""
    return Text(printable(text), style=style)


def show(console: Console, *lines: str) -> None:
    """Print lines as they are; a line is not broken where the terminal ends."""
    for line in lines:
        console.print(plain(line), soft_wrap=True)
