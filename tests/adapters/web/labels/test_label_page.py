"""The annotators' server over real sockets: what it stores, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from adapters.web.shared.pages import SHARED
from tests.support.browser import NAMED, Browser, opened


def contents(run: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a run but the labels."""
    for path in sorted(run.rglob("*")):
        if path.is_file() and "labels" not in path.relative_to(run).parts:
            yield str(path.relative_to(run)), path.read_bytes()


def files(run: Path) -> list[Path]:
    """The annotators' files."""
    return sorted((run / "labels").glob("*.jsonl"))


async def test_what_was_said_is_there_after_a_restart(run):
    """Another server, the same labels; a name counts whatever its case, and others start with nothing."""
    async with opened(run) as browser:
        assert await browser.mark("requirement/chat", True) == (204, "")
        assert await browser.mark("termination/end", "early", "ADA ") == (204, "")
    async with opened(run) as browser:
        assert await browser.marks("ada") == {"requirement/chat": True, "termination/end": "early"}
        overview = await browser.json(NAMED[0])
        assert overview["traces"][0]["answered"] == 2
        assert [item["value"] for item in overview["choices"]["requirement"]] == [True, False, "skip"]
        assert await browser.marks("Bo") == {}


async def test_of_two_tabs_the_last_one_counts(run):
    """Also when a second server has the same run open."""
    async with opened(run) as item, opened(run) as other:
        for browser, value in ((item, True), (other, False), (item, "skip")):
            await browser.mark("requirement/chat", value)
            assert await item.marks() == await other.marks() == {"requirement/chat": value}
    (file,) = files(run)
    assert len(file.read_bytes().splitlines()) == 3


async def test_everybody_gets_the_same_traces_in_the_same_order(run):
    """Else kappa would have no items in common."""
    async with opened(run) as browser, opened(run) as other:
        for number in range(1, 5):
            path = f"v1/labels/traces/{number}?annotator="
            assert await browser.json(path + "Ada") == await other.json(path + "Bo")


async def test_a_run_without_pictures_shows_outlines(run):
    """Boxes and words of the tree, so that anything recorded can be labelled."""
    async with opened(run) as browser:
        first = (await browser.json(NAMED[1]))["screens"][0]
        assert first["frame"] is None
        found = await browser.json(f"v1/labels/outlines/{first['outline']}")
    assert found["size"] == [1080, 2400]
    assert any(box["words"] == "Bunwright" for box in found["boxes"])


async def test_only_who_has_the_token_learns_anything(run):
    """Without it there is a page without content, and nothing else."""
    async with opened(run) as browser:
        stranger = Browser(browser.http, browser.page, "guess")
        for path in (*NAMED, "v1/labels/frames/x", "v1/labels/outlines/x"):
            status, body = await stranger.get(path)
            assert (status, json.loads(body)["error"]) == (401, "missing or wrong token")
        assert (await stranger.mark("requirement/chat", True))[0] == 401
        for path in ("", *(path.removeprefix("/") for path in SHARED), "page.js", "screens.js"):
            status, body = await stranger.get(path)
            assert status == 200
            assert browser.token.encode() not in body
    assert not files(run)


@pytest.mark.parametrize(
    ("subject", "value", "trace", "status"),
    [
        ("requirement/nothing", True, 1, 422),
        ("requirement/chat", "compliant", 1, 422),
        ("requirement/chat", 1, 1, 422),
        ("requirement/chat", None, 1, 422),
        ("termination/end", True, 1, 422),
        ("requirement/chat", True, 0, 404),
        ("requirement/chat", True, 10**12, 404),
        ("requirement/chat", True, "one", 422),
    ],
)
async def test_what_is_no_answer_is_refused(run, subject, value, trace, status):
    """In words, and nothing is kept of it."""
    async with opened(run) as browser:
        found, body = await browser.mark(subject, value, trace=trace)
        assert (found, bool(json.loads(body)["error"])) == (status, True)
        assert (await browser.mark("requirement/chat", True, name=" \n"))[0] == 422
    assert not files(run)


async def test_labels_touch_nothing_else(run):
    """Every other file of the run is as it was; an odd name stays in its folder."""
    before = dict(contents(run))
    async with opened(run) as browser:
        assert (await browser.mark("requirement/chat", True, name="../../run"))[0] == 204
    assert dict(contents(run)) == before
    assert {path.name for path in (run / "labels").iterdir()} == {"sample.json", "%2e%2e%2f%2e%2e%2frun.jsonl"}
    assert [path.name for path in run.parent.iterdir()] == ["run"]


async def test_what_cannot_be_written_is_not_called_saved(run):
    """The page is informed, so that it keeps the decision and tries again."""
    async with opened(run) as browser:
        (run / "labels" / "ada.jsonl").mkdir()
        status, body = await browser.mark("requirement/chat", True)
        assert (status, json.loads(body)["error"]) == (507, "not saved: Is a directory")
        (run / "labels" / "ada.jsonl").rmdir()
        assert (await browser.mark("requirement/chat", True))[0] == 204


async def test_a_file_of_another_version_is_told_without_its_path(run):
    """A path may name the agent; the command's own output says more."""
    async with opened(run) as browser:
        (run / "labels" / "ada.jsonl").write_text('{"schema":2}\n')
        status, body = await browser.get(NAMED[0])
    assert status == 409
    assert str(run) not in body.decode()
    assert "--report" in body.decode()


async def test_what_was_acknowledged_survives_a_cancelled_server(run):
    """Broken off amid many decisions: each that was called saved is there, and no line is torn."""
    saved: list[str] = []

    async def label(browser: Browser, name: str, enough: anyio.Event) -> None:
        for round_ in range(100):
            status, _ = await browser.mark("requirement/chat", round_ % 2 == 0, name)
            assert status == 204
            saved.append(name)
            if len(saved) == 12:
                enough.set()

    with anyio.CancelScope() as scope:
        async with opened(run) as browser, anyio.create_task_group() as group:
            enough = anyio.Event()
            for name in ("Ada", "Bo", "Cy"):
                group.start_soon(label, browser, name, enough)
            await enough.wait()
            scope.cancel()
    for name in {*saved}:
        lines = (run / "labels" / f"{name.casefold()}.jsonl").read_bytes()
        assert lines.endswith(b"\n")
        assert len([json.loads(line) for line in lines.splitlines()]) >= saved.count(name)
