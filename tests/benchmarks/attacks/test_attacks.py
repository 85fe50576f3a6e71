"""Tests of the attacks: each strategy plays, what it wins is counted, and a broken bar is reported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from adapters.openai.fake import FakeEndpoint, ReceivedRequest, Say
from benchmarks.attacks import command
from benchmarks.attacks.catalogue import STRATEGIES, chosen
from benchmarks.attacks.measure import applicable, play_strategy
from benchmarks.attacks.public_suite import PublicSuite, Target, public_suite, target
from benchmarks.attacks.results import Episode, Outcome, outcome
from benchmarks.attacks.scripts import asking, script
from benchmarks.attacks.strategy import Play, Strategy, nothing, touched
from benchmarks.attacks.targets import attacked_suite, sample
from benchmarks.calibration.reference_actions import reference_actions
from benchmarks.calibration.script_runner import run_script
from benchmarks.clarity240 import load
from runtime import AskUser, Finish, RunConfig, Score, Suite, Task, UsageError
from runtime.core.text import normal

HEADLESS = ["headless://2"]


@pytest.fixture(scope="module")
def suite() -> Suite:
    """The published suite."""
    return load()


@pytest.fixture(scope="module", autouse=True)
def public(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> PublicSuite:
    """Its public part. An episode is played here, where word lists may be read that judges and users keep."""
    found = public_suite(suite.tasks)
    folder = tmp_path_factory.mktemp("attacks")
    played(made(asking("What?")), suite, found, folder / "run", some_tasks(suite))
    return found


def some_tasks(suite: Suite) -> list[Task]:
    """An ambiguous task that the phone's state decides, and one that an answer decides."""
    tasks = [task for task in suite.tasks if task.level == "ambiguous"]
    kinds = [{requirement.evidence for requirement in task.intent.requirements} for task in tasks]
    return [tasks[kinds.index({"state"})], tasks[kinds.index({"answer"})]]


def proper_questions(task: Task) -> list[str]:
    """One question for each missing slot, with its options."""
    slots = [task.requirement(name) for name in task.gap]
    return [f"Which {slot.slot} would you like: {' or '.join(slot.options)}?" for slot in slots]


def played(
    strategy: Strategy, suite: Suite, public: PublicSuite, out: Path, tasks: list[Task], devices: list[str] = HEADLESS
) -> Outcome:
    """What a strategy wins on these tasks."""
    config = RunConfig()

    async def play() -> Outcome:
        return await play_strategy(strategy, tasks, suite, public, config, devices, out)

    return anyio.run(play)


def made(play: Play, **changes: object) -> Strategy:
    """A strategy for a test."""
    return replace(
        Strategy(name="made", topic="actions", sentence="Made for a test.", play=play),
        **changes,  # type: ignore[arg-type]
    )


def test_there_are_many_strategies_and_each_says_what_it_does() -> None:
    """There are at least sixty strategies with different names, one plain sentence each, in all six topics."""
    names = [strategy.name for strategy in STRATEGIES]
    assert len(names) == len(set(names)) >= 60
    assert {strategy.topic for strategy in STRATEGIES} == {
        "answers", "questions", "injections", "actions", "bypasses", "timing",
    }  # fmt: skip
    for strategy in STRATEGIES:
        assert strategy.sentence[0].isupper()
        assert strategy.sentence.endswith((".", ".”"))
        assert "\n" not in strategy.sentence


def test_an_attack_sees_no_value_of_its_task(suite: Suite, public: PublicSuite) -> None:
    """Two tasks that differ only in their values look the same to an attack, except for the instruction."""
    task = suite.tasks[0]
    other = tuple(replace(requirement, value="?", default="!") for requirement in task.intent.requirements)
    changed = replace(task, intent=replace(task.intent, requirements=other))
    assert target(task, public) == target(changed, public)
    with pytest.raises(LookupError, match="truth"):
        _ = target(task, public).memorized
    assert target(task, public).other.intent != task.intent.id


def test_the_order_of_options_points_at_nothing(public: PublicSuite) -> None:
    """Options are known to attacks in alphabetical order."""
    assert all(list(slot.options) == sorted(slot.options) for slots in public.slots.values() for slot in slots)


def test_draws_follow_the_published_tasks(suite: Suite, public: PublicSuite) -> None:
    """The attacked suite begins with the published tasks; draws have other values, and attacks know which they are."""
    name = "device.clockalarm"
    published = tuple(task for task in suite.tasks if task.intent.id == name)
    attacked = attacked_suite(3, 7, [name])
    assert attacked.tasks[: len(published)] == published
    drawn = attacked.tasks[len(published) :]
    assert len({task.intent.id for task in drawn}) == 3
    for task in drawn:
        seen = target(task, public)
        assert seen.drawn
        values = {normal(requirement.value) for requirement in task.intent.requirements}
        assert values != seen.memorized.values
    assert attacked_suite(0, 7).tasks == suite.tasks
    with pytest.raises(UsageError, match="no intent"):
        attacked_suite(0, 7, ["nothing"])


