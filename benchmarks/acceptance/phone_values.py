"""Phones as values: 1,000 random walks over all tasks, each exported at a random step and continued elsewhere."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from statistics import median
from typing import Any, Final

import anyio

from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.portable.digests import Digests
from adapters.phone.portable.phone_values import digest, phone_values, settled_state, take_over
from adapters.phone.state.factory_state import FactoryState
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.control.client import ControlClient
from adapters.phone.workers.farm import open_phones
from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.bar import Bar
from benchmarks.clarity240 import load
from runtime.core.actions import DEVICE_ACTIONS, Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.core.tasks import Intent, State
from runtime.plugins.protocols import Device
from runtime.screen.tree import UiTree, parse

OPTIONS = {"walks": "how many walks on headless phones (1000)", "hosted": "how many on phones in processes (40)"}
_STEPS: Final = 14
_HOSTED_STEPS: Final = 8
_BATCH: Final = 50
_WORDS: Final = ("hello", "two", "Sam & <Co>", "林晓雨", "7")
_KEYS: Final = ("HOME", "BACK", "TAB", "ENTER", "DEL", "APP_SWITCH")
_KEY_CODES: Final = (3, 4, 4, 4, 21, 24, 26, 61, 66, 67, 112, 122, 187, 224, 277, 278, 279)
Move = tuple[str, tuple[Any, ...]]
"""A method of `Phone` (or `perform`, `write`) and its arguments."""


def measure(walks: str = "1000", hosted: str = "40") -> list[Bar]:
    """All bars."""
    figures = Figures()
    intents = suite_intents()
    phone = new_phone()
    results = [walk(figures, phone, intents[number % len(intents)], number) for number in range(int(walks))]
    elsewhere = in_another_process(results)
    apps = sorted({name for result in results for name in result.packages})
    same = sum(result.same for result in results)
    same_elsewhere = sum(result.after == after for result, after in zip(results, elsewhere, strict=True))
    told_apart, revisited = figures.told_apart()
    equal_hosted = anyio.run(_hosted, intents, int(hosted))
    return [
        Bar(f"{len(results)} walks continued on a fresh phone are equal", f"{same}", same == len(results)),
        Bar("continued in another process", f"{same_elsewhere}", same_elsewhere == len(results)),
        Bar("between two processes with pixels, over ADB", f"{equal_hosted} of {hosted}", equal_hosted == int(hosted)),
        Bar("all 25 apps were in front", f"{len(apps)}", len(apps) == 25),
        Bar(f"equal digests, equal state ({revisited} seen again)", f"{told_apart} differ", told_apart == 0),
        Bar("exported: at most 15 KB", _sizes(figures.sizes), max(figures.sizes) <= 15_000),
        *(
            Bar(f"{name}: median <= {most} ms CPU", _times(times), median(times) * 1000 <= most)
            for name, times, most in (
                ("export", figures.export, 3.0),
                ("load, tree and state included", figures.load, 3.0),
                ("copy", figures.copy, 0.2),
                ("digest after an action", figures.digest, 0.3),
            )
        ),
    ]


@dataclass(slots=True)
class Figures:
    """Bytes and CPU seconds, and what was seen under each digest."""

    sizes: list[int] = field(default_factory=list)
    export: list[float] = field(default_factory=list)
    load: list[float] = field(default_factory=list)
    copy: list[float] = field(default_factory=list)
    digest: list[float] = field(default_factory=list)
    seen: dict[str, set[str]] = field(default_factory=dict)
    """Hashes of the judged states by digest."""
    again: int = 0

    def look(self, name: str, state: State) -> None:
        """Record what a phone with this digest reads."""
        found = self.seen.setdefault(name, set())
        self.again += bool(found)
        found.add(sha256(json.dumps(state).encode()).hexdigest())

    def told_apart(self) -> tuple[int, int]:
        """Return how many digests stand for several states, and how often one was seen again."""
        return sum(len(found) > 1 for found in self.seen.values()), self.again


@dataclass(frozen=True, slots=True)
class WalkResult:
    """A walk: the bytes exported half way, the moves after that, and what was seen after each."""

    exported: bytes
    moves: tuple[Move, ...]
    after: tuple[str, ...]
    same: bool
    """Whether a loaded and a copied phone showed the same after every move."""
    packages: frozenset[str]


def suite_intents() -> list[Intent]:
    """The intents of the suite by name."""
    found = {task.intent.id: task.intent for task in load().tasks}
    return [found[name] for name in sorted(found)]


def new_phone(factory: FactoryState | None = None) -> Phone:
    """A phone with all apps."""
    factory = factory or FactoryState(installed_apps())
    return Phone(factory.apps, factory=factory)


def walk(figures: Figures, first: Phone, intent: Intent, number: int) -> WalkResult:
    """Play reference actions and random ones; half way export, load and copy, and go on with all three phones."""
    luck = random.Random(f"{intent.id}/{number}")
    values, digests = phone_values(first.factory), phone_values(first.factory).digests()
    first.reset(_task_state(intent, number), number)
    moves = _moves(luck, first, intent)
    packages = set()
    for _ in range(luck.randrange(_STEPS)):
        play(first, next(moves))
        first.dump()
        figures.digest.append(_timed(lambda: digest(digests, settled_state(first)))[1])
        figures.look(digest(digests, settled_state(first)), first.read())
        packages.add(first.foreground[0])
    exported, seconds = _timed(lambda: values.export(settled_state(first)))
    figures.export.append(seconds)
    figures.sizes.append(len(exported))
    loaded, copied = new_phone(first.factory), new_phone(first.factory)
    figures.load.append(_timed(lambda: take_over(loaded, values.load(exported)[0]))[1])
    figures.copy.append(_timed(lambda: copied.restore_from(first))[1])
    others = [(other, values.digests()) for other in (loaded, copied)]
    same = all(seen(other, memory) == seen(first, digests) for other, memory in others)
    made, after = [], []
    for _ in range(luck.randrange(2, _STEPS)):
        made.append(next(moves))
        play(first, made[-1])
        after.append(seen(first, digests))
        for other, memory in others:
            play(other, made[-1])
            same = same and seen(other, memory) == after[-1]
        packages.add(first.foreground[0])
    return WalkResult(exported, tuple(made), tuple(after), same, frozenset(packages - {HOME}))


def in_another_process(results: Sequence[WalkResult]) -> list[tuple[str, ...]]:
    """What a process with another hash seed sees when it continues the walks."""
    batches = [results[at : at + _BATCH] for at in range(0, len(results), _BATCH)]
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "4242"
    try:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            jobs = [pool.submit(_continue, [(result.exported, result.moves) for result in batch]) for batch in batches]
            return [after for job in jobs for after in job.result()]
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before


def _continue(parked: Sequence[tuple[bytes, Sequence[Move]]]) -> list[tuple[str, ...]]:
    """Load each phone and go on; returns what is seen after each move."""
    phone, found = new_phone(), []
    values = phone_values(phone.factory)
    for exported, moves in parked:
        take_over(phone, values.load(exported)[0])
        digests, after = values.digests(), []
        for move in moves:
            play(phone, move)
            after.append(seen(phone, digests))
        found.append(tuple(after))
    return found


def seen(phone: Phone, digests: Digests) -> str:
    """Everything that can be seen of a phone: tree, judged state, digest and clock, as one hash."""
    tree, state = phone.dump(), json.dumps(phone.read())
    parts = (tree.hex(), state, digest(digests, settled_state(phone)), str(phone.state.now_ms))
    return sha256("\n".join(parts).encode()).hexdigest()


def play(phone: Phone, move: Move) -> None:
    """Make one move."""
    name, arguments = move
    if name == "perform":
        perform(phone, *arguments)
    elif name == "write":
        phone.files.write(*arguments)
    else:
        getattr(phone, name)(*arguments)


def _task_state(intent: Intent, number: int) -> State:
    """The state of the task, in every third walk with disturbances."""
    return {**intent.setup.state, "weather": [{"kind": "mix"}]} if number % 3 == 0 else dict(intent.setup.state)


def _moves(luck: random.Random, phone: Phone, intent: Intent) -> Iterator[Move]:
    """Reference actions in their order, and random moves between them."""
    reference = [action for action in intent.reference.actions if isinstance(action, DEVICE_ACTIONS)]
    while True:
        if reference and luck.random() < 0.5:
            yield "perform", (reference.pop(0),)
        elif luck.random() < 0.7:
            yield "perform", (random_action(luck, parse(phone.dump()), luck.choice(phone.apps).package),)
        else:
            yield _rare_move(luck)


def random_action(luck: random.Random, tree: UiTree, package: str) -> Action:
    """One action on something that can be touched, a key, a swipe, or the start of an app."""
    touchable = [node for node in tree.walk() if node.clickable and node.enabled]
    x, y = luck.choice(touchable).center if touchable else (luck.randrange(1080), luck.randrange(2400))
    actions: tuple[Action, ...] = (
        Tap(x, y), Tap(x, y), Tap(x, y), Tap(x, y), LongPress(x, y), DoubleTap(x, y), Type(luck.choice(_WORDS)),
        Key(luck.choice(_KEYS)), Key("BACK"), Swipe(540, 1800, 540, luck.randrange(300, 2300), 300),
        Swipe(900, 1000, 100, 1000, 200), Launch(package), Wait(luck.choice((50, 5000, 70_000))),
    )  # fmt: skip
    return luck.choice(actions)


def _rare_move(luck: random.Random) -> Move:
    """What agents seldom do, and what leaves a phone in the middle of something."""
    x, y = luck.randrange(1080), luck.randrange(2400)
    moves: tuple[Move, ...] = (
        ("touch_tap", (x, y)),
        ("touch_double_tap", (x, y)),
        ("touch_long", (x, y, 700)),
        ("touch_swipe", (x, 5, x, 1200, 200)),
        ("drag", (x, y, x, 1200, 300)),
        ("key", (luck.choice(_KEY_CODES),)),
        ("type_text", (luck.choice(_WORDS),)),
        ("elapse", (luck.choice((1, 250, 3400)),)),
        ("put_setting", ("system", "user_rotation", luck.choice("0013"))),
        ("put_setting", ("secure", "lockscreen.disabled", luck.choice("01"))),
        ("put_setting", ("secure", "ui_night_mode", luck.choice("12"))),
        ("write", (f"/sdcard/Download/{luck.choice('ab')}.txt", luck.randbytes(20))),
    )
    return luck.choice(moves)


async def _hosted(intents: Sequence[Intent], count: int) -> int:
    """Walks on a phone of one worker process, continued on one of another: how many stay equal, pixels included."""
    async with open_phones("phone://2") as devices:
        return sum([await _hosted_walk(devices, intents[number * 7 % len(intents)], number) for number in range(count)])


async def _hosted_walk(devices: Sequence[Device], intent: Intent, number: int) -> bool:
    first, other = (device.control for device in devices)
    assert isinstance(first, ControlClient)
    assert isinstance(other, ControlClient)
    luck = random.Random(f"hosted/{intent.id}/{number}")
    await first.reset(_task_state(intent, number), number)
    packages = sorted((await first.apps()).values())
    half, same = luck.randrange(_HOSTED_STEPS - 2), True
    for step in range(_HOSTED_STEPS):
        if step == half:
            await other.load(await first.export())
        if step >= half:
            same = same and await _both(first, other)
        action = random_action(luck, parse(await first.tree()), luck.choice(packages))
        for device in devices[: 1 + (step >= half)]:
            await device.perform(action)
    return same and await _both(first, other)


async def _both(first: ControlClient, other: ControlClient) -> bool:
    """Whether two phones are equal: tree, state, digest and pixels."""
    for ask in (ControlClient.look, ControlClient.digest, ControlClient.screen_id):
        if await ask(first) != await ask(other):
            return False
    return True


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def _sizes(sizes: Sequence[int]) -> str:
    return f"median {median(sizes):.0f}, largest {max(sizes)} bytes"


def _times(times: Sequence[float]) -> str:
    ordered = sorted(times)
    return f"{median(ordered) * 1000:.3f}, p95 {ordered[len(ordered) * 95 // 100] * 1000:.3f}"
