"""`gap figures`: files and folders in, SVG and PNG out, and a reason for each figure that is left out."""

from __future__ import annotations

import json
import sys

import pytest

from benchmarks.gap.figures_command import draw, run
from runtime.core.errors import UsageError
from tests.support import published


@pytest.fixture
def scored(tmp_path):
    """Writes a folder like `gap --out`, with one published row."""
    folder = tmp_path / "scored"
    folder.mkdir()
    (folder / "result.json").write_text(json.dumps(published.table()[0]))
    return folder


def test_all_possible_figures_are_drawn(scored, tmp_path, capsys):
    """Without --figure all possible figures are written; the others are listed with the input that they need."""
    (scored / "sample.json").write_text(json.dumps(published.sampled()[0]))
    out = tmp_path / "a" / "b"
    assert run([str(scored), str(scored / "result.json"), "--out", str(out)]) == 0
    names = {f"{name}.{kind}" for name in ("quadrants", "distributions", "curves") for kind in ("svg", "png")}
    assert {path.name for path in out.iterdir()} == names
    output = capsys.readouterr()
    assert set(output.out.split()) == {str(out / name) for name in names}
    assert "left out: radar: needs labels of at least three datasets" in output.err
    assert "left out: scaling: needs results of models of at least two sizes" in output.err


def test_a_requested_figure_must_be_possible(scored, tmp_path, capsys):
    """If a requested figure cannot be drawn, the exit code is 1 and no other figure is drawn."""
    out = tmp_path / "out"
    assert run([str(scored), "--out", str(out), "--figure", "radar"]) == 1
    assert not out.exists()
    assert run([str(scored), "--out", str(out), "--figure", "curves"]) == 0
    assert {path.name for path in out.iterdir()} == {"curves.svg", "curves.png"}
    assert "no sample" not in capsys.readouterr().err


def test_a_folder_of_several_models_is_read(tmp_path):
    """The output of `gap --out` for several models, with a subfolder for each, can be given as one path."""
    for index, entry in enumerate(published.scaled()):
        folder = tmp_path / "scored" / f"model{index}"
        folder.mkdir(parents=True)
        (folder / "result.json").write_text(json.dumps(entry))
    assert run([str(tmp_path / "scored"), "--out", str(tmp_path / "out"), "--figure", "scaling"]) == 0
    svg = (tmp_path / "out" / "scaling.svg").read_text("utf-8")
    assert "<!-- UI-TARS-SFT -->" in svg
    assert "<!-- UI-TARS-DPO -->" in svg


def test_documents_need_no_files(tmp_path):
    """`draw` accepts documents directly, and returns the files, the figures left out, and remarks."""
    named = [(entry, entry["model"]) for entry in published.scaled()]
    found = draw(named, [], tmp_path / "out", ["scaling", "radar"])
    assert [path.name for path in found.files] == ["scaling.svg", "scaling.png"]
    assert list(found.left_out) == ["radar"]
    assert found.remarks == ()
    with pytest.raises(UsageError, match="mine is no result document"):
        draw([*named, ({}, "mine")], [], tmp_path / "out")


def test_characters_without_a_glyph_are_reported(scored, tmp_path, capsys):
    """A remark says how an emoji in a model's name is drawn."""
    (scored / "result.json").write_text(json.dumps({**published.table()[0], "model": "robot 🤖"}))
    assert run([str(scored), "--out", str(tmp_path / "out"), "--figure", "curves"]) == 0
    assert "no bundled font has 🤖" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "says"),
    [("{", "is not JSON"), ("[]", "holds a list"), ("{}", "no result document"), (b"\xff", "not UTF-8 text")],
)
def test_other_files_are_refused_by_name(tmp_path, content, says):
    """A file that is no result document is refused by name."""
    path = tmp_path / "mine.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UsageError, match=f"mine.json.*{says}"):
        run([str(path), "--out", str(tmp_path / "out")])


def test_missing_inputs_are_named(scored, tmp_path):
    """An empty folder, a missing file, an unknown figure or an unusable output folder is refused by name."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="neither a result"):
        run([str(tmp_path / "empty"), "--out", str(tmp_path / "out")])
    with pytest.raises(UsageError, match=r"none\.json cannot be read: No such file"):
        run([str(tmp_path / "none.json"), "--out", str(tmp_path / "out")])
    with pytest.raises(UsageError, match="invalid choice: 'pie'"):
        run([str(scored), "--out", str(tmp_path / "out"), "--figure", "pie"])
    with pytest.raises(UsageError, match="cannot be written"):
        run([str(scored), "--out", str(scored / "result.json"), "--figure", "curves"])


def test_without_matplotlib_the_extra_is_named(scored, tmp_path, monkeypatch):
    """Without matplotlib, drawing raises a UsageError that names the extra to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'mobile-agent-runtime\[plots\]'"):
        run([str(scored), "--out", str(tmp_path / "out")])
