"""`gap match`: JSON lines in, JSON lines out, with errors in the lines concerned."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from benchmarks.gap import match_command
from runtime.core.errors import UsageError
from tests.benchmarks.gap.vector_rows import row

_GOOD = json.dumps({"note": "Größe 日本", **row("A01")}, ensure_ascii=False).encode()


@pytest.fixture
def matched(monkeypatch, capsys):
    """Runs the command on bytes; returns the exit code and the output lines."""

    def run(data: bytes, *arguments: str):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        code = match_command.run(arguments)
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def test_a_record_comes_out_with_the_answer(matched):
    """The output record has all fields of the input unchanged, and four result fields."""
    code, (answer,) = matched(b"\xef\xbb\xbf" + _GOOD + b"\n\n", "--rule", "agentcpm")
    assert code == 0
    added = {"format_hit": True, "pred_type": "click", "type_match": True, "exact_match": True}
    assert answer == {**json.loads(_GOOD), **added}


def test_a_record_can_name_its_own_rule(matched):
    """The rule in a record is used for that record; the others use the rule of the command."""
    plain = {key: value for key, value in row("A13").items() if key != "rule"}
    own = {**plain, "rule": "agentcpm?float=epsilon"}
    data = "\n".join(json.dumps(record) for record in (plain, own, plain)).encode()
    code, answers = matched(data, "--rule", "agentcpm-androidcontrol")
    assert code == 0
    assert [answer["exact_match"] for answer in answers] == [True, False, True]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "line 2: "),
        (b"[1]", "line 2: list instead of an object"),
        (b"\xff\xfe", "line 2: 'utf-8' codec"),
        (b"[" * 100_000, "line 2: nested too deeply"),
        (b'{"pred": {}}', "line 2: no gt"),
        (b'{"rule": 5, "gt": {}}', "line 2: rule is no text"),
        (b'{"rule": "none"}', "line 2: there is no rule 'none'"),
    ],
    ids=str,
)
def test_a_bad_line_has_an_error_and_the_rest_are_matched(matched, line, why):
    """A malformed line gets an error with its number, the other lines are matched, and the exit code is 1."""
    code, answers = matched(b"\n".join([_GOOD, line, _GOOD]), "--rule", "agentcpm")
    assert code == 1
    assert [answer.get("exact_match") for answer in answers] == [True, None, True]
    assert answers[1]["error"].startswith(why)


def test_an_unreadable_prediction_is_no_error(matched):
    """An unreadable prediction gives format_hit false, and the exit code is 0."""
    code, (answer,) = matched(json.dumps(row("A54")).encode())
    assert (code, answer["format_hit"], answer["pred_type"]) == (0, False, None)


def test_records_are_matched_as_they_come():
    """The result of the first line is available before the second line is read."""

    def lines() -> Iterator[bytes]:
        yield _GOOD
        raise AssertionError("read ahead")

    from benchmarks.gap.rules import named

    assert next(match_command.matched(lines(), named("agentcpm")))["exact_match"]


@pytest.mark.parametrize("arguments", [["--rule", "none"], ["--rule", "agentcpm?x=1"], ["more"]])
def test_an_invalid_request_is_a_usage_error(arguments):
    """An unknown rule, option or argument is rejected before any input is read."""
    with pytest.raises(UsageError):
        match_command.run(arguments)
