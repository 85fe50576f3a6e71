"""The tables of a run: they say what the records say, and what cannot be read is named."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from itertools import pairwise

import pytest

from runtime import UsageError, open_run
from runtime.core.events import Decided, Performed, Replied
from runtime.metrics.reducers import METRICS
from runtime.recordings.rows import COLUMNS, TABLES
from runtime.recordings.tables import read_tables
from tests.support.played_runs import AGENTS, TASKS, damage, unfinish


@pytest.fixture(scope="module")
def tables(played):
    """All tables of the played run."""
    return read_tables(open_run(played))


def test_every_row_has_the_columns_of_its_table_and_values_of_their_types(tables):
    """Each row has exactly the declared columns in order, and each value is None or of the column's type."""
    for name in TABLES:
        assert tables.rows[name]
        for row in tables.rows[name]:
            assert list(row) == list(COLUMNS[name])
            for column, kind in COLUMNS[name].items():
                assert row[column] is None or type(row[column]) is kind, (name, column, row[column])


def test_there_is_a_row_for_each_episode_and_judge(tables):
    """Two agents, three tasks and three judges give eighteen rows, of which six are the main judge's."""
    rows = tables.rows["episodes"]
    assert {(row["agent"], row["task"], row["judge"]) for row in rows} == {
        (agent, task, judge) for agent in AGENTS for task in TASKS for judge in ("rules", "state", "gap")
    }
    assert len(rows) == 18
    assert {row["judge"] for row in rows if row["main_judge"]} == {"rules"}


def test_the_mean_of_a_metrics_column_is_the_metric(played, tables):
    """For each agent the mean of a column over the main judge's rows is the value in metrics.json."""
    document = open_run(played).metrics()
    for agent in AGENTS:
        own = [row for row in tables.rows["episodes"] if row["main_judge"] and row["agent"] == agent]
        for name in METRICS:
            if name == "TSR_final":  # metrics.json takes it from the judge that reads app state
                continue
            values = [Fraction(row[name]) for row in own if row[name] is not None]
            mean = float(sum(values) / len(values)) if values else None
            assert mean == pytest.approx(document["agents"][agent]["overall"][name]["value"], abs=1e-6), name


def test_steps_have_thought_action_screens_and_marks(played, tables):
    """There is a row for each executed action, with the screens before and after, and gap marks once a decision."""
    run = open_run(played)
    for episode in run.episodes.values():
        events = run.events(episode)
        performed = [event for event in events if isinstance(event, Performed)]
        rows = [row for row in tables.rows["steps"] if row["episode"] == episode.name]
        assert [row["seq"] for row in rows] == [event.seq for event in performed]
        assert [row["action"] for row in rows] == [event.action.kind for event in performed]
        assert rows[0]["frame_before"] is not None
        for row, following in pairwise(rows):
            if row["action"] == "tap":
                assert row["frame_after"] == following["frame_before"]
        gaps = episode.scores["gap"].gaps
        decided = [event.step for event in events if isinstance(event, Decided)]
        marked = {row["decision"]: (row["em"], row["gta"]) for row in rows if row["em"] is not None}
        assert marked == {step: gaps[step] for step in decided if gaps[step][0] is not None}
        redundant = {row["step"]: row["redundant"] for row in rows if row["redundant"] is not None}
        assert redundant == {step: kind for step, kind in episode.scores["rules"].redundant.items() if kind}


def test_turns_have_question_reply_and_label(played, tables):
    """There is a row for each question, with the reply and the main judge's label of that turn."""
    run = open_run(played)
    for episode in run.episodes.values():
        replies = [event for event in run.events(episode) if isinstance(event, Replied)]
        rows = [row for row in tables.rows["turns"] if row["episode"] == episode.name]
        assert [(row["question"], row["reply"]) for row in rows] == [(item.question, item.text) for item in replies]
        assert {row["turn"]: row["label"] for row in rows} == episode.scores["rules"].labels


def test_events_are_as_recorded(played, tables):
    """The data of each event is the line of its file."""
    rows = [row for row in tables.rows["events"] if row["episode"] == "reader/info.hours.incomplete/0"]
    lines = (played / "events" / "reader.info.hours.incomplete.0.0.jsonl").read_bytes().splitlines()
    assert [json.loads(str(row["data"])) for row in rows] == [json.loads(line) for line in lines]


def test_damaged_and_unfinished_episodes_are_left_out_of_all_tables_and_named(played, tmp_path):
    """An episode whose events were changed and one that was not finished are in no table and among the problems."""
    run = tmp_path / "run"
    shutil.copytree(played, run)
    lost = unfinish(run)
    damaged = next(name for name in open_run(run).episodes if name != lost)
    damage(run, damaged)
    found = read_tables(open_run(run))
    for name in TABLES:
        assert not {damaged, lost} & {row["episode"] for row in found.rows[name]}
    assert any(problem.startswith(f"{damaged} is left out: ") for problem in found.problems)
    assert f"{lost} is left out: it was not finished" in found.problems


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    """`open_run` takes a path or its text, and names a folder that is not a run."""
    with pytest.raises(UsageError, match="is not a run folder"):
        open_run(str(tmp_path))
