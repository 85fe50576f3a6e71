"""`export`: each format is read back, by the library made for it or by a validator written from its description."""

from __future__ import annotations

import csv
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.exports.command import run
from runtime import UsageError, open_run
from runtime.core.events import Decided, Performed, Replied, Started
from runtime.recordings.rows import COLUMNS, TABLES
from runtime.recordings.tables import read_tables
from tests.support.atif_schema import Content, Trajectory
from tests.support.played_runs import damage, unfinish
from tests.support.recorded import relink
from tests.support.trace_event_schema import Trace


def export(played: Path, kind: str, out: Path) -> list[Path]:
    """Export a run; returns the files."""
    assert run([str(played), "--format", kind, "--out", str(out)]) == 0
    return sorted(out.iterdir())


def test_csv_holds_the_rows_of_the_tables(played, tmp_path):
    """Each table is a CSV file whose fields are the values of its rows; a missing value is an empty field."""
    files = export(played, "csv", tmp_path / "out")
    assert [path.name for path in files] == sorted(f"{name}.csv" for name in TABLES)
    tables = read_tables(open_run(played)).rows
    parse: dict[type, Callable[[str], object]] = {
        str: str,
        int: int,
        float: float,
        bool: lambda text: {"true": True, "false": False}[text],
    }
    for name in TABLES:
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            found = [
                {column: parse[kind](row[column]) if row[column] else None for column, kind in COLUMNS[name].items()}
                for row in csv.DictReader(file)
            ]
        assert found == [{key: value if value != "" else None for key, value in row.items()} for row in tables[name]]


def test_parquet_holds_the_rows_of_the_tables(played, tmp_path):
    """Pyarrow reads back each table with the declared types and the values of its rows."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    export(played, "parquet", tmp_path)
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    for name, rows in read_tables(open_run(played)).rows.items():
        table = parquet.read_table(tmp_path / f"{name}.parquet")
        assert table.to_pylist() == rows
        assert {field.name: field.type for field in table.schema} == {
            column: types[kind] for column, kind in COLUMNS[name].items()
        }


def test_without_pyarrow_the_extra_is_named(played, tmp_path, monkeypatch):
    """The error names the extra to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'mobile-agent-runtime\[parquet\]'"):
        run([str(played), "--format", "parquet", "--out", str(tmp_path)])


def test_trajectories_are_valid_and_complete(played, tmp_path):
    """Each episode is a valid ATIF trajectory: the instruction, every decision with its actions, and every reply."""
    files = export(played, "atif", tmp_path)
    recorded = open_run(played)
    assert {path.stem for path in files} == {episode.key.stem for episode in recorded.episodes.values()}
    for episode in recorded.episodes.values():
        found = Trajectory.model_validate_json((tmp_path / f"{episode.key.stem}.json").read_bytes())
        events = recorded.events(episode)
        decisions = [event.decision for event in events if isinstance(event, Decided)]
        assert episode.task is not None
        assert isinstance(found.steps[0].message, list)
        assert found.steps[0].message[0].model_dump() == {"type": "text", "text": episode.task.instruction}
        assert [step.reasoning_content for step in found.steps[1:]] == [decision.thought for decision in decisions]
        calls = [[call.function_name for call in step.tool_calls or ()] for step in found.steps[1:]]
        assert calls == [[action.kind for action in decision.actions] for decision in decisions]
        results = [result for step in found.steps if step.observation for result in step.observation.results]
        assert len(results) == sum(isinstance(event, Performed) for event in events)
        replies = [result.content for result in results if isinstance(result.content, str)]
        assert replies == [event.text for event in events if isinstance(event, Replied)]


def test_the_pictures_of_trajectories_are_the_recorded_screens(played, tmp_path):
    """Each picture's path leads from the trajectory's folder to a recorded screen."""
    file = export(played, "atif", tmp_path / "a" / "b")[0]
    trajectory = Trajectory.model_validate_json(file.read_bytes())
    contents: list[Content | None] = [trajectory.steps[0].message]
    contents += [
        result.content for step in trajectory.steps[1:] if step.observation for result in step.observation.results
    ]
    pictures = [part for content in contents if isinstance(content, list) for part in content if part.type == "image"]
    assert len(pictures) > 3
    for part in pictures:
        assert (file.parent / part.source.path).read_bytes().startswith(b"\x89PNG")


def test_the_timeline_is_valid_and_has_every_episode_step_and_question(played, tmp_path):
    """A device is a process, each episode a slice with its steps nested, and each question an instant."""
    (file,) = export(played, "perfetto", tmp_path)
    trace = Trace.model_validate_json(file.read_bytes())
    recorded = open_run(played)
    events = [event for episode in recorded.episodes.values() for event in recorded.events(episode)]
    devices = {event.args["name"] for event in trace.traceEvents if event.name == "process_name"}
    assert devices == {event.device for event in events if isinstance(event, Started)}
    by_kind = {kind: [item for item in trace.traceEvents if item.cat == kind] for kind in ("episode", "step")}
    assert {item.name for item in by_kind["episode"]} == set(recorded.episodes)
    assert len(by_kind["step"]) == sum(isinstance(event, Performed) for event in events)
    questions = [item.args["text"] for item in trace.traceEvents if item.name == "question"]
    assert sorted(questions) == sorted(event.question for event in events if isinstance(event, Replied))


def test_damaged_and_unfinished_episodes_are_left_out_and_named(played, tmp_path, capsys):
    """Each format leaves out what cannot be read, names it on standard error, and exports the rest."""
    folder = tmp_path / "run"
    shutil.copytree(played, folder)
    lost = unfinish(folder)
    damaged = next(name for name in open_run(folder).episodes if name != lost)
    damage(folder, damaged)
    for kind in ("csv", "atif", "perfetto"):
        files = export(folder, kind, tmp_path / kind)
        output = capsys.readouterr()
        assert set(output.out.split()) == set(map(str, files))
        assert f"{damaged} is left out: " in output.err
        assert f"{lost} is left out: it was not finished" in output.err
        assert "the run was not finished" in output.err
        text = "".join(path.read_text("utf-8") for path in files)
        assert damaged not in text
        assert lost not in text


def test_trajectories_without_an_instruction_are_left_out(played, tmp_path, capsys):
    """If the suite is not installed in the recorded version, nothing is exported as a trajectory, and why is said."""
    folder = tmp_path / "run"
    shutil.copytree(played, folder)
    manifest = json.loads((folder / "run.json").read_bytes())
    manifest["config"]["suite"] = "another"
    (folder / "run.json").write_text(json.dumps(manifest))
    relink(folder)
    assert run([str(folder), "--format", "atif", "--out", str(tmp_path / "out")]) == 1
    errors = capsys.readouterr().err
    assert "oracle/info.hours.incomplete/0 is left out: its instruction is not known" in errors
    assert "nothing was exported" in errors


def test_the_default_folder_has_the_name_of_the_run(played, tmp_path, monkeypatch):
    """Without --out the files are in exports/RUN."""
    monkeypatch.chdir(tmp_path)
    assert run([str(played), "--format", "perfetto"]) == 0
    assert (tmp_path / "exports" / played.name / "trace.json").exists()


def test_a_folder_that_cannot_be_written_is_refused(played, tmp_path):
    """The error names the folder, before anything is read."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="nothing can be written"):
        run([str(played), "--format", "csv", "--out", str(tmp_path / "file")])
