"""`figures`: published rows come back from run folders made to their counts; files are reproducible; gaps are named."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextvars import Context
from pathlib import Path
from xml.etree import ElementTree

import anyio
import pytest

from adapters.figures.command import run
from runtime import UsageError, metrics_document, open_run
from runtime.metrics.quadrants import Cells
from tests.support import published
from tests.support.drawn_texts import words
from tests.support.played_runs import damage, play_run, unfinish
from tests.support.published_runs import ROWS, TABLE_2, PublishedAgent, write_run

COLUMNS = ("RCR", "TSR", "SHR", "ARR", "ETR", "DCR", "IGR")
GAP_COLUMNS = ("EM", "GTA", "IDEAL", "EG", "RG", "BW")


def made(folder: Path, agents: Sequence[PublishedAgent] = TABLE_2, gaps: Mapping[str, Cells] | None = None) -> Path:
    """Make a run folder, in a loop of its own."""

    async def write() -> None:
        await write_run(folder, agents, gaps)

    Context().run(anyio.run, write)
    return folder


@pytest.fixture(scope="module")
def table_2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the seven agents of table 2."""
    return made(tmp_path_factory.mktemp("made") / "table2")


@pytest.fixture(scope="module")
def drawn(table_2: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its figures."""
    out = tmp_path_factory.mktemp("drawn")
    assert run([str(table_2), "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was really played, and judged for gaps."""
    return play_run(tmp_path_factory.mktemp("played") / "run")


def rows(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def test_every_row_of_table_2_comes_back(drawn):
    """CSV, Markdown and the drawn table have the published numbers of all seven agents, dashes included."""
    found = {
        row["agent"]: (row["asks"], *(round(100 * float(row[name]), 1) if row[name] else None for name in COLUMNS))
        for row in rows(drawn / "table-2.csv")
    }
    assert found == ROWS
    markdown = (drawn / "table-2.md").read_text("utf-8")
    texts = words((drawn / "table-2.svg").read_bytes())
    for name, (asks, *values) in ROWS.items():
        (line,) = [line for line in markdown.splitlines() if line.startswith(f"| {name} |")]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[1] == asks
        assert [cell.split(" ")[0] for cell in cells[2:]] == ["–" if value is None else str(value) for value in values]
        assert name in texts
    assert {str(value) for _, *values in ROWS.values() for value in values if value is not None} <= set(texts)


def test_each_value_of_table_2_has_an_interval_around_it_and_n(drawn):
    """No interval is a point, and n is 240 except for DCR and IGR, which cover fewer tasks."""
    for row in rows(drawn / "table-2.csv"):
        for name in COLUMNS:
            if not row[name]:
                continue
            low, value, high = (float(row[key]) for key in (f"{name}_low", name, f"{name}_high"))
            assert low <= value <= high
            assert low < high
            assert int(row[f"{name}_n"]) == {"DCR": 100, "IGR": 108}.get(name, 240)


def test_figure_7_has_the_values_by_level_that_the_paper_names(drawn):
    """AutoGLM has 65.2 % of Detailed and none of Ambiguous, Fairy 26.2 % of Incomplete, with 66, 66 and 42 tasks."""
    found = {
        (row["panel"], row["agent"], row["level"]): (round(100 * float(row["value"]), 1), int(row["n"]))
        for row in rows(drawn / "figure-7.csv")
    }
    assert found["(b)", "autoglm-9b", "detailed"] == (65.2, 66)
    assert found["(b)", "autoglm-9b", "ambiguous"] == (0.0, 66)
    assert found["(b)", "mobile-agent-v2", "ambiguous"] == (0.0, 66)
    assert found["(b)", "fairy", "incomplete"] == (26.2, 42)
    assert {panel for panel, _, _ in found} == {"(a)", "(b)", "(c)", "(d)", "(e)", "(f)", ""}
    assert not any(panel in ("(e)", "(f)") and agent == "autoglm-9b" for panel, agent, _ in found)


def test_figure_4_has_the_counts_of_the_dataset(drawn):
    """The tasks by domain and by level are the paper's: 91, 49, 15, 43, 42, of 240 with 108 interactive ones."""
    texts = words((drawn / "figure-4.svg").read_bytes())
    assert {"91 (37.9 %)", "49 (20.4 %)", "15 (6.2 %)", "43 (17.9 %)", "42 (17.5 %)", "66 (27.5 %)"} <= set(texts)
    assert any(
        text.startswith("240 tasks of 66 intents in 25 apps; 108 tasks do not state everything") for text in texts
    )
    assert any("175 requirements" in text for text in texts)


def test_published_gaps_come_back(tmp_path):
    """The table of gaps has the published rates of two models, and their quadrants and curves are drawn."""
    models = published.MODELS[:2]
    cells = {
        agent.name: Cells(*(round(rate * published.STEPS / 100) for rate in row[2:]))
        for agent, row in zip(TABLE_2, published.RATES["aitz"][:2], strict=False)
    }
    folder = made(tmp_path / "run", TABLE_2[: len(models)], cells)
    assert run([str(folder), "--out", str(tmp_path / "out")]) == 0
    for row, rates in zip(rows(tmp_path / "out" / "gap-table.csv"), published.RATES["aitz"], strict=False):
        assert [100 * float(row[name]) for name in GAP_COLUMNS] == pytest.approx(rates, abs=0.0101)
        assert {row[f"{name}_n"] for name in GAP_COLUMNS} == {str(published.STEPS)}
    texts = words((tmp_path / "out" / "gap-quadrants.svg").read_bytes())
    assert {"66.91", "3.52", "9.38", "20.19"} <= set(texts)
    assert any("GTA − EM in points, with 95 % intervals (McNemar): " in text for text in texts)
    assert (tmp_path / "out" / "gap-curves.svg").exists()


def test_the_same_run_gives_the_same_bytes(table_2, drawn, tmp_path):
    """Another process with another hash seed writes the same files."""
    code = "import sys; from adapters.figures.command import run; sys.exit(run(sys.argv[1:]))"
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, str(table_2), "--out", str(tmp_path)]
    subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in drawn.iterdir()}
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (drawn / path.name).read_bytes(), path.name


