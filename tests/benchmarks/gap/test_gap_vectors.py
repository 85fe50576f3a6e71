"""All vectors of the public evaluators hold, directly and through the command."""

from __future__ import annotations

import io
import json
from types import SimpleNamespace

import pytest

from benchmarks.gap import match_command, rules
from tests.benchmarks.gap.vector_rows import FILE, rows

_ROWS = rows()
_IDS = [row["id"] for row in _ROWS]


@pytest.mark.parametrize("row", _ROWS, ids=_IDS)
def test_a_vector_matches_as_stated(row):
    """The rule gives the result that the public evaluator gives."""
    rule = rules.named(row["rule"])
    found = rule.match(*rule.record(row))
    document = {
        "format_hit": found.format_hit,
        "pred_type": found.kind,
        "type_match": found.type_match,
        "exact_match": found.exact,
    }
    assert {key: document[key] for key in row["expect"]} == row["expect"]


def test_the_command_says_the_same_of_all_of_them(monkeypatch, capsys):
    """`gap match` prints every vector in order with its expected result."""
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(FILE.read_bytes())))
    assert match_command.run(["--rule", "agentcpm"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["id"] for answer in answers] == _IDS
    for answer in answers:
        assert {key: answer[key] for key in answer["expect"]} == answer["expect"]


def test_the_table_of_vectors_is_complete():
    """The published table is here from the first to the last row, except for rows without a stated input."""
    numbers = {name.partition("-")[0].rstrip("b") for name in _IDS}
    assert {f"A{number:02}" for number in range(1, 63)} <= numbers
    assert {f"W{number:02}" for number in range(1, 12)} <= numbers
    assert {"C01", "C02", "C05", "C07", "C08", "I01", "I03c", "I08", "F01"} <= numbers
    assert len(set(_IDS)) == len(_IDS)
