"""A report as files: what is in the page, what may be beside it, and what cannot be read."""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from adapters.web.report import page as page_text
from adapters.web.report.command import run as command
from adapters.web.report.contents import open_runs, read_episode
from adapters.web.report.document import EpisodeRow, Overview, aligned_episodes, overview_json, step_ids, unique_labels
from adapters.web.report.files import blobs_path, episode_part, read_front
from adapters.web.report.pictures import frame_size
from runtime.core.errors import UsageError
from runtime.recordings.timeline import TimelineStep
from runtime.storage.verify import verify
from tests.adapters.web.report.conftest import reported

DATA = re.compile(r'<script type="([^"]+)" id="([^"]+)">([^<]*)</script>')


def parts(page: Path) -> dict[str, Any]:
    """The JSON documents of a page by name, and its pictures as texts."""
    found = DATA.findall(page.read_text(encoding="utf-8"))
    return {name: json.loads(text) if kind == "application/json" else text for kind, name, text in found}


# -- pure ----------------------------------------------------------------------------------------------------------


def test_no_text_ends_its_element_or_begins_another():
    """`<` is an escape, so neither `</script>` nor `<!--` is in the page; the JSON means the same."""
    content = {"text": "</script><!-- <script>\u2028"}
    element = page_text.data_element("x", content)
    assert element.count("<") == 2
    assert json.loads(element[element.index(">") + 1 : element.rindex("</")]) == content


def test_names_of_parts_that_could_be_markup_or_a_path_are_refused():
    """A part is named by a digest or a position."""
    for name in ('x"', "../x", "a b", ""):
        with pytest.raises(ValueError, match="cannot name"):
            page_text.data_element(name, {})


def test_the_page_allows_no_request_and_no_foreign_script():
    """Its policy names hashes of its own script and style, and pictures that are data or files."""
    head = page_text.page_head(read_front(), "</title>", overview_json(Overview("", [], [], [])))
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', head)
    assert policy.startswith("default-src &#x27;none&#x27;; img-src data: blob: file:")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "<title>&lt;/title&gt;</title>" in head


def test_no_script_parses_markup_or_text():
    """Texts reach the page by textContent and attributes only."""
    script = read_front().script
    for sink in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "srcdoc"):
        assert sink not in script
    assert "http" not in script.replace("http://www.w3.org/2000/svg", "")


def test_agents_of_one_name_are_told_apart_by_their_runs():
    """Names that clash get the run's name; runs of one name are numbered."""
    assert unique_labels([["reader", "mine"], ["reader"]], ["A", "B"]) == [
        {"reader": "reader (A)", "mine": "mine"},
        {"reader": "reader (B)"},
    ]
    assert unique_labels([["x"], ["x"]], ["A", "A"]) == [{"x": "x (A 1)"}, {"x": "x (A 2)"}]


def test_steps_with_one_number_have_different_ids():
    """The first has the number, so that links to a number lead to it."""
    assert step_ids([TimelineStep(number) for number in (0, 1, 2, 2)]) == ["0", "1", "2", "2.2"]


def test_only_episodes_of_one_task_are_aligned():
    """Each pair once, by its positions."""
    rows = [EpisodeRow(name, "a", 0, task) for name, task in (("1", "t"), ("2", "u"), ("3", "t"))]
    key = [("page", "tap")]
    assert aligned_episodes(rows, {0: key, 1: key, 2: key}) == {0: {"0-2": ((0, 0, 1),)}}


def test_the_size_of_a_picture_is_in_its_name():
    """A name without one has no size."""
    assert frame_size("frame-1080x2400-ab") == (1080, 2400)
    assert frame_size("frame-x") is None


def test_full_pictures_are_linked_where_the_page_lies_above_them(tmp_path: Path):
    """In the run's folder or above it; elsewhere the page has thumbnails only."""
    run = tmp_path / "runs" / "A"
    run.mkdir(parents=True)
    assert blobs_path(run, run / "report.html") == "blobs/"
    assert blobs_path(run, tmp_path / "report.html") == "runs/A/blobs/"
    assert blobs_path(run, tmp_path / "other" / "report.html") == ""


# -- a recorded run ------------------------------------------------------------------------------------------------


def test_the_page_holds_everything_of_the_run(run: Path, page: Path):
    """A line and a document for each episode, and each picture once."""
    found = parts(page)
    overview = found["overview"]
    assert len(overview["episodes"]) == 4
    assert {agent["label"] for agent in overview["agents"]} == {"reader", "monkey"}
    frames = {
        screen["frame"]
        for position in range(4)
        for step in found[episode_part(position)]["steps"]
        for screen in (step.get("before", {}), step.get("after", {}))
        if "frame" in screen
    }
    assert frames
    assert frames == {name for name in found if name.startswith("frame-")}
    assert page.stat().st_size < 4_000_000
    aligned = [rows[0] for name in found if name.startswith("aligned-") for rows in found[name].values()]
    assert aligned == [[0, 0, 1]] * 2


def test_the_metrics_are_those_of_the_run(run: Path, page: Path):
    """Value, interval and number of tasks of metrics.json, overall and by level; requirements are counted besides."""
    metrics = json.loads((run / "metrics.json").read_bytes())["agents"]["reader"]
    (reader,) = [agent for agent in parts(page)["overview"]["agents"] if agent["label"] == "reader"]
    for name, cell in reader["overall"].items():
        wanted = {key: metrics["overall"][name][key] for key in ("value", "n", "low", "high")}
        assert {"low": None, "high": None} | cell == wanted
    assert reader["groups"]["level"].keys() == metrics["by_level"].keys()
    assert sum(cells["RCR"]["n"] for cells in reader["groups"]["requirements"].values()) == 2


