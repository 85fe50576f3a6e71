"""Pseudo-terminals for tests: where the system has none, the test is skipped and says so."""

from __future__ import annotations

import os

import pytest


def skip_without_terminal() -> None:
    """Skip the test if no pseudo-terminal can be opened, as in a root folder without /dev/pts."""
    try:
        numbers = os.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal can be opened here ({error.strerror}): mount devpts at /dev/pts")
    for number in numbers:
        os.close(number)