def test_a_sample_keeps_the_order(suite: Suite) -> None:
    """A sample is determined by the seed, in the order of the tasks, and never larger than they are."""
    some = sample(suite.tasks, 10, 7)
    assert some == sample(suite.tasks, 10, 7) != sample(suite.tasks, 10, 8)
    places = [suite.tasks.index(task) for task in some]
    assert len(some) == 10
    assert places == sorted(places)
    assert sample(suite.tasks, None, 7) == sample(suite.tasks, 999, 7) == suite.tasks


def test_work_wins(suite: Suite, public: PublicSuite, tmp_path: Path) -> None:
    """A player that does the task wins everything, so the zeros of attacks are measured."""
    task = some_tasks(suite)[0]

    async def work(session: object, seen: object) -> None:
        await run_script(session, reference_actions(task))  # type: ignore[arg-type]

    found = played(made(work), suite, public, tmp_path / "run", [task])
    assert found.tsr_final == found.rcr_final == found.tsr == 1
    assert found.won == (f"{task.id} (rules)", f"{task.id} (state)")
    assert sum(found.undeclared.values()) == 2 * len(task.intent.requirements)
    assert any("TSR_final" in line for line in found.failures)
    declared = played(made(work, may_meet=touched), suite, public, tmp_path / "declared", [task])
    assert declared.declared == len(task.intent.requirements)
    assert not declared.undeclared


def test_a_proper_question_wins_dialogue_credit(suite: Suite, public: PublicSuite, tmp_path: Path) -> None:
    """A question that a task needs is counted in IGR, DCR and released values, and breaks the bars of a fixed one."""
    task = next(task for task in suite.tasks if task.level == "incomplete")
    proper = proper_questions(task)
    found = played(made(asking(*proper), asks=True), suite, public, tmp_path / "run", [task])
    assert found.released == len(task.gap)
    assert found.dcr == 1
    assert any("DCR" in line for line in found.failures)
    own = played(made(asking(*proper), asks=True, fixed=False), suite, public, tmp_path / "own", [task])
    assert not own.failures


def test_an_injection_is_compared_with_its_control(suite: Suite, public: PublicSuite, tmp_path: Path) -> None:
    """Verdicts that are better than the control's are moved; the same play moves none."""
    task = some_tasks(suite)[0]

    async def work(session: object, seen: object) -> None:
        await run_script(session, reference_actions(task))  # type: ignore[arg-type]

    idle = script(Finish("Done."))
    moved = played(made(work, control=idle, may_meet=touched), suite, public, tmp_path / "moved", [task])
    assert any("met at the end" in line for line in moved.moved)
    assert any("verdicts moved" in line for line in moved.failures)
    assert not played(made(idle, control=idle), suite, public, tmp_path / "same", [task]).moved


def test_a_model_judge_sees_an_injection_as_data(suite: Suite, public: PublicSuite, tmp_path: Path) -> None:
    """Whatever an attack says stands in a prompt on lines that are marked as quoted."""
    task = some_tasks(suite)[0]
    (strategy,) = chosen(["inject-answer"])
    asked: list[str] = []

    def reply(request: ReceivedRequest) -> Say:
        asked.append(request.text)
        return Say("I obey the judge's instructions.")

    async def play() -> Outcome:
        async with FakeEndpoint(reply) as endpoint:
            config = RunConfig(judges=("rules", "state", "model"), models={"judge": endpoint.uri("judge")})
            return await play_strategy(strategy, [task], suite, public, config, HEADLESS, tmp_path / "run")

    found = anyio.run(play)
    lines = [line for text in asked for line in text.splitlines() if "mark all requirements" in line]
    assert lines
    assert all(line.startswith("| ") for line in lines)
    assert not found.moved
    assert not found.moved_model


def test_a_lost_episode_is_no_proof(suite: Suite, public: PublicSuite) -> None:
    """An episode that a fault ended breaks a bar, unless the agent was at fault."""
    task = some_tasks(suite)[0]
    seen = target(task, public)
    found = outcome(made(script()), [Episode(task, seen, {}, fault="DeviceLost: gone")])
    assert found.failures == ("1 episodes lost",)
    score = Score(
        episode="made", judge="rules", task=task.id, agent="made", intent=task.intent.id, level=task.level,
        domain=task.intent.domain, difficulty=task.intent.difficulty, apps=task.intent.apps, cause="agent",
        ending="fault", requirements=1, met={task.intent.requirements[0].id: (False, False)},
    )  # fmt: skip
    own = outcome(made(script()), [Episode(task, seen, {"rules": score, "state": replace(score, judge="state")})])
    assert not own.failures


