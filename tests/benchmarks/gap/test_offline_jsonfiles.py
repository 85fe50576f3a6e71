"""JSON files are streamed value by value, and no content makes the reader fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.datasets import jsonfiles
from benchmarks.gap.datasets.fields import BadRecord
from tests.support.offline_samples import lines

_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_record = st.dictionaries(
    _text, _text | st.integers() | st.floats(allow_nan=False) | st.lists(st.lists(st.floats(0, 1))), max_size=4
)
_records = st.lists(_record, min_size=1, max_size=5)


def _read(data: bytes) -> tuple[list[object], list[tuple[int, str]]]:
    good: list[object] = []
    bad: list[tuple[int, str]] = []
    for line, value in jsonfiles.values(BytesIO(data)):
        if isinstance(value, BadRecord):
            bad.append((line, value.detail))
        else:
            good.append(value)
    return good, bad


_FORMS: dict[str, Callable[[list[Any]], bytes]] = {
    "lines": lines,
    "lines without ASCII alone": lambda records: b"".join(json.dumps(record).encode() + b"\r\n" for record in records),
    "a list": lambda records: json.dumps(records, ensure_ascii=False).encode(),
    "a list over lines": lambda records: b"\n\n" + json.dumps(records, indent=2, ensure_ascii=False).encode() + b"\n",
    "lists in a list": lambda records: json.dumps([[record] for record in records]).encode(),
    "a list a line": lambda records: b"".join(json.dumps([record, record]).encode() + b"\n" for record in records),
    "objects over lines": lambda records: b"\n".join(b"{\n" + json.dumps(record).encode()[1:] for record in records),
    "with a byte order mark": lambda records: b"\xef\xbb\xbf" + json.dumps(records).encode(),
}


@given(records=_records, form=st.sampled_from(sorted(_FORMS)), piece=st.integers(1, 40))
def test_every_form_gives_the_same_records(records, form, piece):
    """Records are read from lines, lists, nested lists and objects over several lines, with any buffer size."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonfiles, "_CHUNK", piece)
        good, bad = _read(_FORMS[form](records))
    twice = [item for record in records for item in (record, record)]
    assert bad == []
    assert good == (twice if form == "a list a line" else records)


@given(records=_records, form=st.sampled_from(["lines", "a list", "a list over lines"]), data=st.data())
def test_wherever_a_file_ends_the_records_before_still_come(records, form, data):
    """A truncated file gives the records before the cut, and one error if a record is incomplete."""
    content = _FORMS[form](records)
    at = data.draw(st.integers(0, len(content) - 1))
    good, bad = _read(content[:at])
    assert good == records[: len(good)]
    complete = (
        form == "lines"
        and content[:at].strip().endswith(b"}")
        and len(good) == content[:at].count(b"\n") + (not content[:at].endswith(b"\n"))
    )
    unharmed = complete or (
        form == "a list over lines" and content[:at].strip().endswith(b"]") and at >= len(content) - 1
    )
    assert len(bad) == (0 if unharmed else 1)
    assert all("cut short" in detail for _, detail in bad)


@pytest.mark.parametrize("value", ["true", "false", "null", "NaN", "Infinity", "-Infinity"])
def test_a_file_cut_inside_a_word_is_cut_short(value):
    """For each beginning of a JSON word the file is reported as cut short, not as invalid."""
    for length in range(1, len(value)):
        _, bad = _read(f'{{"a": {value[:length]}'.encode())
        assert ["cut short" in detail for _, detail in bad] == [True], value[:length]


@given(st.binary(max_size=60))
def test_any_bytes_are_parsed_or_reported(data):
    """For any bytes reading ends, and invalid JSON is reported with its line."""
    good, bad = _read(data)
    assert good or bad
    assert all(1 <= line <= data.count(b"\n") + 1 for line, _ in bad)


def test_a_bad_line_is_one_bad_record_and_the_next_lines_come():
    """JSON lines continue after a malformed line, wherever it is, even if it is the first."""
    broken = b'{"a": 1\n' + lines([{"b": 2}]) + b'{"c": "\xff"}\n\n' + lines([{"d": "\u00e9"}]) + b"nonsense\n[7]"
    good, bad = _read(broken)
    assert good == [{"b": 2}, {"d": "é"}, 7]
    assert [line for line, _ in bad] == [1, 3, 6]


def test_a_bad_record_of_a_list_is_the_last():
    """A malformed record in a list ends the reading; the records before it are kept."""
    good, bad = _read(b'[\n{"a": 1},\n{"b" 2},\n{"c": 3}\n]')
    assert good == [{"a": 1}]
    assert bad == [(3, "no JSON: expecting ':' delimiter; the rest is not read")]


def test_text_that_could_not_be_written_again_is_refused():
    """Invalid UTF-8 and half surrogate pairs could not be written to a file later."""
    good, bad = _read(b'[{"a": "\xff"},\n{"b": "\\ud800"},\n{"c": "\\ud83d\\ude00"}]')
    assert good == [{"c": "\U0001f600"}]
    assert bad == [(1, "no UTF-8"), (2, "no UTF-8")]
    assert [line for line, _ in _read(b'{"b": "\\ud800"}\n{"c": 1}\n')[1]] == [1]


def test_lines_are_counted_as_an_editor_counts_them():
    """Each value has the number of the line on which it begins."""
    text = b'[\n\n  {"a":\n 1},\n  {"b": 2}, {"c": 3},\n\n  {"d": 4}\n]'
    assert [line for line, _ in jsonfiles.values(BytesIO(text))] == [3, 5, 5, 7]


def test_a_record_that_never_ends_is_given_up():
    """An unclosed quote does not load the rest of a large file into memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonfiles, "_LONGEST", 4000)
        patch.setattr(jsonfiles, "_CHUNK", 100)
        good, bad = _read(b'[{"a": 1}, {"b": "' + b"x" * 50_000 + b'"}]')
        assert good == [{"a": 1}]
        assert len(bad) == 1
        good, bad = _read(b'{"a": 1}\n{"b": "' + b"x" * 50_000 + b'"}\n{"c": 3}\n')
        assert good == [{"a": 1}, {"c": 3}]
        assert [line for line, _ in bad] == [2]


def test_deep_nesting_is_a_bad_record():
    """Nesting deeper than in any dataset is rejected instead of exhausting the stack."""
    deep = b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert len(_read(deep + b"\n" + deep)[1]) >= 1
    assert len(_read(b"[" + deep + b"]")[1]) == 1
    assert len(_read(b"[" * 100_000)[1]) == 1
