"""What each served command costs on the virtual clock, in milliseconds. The only way time moves besides `elapse`.

input tap, doubletap by two taps      50 each
input swipe, draganddrop              the gesture's own time + 50
input text, keyevent, others          50 (a long press of a key: 500 more)
screencap, uiautomator                0: looking changes nothing
sleep N                               N seconds
any other program                     5
what the shell does itself            0 (echo, test, cd, …)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

INPUT_MS = 50
LONG_KEY_MS = 500
OTHER_MS = 5
FREE: Mapping[str, int] = {"screencap": 0, "uiautomator": 0, "sleep": 0, "input": 0}
"""`sleep` and `input` add their time themselves, since it depends on what they were asked."""


def cost(argv: Sequence[str]) -> int:
    """The fixed cost of a program, by its name."""
    return FREE.get(argv[0], OTHER_MS)