def test_the_svg_files_have_no_date_and_load_nothing(drawn):
    """They are valid, and all their links lead into themselves."""
    for path in drawn.glob("*.svg"):
        svg = path.read_bytes()
        links = [
            value
            for node in ElementTree.fromstring(svg).iter()
            for key, value in node.attrib.items()
            if key.endswith("href")
        ]
        assert all(link.startswith("#") for link in links)
        assert b"dc:date" not in svg


def test_files_and_what_was_left_out_are_listed(played, tmp_path, capsys):
    """Standard output names the files, standard error each figure without data and what it needs."""
    assert run([str(played), "--out", str(tmp_path)]) == 0
    output = capsys.readouterr()
    assert set(output.out.split()) == set(map(str, tmp_path.iterdir()))
    assert {path.stem for path in tmp_path.iterdir()} == {
        *("table-2", "figure-4", "figure-7"),
        *("gap-table", "gap-quadrants", "gap-distributions", "gap-curves"),
    }
    assert "left out: gap-radar: needs labels of people" in output.err
    assert "left out: gap-scaling: needs models of several sizes" in output.err


def test_the_numbers_are_those_of_the_run(played, tmp_path):
    """Each value of table 2 of a played run is the one in its metrics."""
    assert run([str(played), "--out", str(tmp_path)]) == 0
    document = metrics_document(open_run(played).scores())
    for row in rows(tmp_path / "table-2.csv"):
        overall = document["agents"][row["agent"]]["overall"]
        for name in COLUMNS:
            assert float(row[name]) == overall[name]["value"]
            assert (float(row[f"{name}_low"]), int(row[f"{name}_n"])) == (overall[name]["low"], overall[name]["n"])


def test_agents_of_several_runs_are_told_apart(played, tmp_path):
    """An agent that is in two runs has a row for each, with the run's name; a run that is given twice counts once."""
    other = tmp_path / "other"
    shutil.copytree(played, other)
    assert run([str(played), str(other), str(played), "--out", str(tmp_path / "out")]) == 0
    names = [row["agent"] for row in rows(tmp_path / "out" / "table-2.csv")]
    assert sorted(names) == ["oracle (other)", "oracle (run)", "reader (other)", "reader (run)"]


def test_another_judge_can_be_shown(played, tmp_path):
    """--judge chooses whose scores are shown; a name that the run does not have is refused with those that it has."""
    assert run([str(played), "--judge", "state", "--out", str(tmp_path)]) == 0
    assert "Judge: state." in (tmp_path / "table-2.md").read_text("utf-8")
    with pytest.raises(UsageError, match="has no judge 'nobody'; it has rules, state, gap"):
        run([str(played), "--judge", "nobody", "--out", str(tmp_path)])


def test_damaged_and_unfinished_episodes_are_named(played, tmp_path, capsys):
    """An unfinished episode is left out; one with damaged events has scores, and lacks only in the kinds of action."""
    folder = tmp_path / "run"
    shutil.copytree(played, folder)
    lost = unfinish(folder)
    damaged = next(name for name in open_run(folder).episodes if name != lost)
    damage(folder, damaged)
    assert run([str(folder), "--out", str(tmp_path / "out")]) == 0
    errors = capsys.readouterr().err
    assert f"{lost} is left out: it was not finished" in errors
    assert f"gap-distributions leaves out 1 of 6 episodes, the first is {damaged}: " in errors


def test_a_run_without_a_finished_episode_has_no_figures(table_2, tmp_path, capsys):
    """Nothing is written, every figure is listed as left out, and the exit code is 1."""
    folder = tmp_path / "run"
    shutil.copytree(table_2, folder)
    (folder / "results.jsonl").write_bytes(b"")
    (folder / "seal.json").unlink()
    assert run([str(folder), "--out", str(tmp_path / "out")]) == 1
    assert "left out: table-2: needs a finished episode" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
