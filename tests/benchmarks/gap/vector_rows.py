"""Reads the vectors beside this file: records of public harnesses and the results of their evaluators."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "vectors" / "gap_metrics.jsonl"


def rows() -> list[dict[str, Any]]:
    """All vectors in the order of the file."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def row(name: str) -> dict[str, Any]:
    """The vector with this name."""
    return next(found for found in rows() if found["id"] == name)
