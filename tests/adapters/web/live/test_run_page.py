"""The server of the page of runs: what it streams, what operators do, what it reads, and viewers that misbehave."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

import anyio
import anyio.to_thread
import pytest
from PIL import Image

from adapters.web.live.command import run as command
from adapters.web.live.run_view import RunView
from adapters.web.live.server import RunPage, Watched
from adapters.web.report.contents import open_runs, read_episode, read_pictures, shown_episode
from runtime.core.actions import Decision, Tap
from runtime.core.errors import UsageError
from runtime.core.events import Decided
from runtime.storage.run_directory import EpisodeKey
from tests.adapters.web.live.conftest import HOSTILE, client, snapshot, until

ASKED = "reader/shop.griddleshake.incomplete/0"


async def test_a_viewer_gets_everything_and_then_what_changes(staged: Callable[..., Any]) -> None:
    """The first line has both phones, later ones those that act; the screens that they name can be fetched."""
    async with staged() as stage, client(stage.dashboard.address) as viewer, anyio.create_task_group() as group:
        async with viewer.stream() as line:
            first = await line()
            assert [phone["name"] for phone in first["phones"]] == ["a", "b"]
            assert (first["totals"]["total"], first["totals"]["done"]) == (3, 0)
            group.start_soon(stage.play)
            news = await until(line, lambda news: any(phone.get("screen") for phone in news["phones"]))
            assert "title" not in news
            stage.may_finish.set()
            await until(line, lambda news: news["totals"]["done"] == 3)
            screens = {phone["screen"] for phone in news["phones"] if phone.get("screen")}
        for digest in screens:
            assert (await viewer.get(f"/v1/frames/0/{digest}"))[0] == 200
        status, overview = await viewer.get("/v1/overview")
    assert (status, overview["live"], len(overview["episodes"])) == (200, True, 3)


async def test_operators_pause_cancel_and_drain(staged: Callable[..., Any]) -> None:
    """What they do takes effect and is part of the next state; what cannot be done is refused with the reason."""
    async with staged() as stage, client(stage.dashboard.address) as viewer, anyio.create_task_group() as group:
        assert await viewer.post("/v1/operations", what="pause") == 204
        group.start_soon(stage.play)
        await anyio.wait_all_tasks_blocked()
        assert stage.runtime.controls.playing == ()
        assert await viewer.post("/v1/operations", what="drain", name="b") == 204
        assert await viewer.post("/v1/operations", what="resume") == 204
        async with viewer.stream() as line:
            news = await until(line, lambda news: any(phone["playing"] for phone in news["phones"]))
            assert news["drained"] == ["b"]
            (name,) = stage.runtime.controls.playing
            assert await viewer.post("/v1/operations", what="cancel", name=name) == 204
            await until(line, lambda news: news["finished"])
        assert await viewer.post("/v1/operations", what="cancel", name=name) == 409
        assert await viewer.post("/v1/operations", what="drain", name="nobody") == 409
        assert await viewer.post("/v1/operations", what="destroy") == 422
        assert await viewer.post("/v1/operations", what="undrain", name="b") == 204
        stage.may_finish.set()
    causes = {f"{score.agent}/{score.task}/{score.repeat}": score.cause for score in stage.scores}
    assert causes.pop(name) == "runtime"
    assert set(causes.values()) == {None}


async def test_people_answer_on_the_dashboard(staged: Callable[..., Any]) -> None:
    """The user `human` finds it without being told where it is."""
    async with staged(user="human") as stage, client(stage.dashboard.address) as viewer:
        stage.may_finish.set()
        async with anyio.create_task_group() as group:
            group.start_soon(stage.play, "Which lamp?")
            seen, answered = -1, 0
            while answered < 3:
                _, found = await viewer.get(f"/v1/desk?seen={seen}")
                seen = found["news"]
                for question in found["questions"]:
                    assert question["question"] == "Which lamp?"
                    answered += await viewer.post("/v1/desk/replies", id=question["id"], text="The left one.") == 204
    assert [score.turns for score in stage.scores] == [1, 1, 1]


async def test_nothing_is_shown_or_done_without_the_token(staged: Callable[..., Any]) -> None:
    """Every route but the page's own files."""
    async with staged() as stage, client(stage.dashboard.address) as viewer:
        viewer.token = "guessed"
        for path in (
            "overview",
            "episode?id=x",
            "aligned?left=x&right=y",
            "frames/0/x",
            "outlines/0/x",
            "live",
            "desk",
        ):
            assert (await viewer.get(f"/v1/{path}"))[0] == 401
        assert await viewer.post("/v1/operations", what="pause") == 401
        assert not stage.runtime.controls.paused
        assert (await viewer.get("/"))[0] == 200


def busy_page(patience: float = 5.0) -> tuple[RunPage, RunView, Callable[[int], None]]:
    """Return a page, its view, and a function that makes 40 phones think something long."""
    view = RunView(anyio.current_time, lambda: page.wake())
    page = RunPage([Path("nowhere")], watched=Watched(view), patience=patience)
    names = [f"phone-{number}" for number in range(40)]
    view.begin("busy", 40, names, {}, max_steps=25)
    for name in names:
        view.started(name, EpisodeKey("agent", name, 0))

    def think(number: int) -> None:
        for name in names:
            decision = Decision([Tap(1, 2)], thought=f"{number} {HOSTILE * 100}")
            view.recorded(Decided(episode=f"agent/{name}/0", attempt=0, seq=0, t=0.0, step=1, decision=decision))

    return page, view, think


