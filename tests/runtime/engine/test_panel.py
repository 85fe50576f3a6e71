"""Several judges and their vote: live, replayed, resumed, and with failing judges."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio import create_task_group, to_thread

from runtime.core.config import RunConfig
from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.engine import Runtime
from runtime.judging.panel import run_judges
from runtime.judging.runner import JudgedEpisode, closed_logs
from runtime.metrics import counts
from runtime.replay import RejudgeResult, rejudge
from runtime.storage.run_directory import EpisodeKey, RunDirectory
from tests.support import model_plugins, panel_plugins, plugins


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    site = tmp_path / "site"
    site.mkdir()
    for module in (plugins, model_plugins, panel_plugins):
        module.install(site)
    monkeypatch.syspath_prepend(site)
    plugins.opened.clear()
    yield
    plugins.opened.clear()


def runtime(out: Path, *judges: str, **settings: Any) -> Runtime:
    """Two lamps, these judges."""
    config = RunConfig(vote=settings.pop("vote", "majority"))
    given = {"suite": plugins.SUITE, "user": "helpful", **settings}
    return Runtime(config, devices=["lamp:a+b"], judges=judges, out=out, **given)


async def play(out: Path, *judges: str, **settings: Any) -> Runtime:
    """Play the complete suite."""
    async with runtime(out, *judges, **settings) as item:
        scores = [score async for score in item.run(["press"])]
    assert len(scores) == len(plugins.NAMES)
    return item


def voted(item: Runtime | RejudgeResult) -> set[tuple[bool | None, bool | None]]:
    """Return the vote's marks of the only requirement, over all episodes."""
    scores = item.scores_by("majority") if isinstance(item, Runtime) else item.scores["majority"]
    assert len(scores) == len(plugins.NAMES)
    return {score.met["on"] for score in scores}


def lines(folder: Path, name: str) -> list[str]:
    """Return the sorted lines of a file, because their order follows the order in which episodes ended."""
    return sorted((folder / name).read_text().splitlines())


async def test_the_vote_is_recorded_as_one_more_judge_with_disagreements(tmp_path: Path):
    """A majority vote of judges is recorded as one more judge, with each disagreement."""
    item = await play(tmp_path / "run", "no", "yes", "also")
    assert {score.judge for score in item.scores} == {"no"}
    assert voted(item) == {(True, True)}
    assert {score.hits["press"] for score in item.scores_by("majority")} == {True}
    differed = [json.loads(line) for line in lines(tmp_path / "run", "disagreements.jsonl")]
    assert len(differed) == 2 * len(plugins.NAMES)
    assert {(each["judge"], each["about"]["subject"], each["about"]["outcome"]) for each in differed} == {
        ("majority", "requirement on any", True),
        ("majority", "requirement on final", True),
    }
    assert {json.dumps(each["about"]["votes"]) for each in differed} == {'{"no": false, "yes": true, "also": true}'}
    assert item.metrics()["panel"]["disputed"] == 2 * len(plugins.NAMES)


async def test_replay_gives_the_vote_of_the_live_run(tmp_path: Path):
    """Replaying a run gives the same vote, disagreements and metrics."""
    await play(tmp_path / "run", "yes", "no", "also")
    judged = await rejudge(tmp_path / "run")
    assert voted(judged) == {(True, True)}
    for name in ("verdicts/majority.jsonl", "disagreements.jsonl", "metrics.json"):
        assert lines(tmp_path / "run", name) == lines(judged.path, name), name


async def test_a_run_that_is_judged_twice_at_once_gets_two_folders(tmp_path: Path):
    """Neither writes into the folder of the other, and neither fails."""
    await play(tmp_path / "run", "yes", "no", "also")
    judged: list[RejudgeResult] = []

    async def judge() -> None:
        judged.append(await rejudge(tmp_path / "run"))

    async with create_task_group() as group:
        for _ in range(3):
            group.start_soon(judge)
    assert {item.path for item in judged} == {tmp_path / "run" / "rejudged" / str(number) for number in (1, 2, 3)}
    for item in judged:
        assert voted(item) == {(True, True)}


