"""Cost of each command on the virtual clock, in milliseconds. Besides `elapse`, only commands advance the clock.

input tap, doubletap by two taps      50 each
input swipe, draganddrop              the gesture's own time + 50
input text, keyevent, others          50 (a long press of a key: 500 more)
screencap, uiautomator                0: observation is free
sleep N                               N seconds
any other program                     5
builtins of the shell                 0 (echo, test, cd, …)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

INPUT_MS = 50
LONG_KEY_MS = 500
OTHER_MS = 5
FREE: Mapping[str, int] = {"screencap": 0, "uiautomator": 0, "sleep": 0, "input": 0}
"""`sleep` and `input` add their time themselves, since it depends on what they were asked."""


WEIGHTS: Mapping[str, int] = {
    "monkey": 2000, "screencap": 50, "uiautomator": 40, "content": 20, "dumpsys": 10, "input": 10, "am": 5,
    "sendevent": 2,
}  # fmt: skip
"""How much of what one line may do a program takes, where it makes the computer work more than a small one does."""


def weight(name: str) -> int:
    """Return how much a program counts towards the limit on commands; 1 for a small program."""
    return WEIGHTS.get(name, 1)


def cost(argv: Sequence[str]) -> int:
    """Return the fixed cost of a program in milliseconds, by its name."""
    return FREE.get(argv[0], OTHER_MS)
