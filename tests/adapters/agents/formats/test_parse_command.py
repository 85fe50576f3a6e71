"""The command `parse`: a reply on standard input, its actions as JSON lines, and readable errors."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest

from adapters.agents.formats.registry import format_names, load_format
from runtime.bench.cli import main
from tests.support.command import Bench

_NAMES = format_names()
_REPLY = "Thought: t\nAction: click(point='<point>510 150</point>')\n"
_ELEMENT = 'Observation: o\nThought: t\nAction: swipe(21, "up", "medium")\nSummary: s\n'


@pytest.fixture
def parse(monkeypatch, capsys):
    """Runs `parse` with a reply on standard input; returns exit code, output and errors."""

    def run(reply, *words):
        data = reply if isinstance(reply, bytes) else reply.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["parse", *map(str, words)])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def _lines(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_reply_becomes_lines_of_json(parse):
    """A reply gives one JSON object for each action."""
    code, out, err = parse(_REPLY, "ui-tars")
    assert (code, _lines(out), err) == (0, [{"op": "tap", "x": 551, "y": 360}], "")


def test_scheme_and_screen_can_be_said(parse):
    """The options --scheme and --screen change the resulting points."""
    assert _lines(parse(_REPLY, "ui-tars", "--scheme", "abs_smart28")[1]) == [{"op": "tap", "x": 504, "y": 150}]
    assert _lines(parse(_REPLY, "ui-tars", "--screen", "720x1600")[1]) == [{"op": "tap", "x": 367, "y": 240}]


def test_official_mode_does_what_the_program_does(parse):
    """Official mode prints the parse error and the finish that the agent's program makes of it; exit code 1."""
    code, out, _ = parse('<answer>do(action="Back")</answer>', "autoglm", "--mode", "official")
    assert code == 1
    assert [line["op"] for line in _lines(out)] == ["parse_error", "finish"]
    code, out, _ = parse('<answer>do(action="Back")</answer>', "autoglm")
    assert (code, _lines(out)) == (0, [{"op": "key", "code": "BACK"}])


def test_elements_stay_numbers_without_marks(parse):
    """Without --marks an element's number is printed instead of its place."""
    assert _lines(parse(_ELEMENT, "appagent")[1]) == [{"op": "swipe", "ms": 400, "element": 21, "dx": 0, "dy": -432}]


def test_elements_become_places_by_marks(parse, tmp_path):
    """Marks give elements their places, as flat boxes, nested boxes or points."""
    marks = tmp_path / "marks.json"
    for box in ([500, 1100, 580, 1300], [[500, 1100], [580, 1300]], [540, 1200]):
        marks.write_text(json.dumps({"21": box}))
        (line,) = _lines(parse(_ELEMENT, "appagent", "--marks", marks)[1])
        assert (line["x1"], line["y1"], line["x2"], line["y2"]) == (540, 1200, 540, 768)


def test_whole_prints_all_parts_of_a_reply(parse):
    """With --whole the command prints one object: actions, thought and the format's other fields."""
    code, out, _ = parse(_ELEMENT, "appagent", "--whole")
    found = json.loads(out)
    assert code == 0
    assert (found["thought"], found["said"]) == ("t", {"observation": "o", "summary": "s"})
    assert len(found["actions"]) == 1


def test_a_reply_of_another_format_is_told(parse):
    """A reply in another format gives a parse error with the reason and exit code 1."""
    code, out, _ = parse("I give up.", "qwen3-vl")
    assert code == 1
    assert _lines(out) == [{"op": "parse_error", "reason": "reply: holds no tool call"}]


@pytest.mark.parametrize("name", _NAMES)
def test_every_format_describes_itself(parse, name):
    """With --about each format lists its schemes, and no reply is needed."""
    form = load_format(name)
    code, out, _ = parse("", name, "--about")
    assert code == 0
    assert form.name == name
    assert {form.scheme, form.official_scheme or form.scheme} <= set(form.schemes)
    assert all(f"  {scheme}: " in out for scheme in form.schemes)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nope"], "no format is called"),
        (["ui-tar"], "did you mean 'ui-tars'"),
        (["ui-tars", "--scheme", "rel999"], "ui-tars has rel1000, abs_smart28"),
        (["ui-tars", "--screen", "1080"], "no size such as 1080x2400"),
        (["ui-tars", "--screen", "0x10"], "no size such as 1080x2400"),
        (["ui-tars", "--screen", "1x99999"], "more than 200 times"),
        (["ui-tars", "--mode", "wild"], "invalid choice"),
        (["ui-tars", "--marks", "nowhere.json"], "does not name elements by numbers"),
        (["appagent", "--marks", "nowhere.json"], "nowhere.json"),
        ([], "FORMAT"),
    ],
)
def test_invalid_arguments_give_one_line_of_error(parse, words, part):
    """Invalid arguments give exit code 2, no output, and one line of error."""
    code, out, err = parse("", *words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert part in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "marks",
    ["", "[1]", '{"a": [1, 2]}', '{"1": 5}', '{"1": [1, 2, 3]}', '{"1": ["a", 2]}', '{"1": [9, 9, 1, 1]}', "[" * 9999],
)
def test_marks_that_are_none_are_refused(parse, tmp_path, marks):
    """An invalid marks file gives exit code 2 and an error that names the file."""
    path = tmp_path / "marks.json"
    path.write_text(marks)
    code, out, err = parse(_ELEMENT, "appagent", "--marks", path)
    assert (code, out) == (2, "")
    assert str(path) in err


def test_bytes_that_are_no_text_are_read_as_far_as_they_go(parse):
    """Invalid UTF-8 is replaced, and a reply of more than 16 MB is refused."""
    assert _lines(parse(b"Action: type(content='a\xff')", "ui-tars")[1])[0]["text"] == "a\ufffd"
    code, _, err = parse(b"a" * ((16 << 20) + 1), "ui-tars")
    assert code == 2
    assert "more than 16 MB" in err


async def test_help_is_light_and_has_examples(tmp_path):
    """Help names every format and has examples, without importing heavy libraries."""
    output = await Bench(tmp_path, tmp_path).process("parse", "--help", python=("-X", "importtime"))
    imported = {line.rpartition("|")[2].strip() for line in output.err.splitlines()}
    assert imported.isdisjoint({"pydantic", "numpy", "asyncio", "anyio", "rich"})
    assert "examples:" in output.out
    assert all(name in output.out for name in _NAMES)