async def test_a_judge_that_sees_the_truth_has_no_vote(tmp_path: Path):
    """A judge that sees the ground truth has no vote, so that the other two judges tie."""
    item = await play(tmp_path / "run", "yes", "no", "seer")
    assert {score.met["on"] for score in item.scores_by("seer")} == {(True, True)}
    assert voted(item) == {(False, False)}
    assert all(json.loads(line)["about"]["tied"] for line in lines(tmp_path / "run", "disagreements.jsonl"))


async def test_other_judges_and_another_rule_may_vote_on_a_recording(tmp_path: Path):
    """Rejudging a run without a vote can add a vote of other judges; by default it adds none."""
    await play(tmp_path / "run", "yes", vote="")
    judged = await rejudge(tmp_path / "run", ("yes", "also"), vote="all")
    assert judged.judges == ("yes", "also", "all")
    assert {score.met["on"] for score in judged.scores["all"]} == {(True, True)}
    assert (await rejudge(tmp_path / "run")).judges == ("yes",)


async def test_a_judge_that_fails_does_not_vote(tmp_path: Path):
    """Verdicts of a failed judge do not count; if all judges fail, the vote is lost with cause judge."""
    item = await play(tmp_path / "run", "yes", "broken")
    assert voted(item) == {(True, True)}
    assert lines(tmp_path / "run", "verdicts/majority.jsonl")
    assert not (tmp_path / "run" / "disagreements.jsonl").exists()
    both = await rejudge(tmp_path / "run", ("broken", "crashed"), vote="majority")
    assert voted(both) == {(None, None)}
    assert {(score.cause, counts.lost(score)) for score in both.scores["majority"]} == {("judge", True)}


async def test_a_resumed_run_keeps_its_vote(tmp_path: Path):
    """A resumed run keeps its votes without repeating them, and refuses another voting rule."""
    async with runtime(tmp_path / "run", "yes", "no", "also") as item:
        async for _ in item.run(["press"]):
            break
    async with runtime(tmp_path / "run", "yes", "no", "also", resume=True) as item:
        assert len([score async for score in item.run(["press"])]) == len(plugins.NAMES)
    assert voted(item) == {(True, True)}
    assert len(lines(tmp_path / "run", "disagreements.jsonl")) == 2 * len(plugins.NAMES)
    async with runtime(tmp_path / "run", "yes", "no", "also", resume=True, vote="all") as other:
        with pytest.raises(UsageError, match="vote: 'majority' was recorded, 'all' is asked for"):
            _ = [score async for score in other.run(["press"])]


async def test_a_vote_needs_two_judges_that_can_vote(tmp_path: Path):
    """A vote of fewer than two qualified judges, or a judge named like the vote, is refused."""
    cases = ((("yes",), "only 'yes' qualifies"), (("yes", "seer"), "only 'yes'"), (("seer",), "none qualifies"))
    for judges, named in cases:
        with pytest.raises(UsageError, match=named):
            async with runtime(tmp_path / "run", *judges):
                pass
    with pytest.raises(UsageError, match="a judge is called 'majority'"):
        async with runtime(tmp_path / "run", "yes", "majority"):
            pass
    assert plugins.opened == []


async def test_a_verdict_that_is_changed_changes_the_vote(tmp_path: Path):
    """If the first judge changes its verdict, the vote follows, and its last verdict is recorded."""
    await play(tmp_path / "run", "yes", vote="")
    key = EpisodeKey("press", plugins.SUITE.tasks[0].id, 0)
    events = await to_thread.run_sync(lambda: RunDirectory.open(tmp_path / "run").read_trace(key, 0))
    seen: list[Score] = []
    judges = [panel_plugins.Yes(None), panel_plugins.Also(None)]  # type: ignore[arg-type]
    about = JudgedEpisode(plugins.SUITE.tasks[0], str(key), 0, instrument=False)
    found = await run_judges(judges, about, closed_logs(events), deadline=5, rule="all", watch=seen.append)
    assert {score.judge for score in seen} == {"yes"}
    assert list(dict.fromkeys(score.met["on"] for score in seen)) == [(None, None), (False, False), (True, True)]
    (line,) = [item for item in found["all"].lines.splitlines() if b'"requirement"' in item and b'"any"' in item]
    assert (json.loads(line)["any"], json.loads(line)["evidence"]) == (True, 1)