def test_a_failed_episode_names_the_step_that_shows_why(page: Path):
    """Its step is one of the episode's."""
    found = parts(page)
    failed = [(place, row) for place, row in enumerate(found["overview"]["episodes"]) if row.get("step")]
    assert failed
    for position, row in failed:
        assert row["step"] in [step["id"] for step in found[episode_part(position)]["steps"]]


def test_a_folder_with_a_report_still_verifies(run: Path, page: Path):
    """The page is no part of the run."""
    assert page.parent == run
    assert verify(run).problems == []


async def test_of_a_large_run_the_parts_lie_beside_the_page(run: Path, tmp_path: Path):
    """The page is small; each episode and each picture is a file, and the folder verifies."""
    copy = Path(await anyio.to_thread.run_sync(shutil.copytree, run, tmp_path / "run"))
    written = await reported([copy], copy / "report.html", most_inside=1)
    names = set(await anyio.to_thread.run_sync(os.listdir, copy / "report_parts"))
    assert {f"episode-{position}.js" for position in range(4)} <= names
    assert (await anyio.Path(written.path).stat()).st_size < 150_000 < written.size
    assert (await anyio.to_thread.run_sync(verify, copy)).problems == []


async def test_what_is_damaged_or_foreign_is_named_and_the_rest_is_shown(run: Path, tmp_path: Path):
    """A folder that is no run, a trace that was changed, a picture that is lost."""

    def damage() -> Path:
        copy = Path(shutil.copytree(run, tmp_path / "run"))
        trace = sorted(copy.glob("events/monkey*quiet*.jsonl"))[0]
        trace.write_bytes(trace.read_bytes()[:-40])
        sorted(copy.glob("blobs/*/*.png"))[0].unlink()
        (tmp_path / "foreign").mkdir()
        return copy

    copy = await anyio.to_thread.run_sync(damage)
    await reported([copy, tmp_path / "foreign"], tmp_path / "report.html")
    overview = parts(tmp_path / "report.html")["overview"]
    notes = " ".join(overview["notes"])
    assert "foreign" in notes
    assert "cannot be read" in notes
    (damaged,) = [row for row in overview["episodes"] if row.get("problem")]
    assert damaged["id"] == "monkey/device.quiet.standard/0"
    assert damaged["solved"] is False
    assert len(overview["episodes"]) == 4


async def test_an_unfinished_run_is_shown_with_what_it_has(run: Path, tmp_path: Path):
    """Metrics come from the committed scores, and an episode without a commit line has its steps."""
    copy = Path(await anyio.to_thread.run_sync(shutil.copytree, run, tmp_path / "run"))
    for name in ("seal.json", "metrics.json"):
        (copy / name).unlink()
    lines = (copy / "results.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "results.jsonl").write_bytes(b"".join(lines[:2]))
    await reported([copy], tmp_path / "report.html")
    found = parts(tmp_path / "report.html")
    rows = found["overview"]["episodes"]
    assert sum("solved" in row for row in rows) == 2
    assert len(rows) == 4
    assert all(len(found[episode_part(position)]["steps"]) > 2 for position in range(4))
    assert any("not finished" in note for note in found["overview"]["runs"][0]["notes"])


def test_without_any_run_there_is_no_report(tmp_path: Path):
    """The error names each folder."""
    with pytest.raises(UsageError, match="nothing"):
        open_runs([tmp_path / "nothing"])


def test_another_judge_can_be_chosen(run: Path):
    """Its verdicts and scores are shown; a judge that the run does not have is refused."""
    (opened,), _ = open_runs([run], "state")
    found = read_episode(opened, 0, next(iter(opened.recorded.episodes.values())))
    assert found.row.steps > 0
    with pytest.raises(UsageError, match="no judge 'mine'"):
        open_runs([run], "mine")


def test_the_command_writes_into_the_run_folder(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """It prints the path of the page."""
    copy = Path(shutil.copytree(run, tmp_path / "run"))
    (copy / "report.html").unlink(missing_ok=True)
    assert command([str(copy)]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip() == str(copy / "report.html")
    assert "4 episodes" in printed.err
    assert (copy / "report.html").exists()


def test_one_episode_is_a_zip_without_compression(run: Path, tmp_path: Path):
    """It holds the document and the pictures, and equal episodes give equal bytes."""
    for name in ("a.zip", "b.zip"):
        assert command([str(run), "--episode", "reader/device.quiet", "--out", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert all(item.compress_type == zipfile.ZIP_STORED for item in archive.infolist())
        document = json.loads(archive.read("episode.json"))
        assert document["row"]["id"] == "reader/device.quiet.standard/0"
        assert any(name.startswith("pictures/frame-") for name in archive.namelist())


def test_an_episode_needs_a_file_and_one_run(run: Path, tmp_path: Path):
    """Wrong options are refused before anything is read."""
    for words, reason in (
        ([str(run), "--episode", "x"], "needs one RUN"),
        ([str(run), "--out", str(tmp_path / "none" / "x.html")], "there is no folder"),
        ([str(run), "--out", str(tmp_path)], "is a folder"),
    ):
        with pytest.raises(UsageError, match=reason):
            command(words)
