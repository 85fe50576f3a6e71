"""`gap figures`: files and folders in, SVG and PNG out, and a sentence for what is left out."""

from __future__ import annotations

import json
import sys

import pytest

from benchmarks.gap.figures_command import draw, run
from runtime.core.errors import UsageError
from tests.support import published


@pytest.fixture
def scored(tmp_path):
    """A folder as `gap --out` leaves it, with one published row."""
    folder = tmp_path / "scored"
    folder.mkdir()
    (folder / "result.json").write_text(json.dumps(published.table()[0]))
    return folder


def test_what_can_be_drawn_is_drawn(scored, tmp_path, capsys):
    """Without --figure all figures that the data allow are written; the others are named with what they need."""
    (scored / "sample.json").write_text(json.dumps(published.sampled()[0]))
    out = tmp_path / "a" / "b"
    assert run([str(scored), str(scored / "result.json"), "--out", str(out)]) == 0
    names = {f"{name}.{kind}" for name in ("quadrants", "distributions", "curves") for kind in ("svg", "png")}
    assert {path.name for path in out.iterdir()} == names
    output = capsys.readouterr()
    assert set(output.out.split()) == {str(out / name) for name in names}
    assert "left out: radar: needs labels of at least three datasets" in output.err
    assert "left out: scaling: needs results of models of at least two sizes" in output.err


def test_a_figure_asked_for_must_be_there(scored, tmp_path, capsys):
    """A figure that was named and cannot be drawn is an exit code of 1; nothing else is drawn in its place."""
    out = tmp_path / "out"
    assert run([str(scored), "--out", str(out), "--figure", "radar"]) == 1
    assert not out.exists()
    assert run([str(scored), "--out", str(out), "--figure", "curves"]) == 0
    assert {path.name for path in out.iterdir()} == {"curves.svg", "curves.png"}
    assert "no sample" not in capsys.readouterr().err


def test_a_folder_of_several_models_is_read(tmp_path):
    """What `gap --out` writes of several models, a folder for each, can be named as one."""
    for index, entry in enumerate(published.scaled()):
        folder = tmp_path / "scored" / f"model{index}"
        folder.mkdir(parents=True)
        (folder / "result.json").write_text(json.dumps(entry))
    assert run([str(tmp_path / "scored"), "--out", str(tmp_path / "out"), "--figure", "scaling"]) == 0
    svg = (tmp_path / "out" / "scaling.svg").read_text("utf-8")
    assert "<!-- UI-TARS-SFT -->" in svg
    assert "<!-- UI-TARS-DPO -->" in svg


def test_documents_need_no_files(tmp_path):
    """Other commands hand over documents as they have them and get the files and what there is to be said."""
    named = [(entry, entry["model"]) for entry in published.scaled()]
    found = draw(named, [], tmp_path / "out", ["scaling", "radar"])
    assert [path.name for path in found.files] == ["scaling.svg", "scaling.png"]
    assert list(found.left_out) == ["radar"]
    assert found.remarks == ()
    with pytest.raises(UsageError, match="mine is no result document"):
        draw([*named, ({}, "mine")], [], tmp_path / "out")


def test_letters_that_no_font_has_are_told(scored, tmp_path, capsys):
    """Whoever names a model with an emoji reads how it stands in the figures."""
    (scored / "result.json").write_text(json.dumps({**published.table()[0], "model": "robot 🤖"}))
    assert run([str(scored), "--out", str(tmp_path / "out"), "--figure", "curves"]) == 0
    assert "no bundled font has 🤖" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "says"),
    [("{", "is no JSON"), ("[]", "holds a list"), ("{}", "no result document"), (b"\xff", "is no JSON")],
)
def test_other_files_are_refused_by_name(tmp_path, content, says):
    """A file that is no document is named, and nothing is drawn."""
    path = tmp_path / "mine.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UsageError, match=f"mine.json.*{says}"):
        run([str(path), "--out", str(tmp_path / "out")])


def test_what_is_not_there_is_named(scored, tmp_path):
    """A folder without documents, a file that is not there, an unknown figure, a folder that cannot be made."""
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
    """Whoever has not installed what draws reads how to."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'mobile-agent-runtime\[plots\]'"):
        run([str(scored), "--out", str(tmp_path / "out")])
