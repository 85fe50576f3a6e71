"""Unmodified programs as agents: the same plans by adb in a shell, adbutils, uiautomator2, and in this process.

Each program knows its instruction and a folder of plans, and carries out the plan of that instruction. What the runtime
read off its traffic must be the plan: every action, in order, once; and judges must find the same in it. Shell and
adbutils never look at the screen. uiautomator2 does after every action, as agents do: whether its next click makes a
double one of the last is not known before it has come, so that one who clicks blindly, faster than two clicks of one
double click, is recorded with the screen after the second.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal

import anyio
import anyio.to_thread

from adapters.android.actions import commands
from benchmarks.acceptance.bar import Bar
from runtime.core.actions import Action, Decision, Finish, Key, Launch, LongPress, Swipe, Tap
from runtime.core.config import Confinement, Selection
from runtime.core.events import Performed
from runtime.core.tasks import Task
from runtime.engine import Runtime
from runtime.plugins import registry
from runtime.plugins.protocols import Need, Session
from runtime.storage.run_directory import EpisodeKey, RunDirectory

ENTRIES: Final = """
[mobile_agent_runtime.agents]
twin = benchmarks.acceptance.programs:Twin
"""
"""The metadata by which the twin is found; a run of this module brings them along."""
KINDS: Final = ("shell", "adbutils", "uiautomator2")
ISOLATIONS: Final[tuple[Literal["namespaces", "none"], ...]] = ("namespaces", "none")
_TASKS: Final = 16
_LEAST: Final = 10
_LONGEST: Final = 12
"""Actions of the plans that are played."""

_SHELL: Final = """\
set -e
exec sh "$1/$(printf %s "$MAR_INSTRUCTION" | sha256sum | cut -c1-64).sh"
"""
_PYTHON: Final = """\
import hashlib, json, os, sys, urllib.request
name = hashlib.sha256(os.environ["MAR_INSTRUCTION"].encode()).hexdigest()
plan = json.load(open(f"{sys.argv[1]}/{name}.json"))

def finish(text):
    request = urllib.request.Request(
        os.environ["MAR_URL"] + "/v1/finish",
        json.dumps({"text": text}).encode(),
        {"Authorization": "Bearer " + os.environ["MAR_TOKEN"], "Content-Type": "application/json"},
    )
    urllib.request.urlopen(request).read()
"""
_ADBUTILS: Final = (
    _PYTHON
    + """
import adbutils
device = adbutils.adb.device()
for step in plan:
    if step["kind"] == "finish":
        finish(step["text"])
        break
    for line in step["lines"]:
        device.shell(line)
    device.screenshot() if step["look"] else None
"""
)
_UIAUTOMATOR2: Final = (
    _PYTHON
    + """
import uiautomator2
device = uiautomator2.connect()
for step in plan:
    kind = step["kind"]
    if kind == "finish":
        finish(step["text"])
        break
    elif kind == "tap":
        device.click(step["x"], step["y"])
    elif kind == "long_press":
        device.long_click(step["x"], step["y"], step["ms"] / 1000)
    elif kind == "swipe":
        device.swipe(step["x1"], step["y1"], step["x2"], step["y2"], step["ms"] / 1000)
    elif kind == "key":
        device.press(step["name"].lower())
    elif kind == "launch":
        device.app_start(step["app"])
    else:
        for line in step["lines"]:
            device.shell(line)
    device.screenshot()