async def test_viewers_that_do_not_read_are_dropped_and_others_see_on() -> None:
    """Ten stalled viewers lose their connection; one that reads gets the newest state all the while."""
    page, _, think = busy_page(patience=0.05)
    async with page, client(page.address) as viewer, viewer.stream() as line:
        url, token = urldefrag(page.address)
        parts = urlsplit(url)
        request = f"GET /v1/live HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        stalled = []
        for _ in range(10):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.connect((parts.hostname, parts.port))
            connection.sendall(request)
            stalled.append(connection)
        number, thoughts = 0, set()
        with anyio.fail_after(30):
            while page.server.held > 1:
                number += 1
                think(number)
                thoughts |= {phone["thought"].split()[0] for phone in (await line())["phones"] if phone.get("thought")}
        assert len(thoughts) >= number - 2
        for connection in stalled:
            connection.close()


async def test_more_viewers_than_allowed_are_refused() -> None:
    """The thirty-third is told what to do."""
    page, *_ = busy_page()
    async with page, client(page.address) as viewer, anyio.create_task_group() as group:
        opened = []

        async def hold() -> None:
            async with viewer.stream() as line:
                opened.append(await line())
                await anyio.sleep_forever()

        for _ in range(32):
            group.start_soon(hold)
        while len(opened) < 32:
            await anyio.wait_all_tasks_blocked()
        status, problem = await viewer.get("/v1/live")
        assert (status, problem["hint"]) == (503, "Close another page.")
        group.cancel_scope.cancel()


def picture_size(path: Path) -> tuple[int, int]:
    """Return width and height of a picture."""
    with Image.open(path) as image:
        return image.size


async def test_a_recorded_run_is_served_as_a_report_shows_it(run: Path) -> None:
    """The same lines and the same steps; pictures in both sizes; nothing is written into the folder."""
    before = await anyio.to_thread.run_sync(snapshot, run)

    def documents() -> Any:
        (opened,), _ = open_runs([run])
        found = read_episode(opened, 0, opened.recorded.find(ASKED))
        return shown_episode(found, read_pictures(found, frozenset()))

    async with RunPage([run]) as page, client(page.address) as viewer:
        _, overview = await viewer.get("/v1/overview")
        assert not overview["live"]
        assert {row["id"] for row in overview["episodes"]} == {ASKED, ASKED.replace("reader", "monkey")}
        assert {agent["label"] for agent in overview["agents"]} == {"reader", "monkey"}
        status, episode = await viewer.get(f"/v1/episode?id={ASKED}")
        assert (status, episode) == (200, json.loads(json.dumps(await anyio.to_thread.run_sync(documents))))
        digest = episode["steps"][0]["after"]["frame"]
        for query, size in (("", (1080, 2400)), ("?small", (360, 800))):
            status, data = await viewer.get(f"/v1/frames/0/{digest}{query}")
            path = run.parent / f"picture{bool(query)}"
            await anyio.Path(path).write_bytes(data)
            assert await anyio.to_thread.run_sync(picture_size, path) == size
        left, right = ASKED, ASKED.replace("reader", "monkey")
        _, rows = await viewer.get(f"/v1/aligned?left={left}&right={right}")
        assert rows[0] == [0, 0, 1]
        assert len([row for row in rows if row[0] >= 0]) == len(episode["steps"])
        assert (await viewer.get("/v1/live"))[0] == 404
    assert await anyio.to_thread.run_sync(snapshot, run) == before


@pytest.mark.parametrize(
    "path",
    [
        "episode?id=nobody/none/0", "episode", "aligned?left=a&right=b", "frames/0/frame-1x1-00",
        "frames/7/frame-1x1-00", "frames/x/y", "frames/0/..%2f..%2frun.json", "outlines/0/tree-00",
        "outlines/99999/tree-00",
    ],
)  # fmt: skip
async def test_what_is_not_there_is_refused(run: Path, path: str) -> None:
    """With a sentence, whatever is asked for."""
    async with RunPage([run]) as page, client(page.address) as viewer:
        status, problem = await viewer.get(f"/v1/{path}")
    assert status == 404
    assert problem["error"]


async def test_a_run_that_grows_is_read_again(run: Path, tmp_path: Path) -> None:
    """After a further commit line, the overview has a further finished episode."""
    growing = tmp_path / "growing"

    def cut() -> list[bytes]:
        shutil.copytree(run, growing)
        lines = (growing / "results.jsonl").read_bytes().splitlines(keepends=True)
        (growing / "results.jsonl").write_bytes(lines[0])
        (growing / "metrics.json").unlink()
        (growing / "seal.json").unlink(missing_ok=True)
        return lines

    lines = await anyio.to_thread.run_sync(cut)
    async with RunPage([growing]) as page, client(page.address) as viewer:
        for finished in (1, 2):
            _, overview = await viewer.get("/v1/overview")
            assert sum("solved" in row for row in overview["episodes"]) == finished
            await anyio.Path(growing / "results.jsonl").write_bytes(b"".join(lines))


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    """Before anything is served."""
    with pytest.raises(UsageError, match="is not a run folder"):
        command([str(tmp_path)])
