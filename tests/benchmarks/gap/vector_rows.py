"""The vectors in the folder beside this file: records of public harnesses and what their evaluators make of them.

A record has the form that `Rule.record` of its rule reads; `expect` holds what is known of the answer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "vectors" / "gap_metrics.jsonl"


def rows() -> list[dict[str, Any]]:
    """Every vector, in the order of the file."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def row(name: str) -> dict[str, Any]:
    """One vector by its name."""
    return next(found for found in rows() if found["id"] == name)