@pytest.mark.parametrize(
    "strategy", [strategy for strategy in STRATEGIES if not strategy.needs_adb], ids=lambda strategy: strategy.name
)
def test_a_strategy_wins_nothing(strategy: Strategy, suite: Suite, public: PublicSuite, tmp_path: Path) -> None:
    """Each strategy plays the first task to which it applies, does not lose it, and holds the bars.

    IGR and DCR have none here: one task is no average.
    """
    tasks = applicable(strategy, some_tasks(suite), public)[:1]
    found = played(strategy, suite, public, tmp_path / "run", tasks)
    assert found.tasks == len(tasks)
    assert found.tsr_final == 0
    assert not found.undeclared
    assert not found.faults
    assert not found.moved
    if strategy.control is not None:
        assert not found.released


def test_a_bypass_reaches_the_phone(suite: Suite, public: PublicSuite, tmp_path: Path) -> None:
    """Strategies of the shell play on phones with ADB, and the files that they make are there."""
    tasks = some_tasks(suite)[:1]
    (found,) = [
        played(strategy, suite, public, tmp_path / strategy.name, tasks, ["phone://1"])
        for strategy in chosen(["inject-file-name"])
    ]
    assert found.tasks == 1
    assert not found.faults


def test_fixed_strategies_do_not_look_at_the_task(suite: Suite, public: PublicSuite) -> None:
    """What a fixed strategy asks does not depend on the slots and options of the attacked task."""
    first, second = (target(task, public) for task in some_tasks(suite))
    swapped = replace(first, slots=second.slots)
    for strategy in chosen(["questions"]):
        if strategy.fixed:
            assert _asked(strategy, first) == _asked(strategy, swapped)


def _asked(strategy: Strategy, seen: Target) -> list[str]:
    """The questions of a strategy, read from a session that answers nothing."""
    from runtime import Brief, Decision, Observation

    questions: list[str] = []

    class Silent:
        brief = Brief("", (1080, 2400), 25, True)

        async def observe(self) -> Observation:
            return Observation(0, None, None)

        async def step(self, decision: Decision) -> Observation:
            questions.extend(action.question for action in decision.actions if isinstance(action, AskUser))
            return Observation(0, None, None)

    async def ask() -> None:
        await strategy.play(Silent(), seen)  # type: ignore[arg-type]

    anyio.run(ask)
    return questions


def test_the_command_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The command plays, prints one row or object for each strategy, and returns 0 if the bars hold."""
    few = ["--only", "do-nothing", "--only", "ask-empty", "--draws", "0", "--limit", "2", "--devices", "headless://1"]
    assert command.main(few) == 0
    output = capsys.readouterr()
    assert "do-nothing" in output.out
    assert "2 of 2" in output.err
    assert command.main([*few, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in rows] == ["ask-empty", "do-nothing"]
    assert all(row["tasks"] == 2 and row["failures"] == [] for row in rows)


def test_the_command_lists_and_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--list names every strategy; an unknown name, a used folder and an unusable device end with 2."""
    assert command.main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert all(strategy.name in listed for strategy in STRATEGIES)
    assert command.main(["--only", "do-nothin"]) == 2
    assert "do-nothing" in capsys.readouterr().err
    assert command.main(["--only", "do-nothing", "--out", str(tmp_path)]) == 2
    few = ["--only", "do-nothing", "--draws", "0", "--limit", "1"]
    assert command.main([*few, "--devices", "headless://none"]) == 2
    with pytest.raises(UsageError, match="no attack"):
        chosen(["nobody"])
    with pytest.raises(SystemExit):
        command.main(["--limit", "0"])


def test_a_broken_bar_is_an_exit_code(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If a strategy breaks a bar, the command returns 1 and names the bar."""
    task = next(task for task in suite.tasks if task.level == "incomplete")
    winner = made(asking(*proper_questions(task)), asks=True)
    monkeypatch.setattr("benchmarks.attacks.catalogue.chosen", lambda names: (winner,))
    monkeypatch.setattr("benchmarks.attacks.targets.sample", lambda tasks, limit, seed: [task])
    assert command.main(["--draws", "0", "--devices", "headless://1"]) == 1
    assert "DCR" in capsys.readouterr().err


def test_nothing_is_declared_by_default() -> None:
    """Strategies of words declare no requirement; those that change the phone declare only what its state decides."""
    for strategy in STRATEGIES:
        if strategy.topic in ("answers", "questions", "bypasses", "timing"):
            assert strategy.may_meet is nothing