"""
)


def chosen(count: int) -> list[Task]:
    """Tasks whose plan is short; some of them end with an answer."""
    tasks = [task for task in registry.suite("clarity240").tasks if task.level == "standard"]
    short = [task for task in tasks if len(task.intent.reference.actions) <= _LONGEST]
    answered = [task for task in short if isinstance(task.intent.reference.actions[-1], Finish)]
    return [*answered[: count // 4], *(task for task in short if task not in answered)][:count]


def playable(tasks: Sequence[Task], kind: str) -> list[Task]:
    """Those that a kind can play: a shell has no client for the talk door, so it cannot answer."""
    return [task for task in tasks if kind != "shell" or not isinstance(task.intent.reference.actions[-1], Finish)]


class Twin:
    """The same plan in this process, for comparison."""

    needs: frozenset[Need] = frozenset()

    def __init__(self, seed: int) -> None:
        del seed

    async def play(self, session: Session) -> None:
        """Each action is a decision."""
        for action in _by_instruction()[session.brief.instruction]:
            await session.step(Decision((action,)))


@cache
def _by_instruction() -> dict[str, tuple[Action, ...]]:
    return {task.instruction: task.intent.reference.actions for task in registry.suite("clarity240").tasks}


def install(folder: Path, entries: str = ENTRIES) -> None:
    """Write the metadata by which the twin is found; the folder must be on the import path."""
    home = folder / "twins-1.dist-info"
    home.mkdir(parents=True)
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: twins\nVersion: 1\n")
    (home / "entry_points.txt").write_text(entries)


def write(folder: Path, tasks: Sequence[Task]) -> dict[str, str]:
    """Programs and plans in a folder; the command of each kind."""
    for task in tasks:
        name = hashlib.sha256(task.instruction.encode()).hexdigest()
        lines = [line for action in task.intent.reference.actions for line in commands(action)]
        (folder / f"{name}.sh").write_text("".join(f"adb shell {shlex.quote(line)} > /dev/null\n" for line in lines))
        steps = [_step(action) for action in task.intent.reference.actions]
        (folder / f"{name}.json").write_text(json.dumps(steps))
    (folder / "play.sh").write_text(_SHELL)
    (folder / "by_adbutils.py").write_text(_ADBUTILS)
    (folder / "by_uiautomator2.py").write_text(_UIAUTOMATOR2)
    python = shlex.quote(sys.executable)
    return {
        "shell": f"exec:sh {folder}/play.sh {folder}",
        "adbutils": f"exec:{python} {folder}/by_adbutils.py {folder}",
        "uiautomator2": f"exec:{python} {folder}/by_uiautomator2.py {folder}",
    }


def _step(action: Action) -> dict[str, object]:
    known: dict[str, object] = {"kind": action.kind, "lines": commands(action), "look": isinstance(action, Launch)}
    match action:
        case Tap(x=x, y=y):
            known |= {"x": x, "y": y}
        case LongPress(x=x, y=y, ms=ms):
            known |= {"x": x, "y": y, "ms": ms}
        case Swipe():
            known |= {"x1": action.x1, "y1": action.y1, "x2": action.x2, "y2": action.y2, "ms": action.ms}
        case Key(name=name):
            known |= {"name": name}
        case Launch(app=app):
            known |= {"app": app}
        case Finish(text=text):
            known |= {"text": text}
        case _:
            pass
    return known


async def played(
    folder: Path, tasks: Sequence[Task], kinds: Sequence[str], isolation: Literal["namespaces", "none"], phones: int
) -> Runtime:
    """Play the tasks with the twin and programs of these kinds; the runtime when it has ended, its folder is `run`."""
    plans = folder / "plans"
    plans.mkdir()
    programs = await anyio.to_thread.run_sync(write, plans, tasks)
    await anyio.to_thread.run_sync(_by_instruction)
    names = [task.id for task in tasks]
    rt = Runtime(
        devices=[f"phone://{phones}"],
        confinement=Confinement(isolation=isolation, paths=(), environment=(), reach=()),
        out=folder / "run",
    )
    agents = ["twin", *(f"{kind}={programs[kind]}" for kind in kinds)]
    await anyio.to_thread.run_sync(rt.cast, agents)
    async with rt:
        async for _ in rt.run(agents, select=Selection(tasks=names)):
            pass
    return rt


def differences(rt: Runtime, tasks: Sequence[Task], kinds: Sequence[str]) -> dict[str, list[str]]:
    """By kind: what is not as it should be, a line for each."""
    assert rt.path is not None
    run = RunDirectory.open(rt.path)
    scores = {
        (score.agent, score.task, score.judge): score for judge in ("rules", "state") for score in rt.scores_by(judge)
    }
    found: dict[str, list[str]] = {kind: [] for kind in kinds}
    for kind in kinds:
        for task in playable(tasks, kind):
            plan = task.intent.reference.actions
            # On an overloaded computer a phone may have been given up, and its episode played again.
            trace = run.read_trace(EpisodeKey(kind, task.id, 0), scores[kind, task.id, "rules"].attempt)
            done = tuple(event.action for event in trace if isinstance(event, Performed))
            if _rounded(done) != _rounded(plan):
                found[kind].append(f"{task.id}: {done} instead of {plan}")
            for judge in ("rules", "state"):
                theirs, twin = asdict(scores[kind, task.id, judge]), asdict(scores["twin", task.id, judge])
                found[kind] += [
                    f"{task.id}, {judge}: {name} is {theirs[name]}, the twin's {twin[name]}"
                    for name in theirs
                    if name not in ("agent", "episode", "attempt") and theirs[name] != twin[name]
                ]
    return found


def _rounded(actions: Sequence[Action]) -> list[Action]:
    """Rounds a swipe's duration: uiautomator2 counts it in steps of 5 ms. These plans never clear text."""
    return [replace(action, ms=action.ms // 5 * 5) if isinstance(action, Swipe) else action for action in actions]


def measure() -> list[Bar]:
    """Every kind, isolated and not, twelve tasks at once."""
    return anyio.run(_measure)


async def _measure() -> list[Bar]:
    bars = []
    tasks = chosen(_TASKS)
    with tempfile.TemporaryDirectory() as site:
        install(Path(site))
        sys.path.insert(0, site)
        for isolation in ISOLATIONS:
            with tempfile.TemporaryDirectory() as name:
                rt = await played(Path(name), tasks, KINDS, isolation, _TASKS)
                for kind, found in differences(rt, tasks, KINDS).items():
                    count = len(playable(tasks, kind))
                    what = f"{kind}, isolation {isolation}: {count} tasks at once as their twin"
                    holds = not found and count >= _LEAST
                    bars.append(Bar(what, "; ".join(found)[:800] or "trace and scores equal", holds))
        sys.path.remove(site)
    return bars
