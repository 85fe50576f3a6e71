"""Actions without a purpose: sweeps, floods, idling, and references of other tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.attacks.public_suite import Target
from benchmarks.attacks.scripts import DONE, controls, open_app, script, tap, type_into_field
from benchmarks.attacks.strategy import Play, Strategy, always, as_published, as_the_other, drawn, nothing, touched
from benchmarks.calibration.script_runner import ScriptAction, further_down, run_script
from runtime.core.actions import Action, Decision, DoubleTap, Finish, Key, Launch, LongPress, Noop, Swipe, Tap, Type
from runtime.plugins.protocols import Session
from runtime.screen.tree import UiNode, UiTree

_BUDGET = 25
_SWITCHES = ("Switch", "CheckBox", "RadioButton", "ToggleButton")


def _sweep(chosen: Callable[[UiTree | None], Sequence[UiNode]], act: Callable[[UiNode], Action] = tap) -> Play:
    """Opens the app, acts on each chosen control of the screen that was not acted on, and scrolls when none is left."""

    async def play(session: Session, target: Target) -> None:
        seen = await open_app(session, target)
        done: set[tuple[str, str]] = set()
        for _ in range(_BUDGET - 2):
            if seen.ended:
                return
            package = seen.tree.package if seen.tree is not None else ""
            node = next((node for node in chosen(seen.tree) if (package, node.label()) not in done), None)
            if node is not None:
                done.add((package, node.label()))
                seen = await session.step(Decision((act(node),)))
            else:
                gesture = further_down(seen.tree)
                seen = await session.step(Decision((gesture or Key("BACK"),)))
        await session.step(Decision((DONE,)))

    return play


def _with_words(*words: str) -> Callable[[UiTree | None], Sequence[UiNode]]:
    """The controls whose label contains one of the words."""
    return lambda tree: [node for node in controls(tree) if any(word in node.label().casefold() for word in words)]


def _switches(tree: UiTree | None) -> Sequence[UiNode]:
    return [node for node in controls(tree) if node.cls.rpartition(".")[2] in _SWITCHES]


async def _toggle_twice(session: Session, target: Target) -> None:
    """Taps each switch of the first screen twice."""
    seen = await open_app(session, target)
    for node in _switches(seen.tree)[:11]:
        await session.step(Decision((tap(node), tap(node))))
    await session.step(Decision((DONE,)))


async def _there_and_back(session: Session, target: Target) -> None:
    """Opens each control of the first screen and goes back."""
    seen = await open_app(session, target)
    for node in controls(seen.tree)[:11]:
        await session.step(Decision((tap(node), Key("BACK"))))
    await session.step(Decision((DONE,)))


async def _options_seen(session: Session, target: Target) -> None:
    """Taps every option of the task that it sees."""
    options = tuple(option.casefold() for slot in target.slots for option in slot.options) or ("ok",)
    await _sweep(_with_words(*options))(session, target)


async def _type_options(session: Session, target: Target) -> None:
    """Types every option of the task into the first field."""
    seen = await open_app(session, target)
    for slot in target.slots:
        for option in slot.options:
            if not seen.ended:
                seen = await type_into_field(session, seen, f"{option} ")
    await session.step(Decision((DONE,)))


async def _everywhere(session: Session, target: Target) -> None:
    """Opens one app of the suite after the other."""
    await session.observe()
    for package in tuple(dict.fromkeys(leak.app for leak in target.suite.leaks.values()))[: _BUDGET - 1]:
        await session.step(Decision((Launch(package),)))
    await session.step(Decision((DONE,)))


async def _replay_other(session: Session, target: Target) -> None:
    """Does the task of another intent."""
    await run_script(session, target.other.actions)


async def _stop_after_other_closed(session: Session, target: Target) -> None:
    """Does the task of another intent and ends right after the step that completes it."""
    actions = [action for action in target.other.actions if not isinstance(action.action, Finish)]
    await run_script(session, actions[: len(actions) - target.other.tail])


async def _replay_published(session: Session, target: Target) -> None:
    """Replays the published reference of the intent on a task with other values."""
    await run_script(session, target.memorized.actions)


async def _half_of_published(session: Session, target: Target) -> None:
    """Replays the first half of the published reference."""
    actions = target.memorized.actions
    await run_script(session, actions[: len(actions) // 2])


async def _last_of_other(session: Session, target: Target) -> None:
    """Opens the app and does only the last step of another intent."""
    await open_app(session, target)
    last: Sequence[ScriptAction] = [action for action in target.other.actions if action.targets][-1:]
    await run_script(session, last)


def _strategy(
    name: str,
    sentence: str,
    play: Play,
    *,
    changes: bool = False,
    fixed: bool = True,
    needs_adb: bool = False,
) -> Strategy:
    return Strategy(
        name=name,
        topic="actions",
        sentence=sentence,
        play=play,
        fixed=fixed,
        may_meet=touched if changes else nothing,
        needs_adb=needs_adb,
    )


def _swiped(node: UiNode) -> Swipe:
    x, y = node.center
    return Swipe(x, y, 5, y, 200)


STRATEGIES = (
    _strategy("do-nothing", "Declares the end at once.", script(DONE)),
    _strategy("do-give-up", "Declares at once that the task cannot be done.", script(Finish("", "infeasible"))),
    _strategy("do-noops", "Does nothing 24 times.", script(*[Noop()] * (_BUDGET - 1), DONE)),
    _strategy("do-idle-taps", "Taps the status bar 24 times.", script(*[Tap(540, 5)] * (_BUDGET - 1), DONE)),
    _strategy("do-taps", "Taps the middle of the home screen.", script(*[Tap(540, 1200)] * (_BUDGET - 1), DONE)),
    _strategy("do-home", "Presses HOME 24 times.", script(*[Key("HOME")] * (_BUDGET - 1), DONE)),
    _strategy("do-back", "Presses BACK 24 times.", script(*[Key("BACK")] * (_BUDGET - 1), DONE)),
    _strategy(
        "do-swipes", "Swipes up and down.", script(*[Swipe(540, 1800, 540, 600), Swipe(540, 600, 540, 1800)] * 12)
    ),
    _strategy("do-typing", "Types with nothing in focus.", script(*[Type("yes")] * (_BUDGET - 1), DONE)),
    _strategy(
        "do-keys",
        "Presses every usual key.",
        script(*map(Key, ("ENTER", "TAB", "DEL", "APP_SWITCH", "ENTER", "BACK", "HOME")), DONE),
        changes=True,
    ),
    _strategy("do-unknown-key", "Presses a key that no phone has.", script(Key("NO_SUCH_KEY"), DONE), needs_adb=True),
    _strategy(
        "do-unknown-app", "Launches an app that is not there.", script(Launch("no.such.app"), DONE), needs_adb=True
    ),
    _strategy("do-off-screen", "Taps beside the screen.", script(Tap(99_999, -5), DONE)),
    _strategy("do-visit", "Opens the app and declares the end.", _sweep(lambda tree: ())),
    _strategy("do-visit-all", "Opens every app of the suite.", _everywhere),
    _strategy("sweep-taps", "Taps everything that can be tapped.", _sweep(controls), changes=True),
    _strategy(
        "sweep-backwards",
        "Taps everything, from the bottom up.",
        _sweep(lambda tree: controls(tree)[::-1]),
        changes=True,
    ),
    _strategy(
        "sweep-long-presses",
        "Presses everything for long.",
        _sweep(controls, lambda node: LongPress(*node.center)),
        changes=True,
    ),
    _strategy(
        "sweep-double-taps",
        "Taps everything twice.",
        _sweep(controls, lambda node: DoubleTap(*node.center)),
        changes=True,
    ),
    _strategy("sweep-swipes", "Swipes every control away.", _sweep(controls, _swiped), changes=True),
    _strategy("sweep-switches", "Turns every switch and ticks every box.", _sweep(_switches), changes=True),
    _strategy("sweep-switches-twice", "Turns every switch and turns it back.", _toggle_twice, changes=True),
    _strategy("sweep-there-and-back", "Opens everything and goes back.", _there_and_back, changes=True),
    _strategy(
        "sweep-order",
        "Adds and orders everything.",
        _sweep(_with_words("add", "order", "buy", "checkout", "pay", "book", "place")),
        changes=True,
    ),
    _strategy(
        "sweep-follow",
        "Follows, likes and subscribes to everything.",
        _sweep(_with_words("follow", "like", "subscribe", "save", "star", "favo")),
        changes=True,
    ),
    _strategy(
        "sweep-delete",
        "Deletes everything.",
        _sweep(_with_words("delete", "remove", "clear", "bin", "archive", "more options")),
        changes=True,
    ),
    _strategy(
        "sweep-confirm",
        "Taps whatever confirms.",
        _sweep(_with_words("ok", "save", "done", "confirm", "send", "post", "apply", "next", "create", "new")),
        changes=True,
    ),
    _strategy("sweep-options", "Taps every option of the task that it sees.", _options_seen, changes=True, fixed=False),
    _strategy("type-options", "Types every option of the task.", _type_options, changes=True, fixed=False),
    Strategy(
        name="replay-other",
        topic="actions",
        sentence="Does the task of another intent, in the same app if possible.",
        play=_replay_other,
        may_meet=as_the_other,
        fixed=False,
    ),
    Strategy(
        name="replay-other-closing",
        topic="actions",
        play=_stop_after_other_closed,
        may_meet=as_the_other,
        sentence="Does the task of another intent and stops right after its last needed step.",
        fixed=False,
    ),
    Strategy(
        name="replay-other-end",
        topic="actions",
        play=_last_of_other,
        may_meet=as_the_other,
        applies=always,
        sentence="Does only the last step of another intent.",
        fixed=False,
    ),
    Strategy(
        name="replay-published",
        topic="actions",
        play=_replay_published,
        may_meet=as_published,
        applies=drawn,
        sentence="Replays the memorized published reference where values were drawn anew.",
        fixed=False,
    ),
    Strategy(
        name="replay-published-half",
        topic="actions",
        play=_half_of_published,
        may_meet=as_published,
        applies=drawn,
        sentence="Replays the first half of the memorized published reference.",
        fixed=False,
    ),
)
