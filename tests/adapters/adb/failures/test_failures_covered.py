"""Whether each way in which farms fail is played by a test, wherever that test lives."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
HERE = Path(__file__).parent
MODES = range(1, 24)
"""Their numbers in the table of failure modes that the ADB room was built after (its §5)."""


@cache
def marked() -> dict[int, list[tuple[Path, ast.FunctionDef | ast.AsyncFunctionDef]]]:
    """The tests of the repository by the numbers in their `failure_mode` marks."""
    found = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "failure_mode" in text else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.failure_mode":
                        for number in mark.args:
                            found[int(ast.literal_eval(number))].append((path, node))
    return dict(found)


@pytest.mark.parametrize("number", MODES)
def test_each_failure_mode_is_played(number: int):
    """At least one test is marked with it; what is marked is collected by pytest, and is not skipped by its mark."""
    tests = marked().get(number, [])
    assert tests, f"no test is marked failure_mode({number})"
    for path, test in tests:
        assert test.name.startswith("test_"), f"{path}: {test.name}"
        others = [ast.unparse(mark) for mark in test.decorator_list]
        assert not [mark for mark in others if re.search(r"mark\.(skip|xfail)\b", mark)], f"{path}: {test.name}"


def test_no_other_numbers_are_marked():
    """A mark with an unknown number would cover nothing."""
    assert set(marked()) <= set(MODES)


def test_what_is_tested_here_begins_with_its_number():
    """The docstring says which one, and it is the one of the mark."""
    here = [(number, path, test) for number, tests in marked().items() for path, test in tests if path.parent == HERE]
    assert here
    for number, path, test in here:
        match = re.match(r"§5\.(\d+): \S", ast.get_docstring(test) or "")
        assert match is not None, f"{path}: {test.name}"
        assert int(match[1]) == number, f"{path}: {test.name}"
