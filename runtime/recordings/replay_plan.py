"""What to do again to bring a phone back to a step of a recorded episode, and whether it came back there. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from runtime.core.actions import DEVICE_ACTIONS, Action, AskUser, Decision, Finish, Takeover, Wait
from runtime.core.checks import changed_paths
from runtime.core.errors import ReplayError
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    Decided,
    DisturbanceOccurred,
    Ended,
    Faulted,
    Observed,
    Performed,
    Released,
    Replied,
    StateRead,
    Traffic,
)
from runtime.core.tasks import State
from runtime.core.text import listed
from runtime.plugins.protocols import Reply
from runtime.recordings.action_words import describe_action


@dataclass(frozen=True, slots=True)
class ReplayPlan:
    """What leads from one step of a recorded episode to a later one.

    `decisions` are cut off behind the last action. `replies` are the user's, in order; None: there was none in time.
    `items` is everything recorded from the start of the episode up to the later step.
    """

    decisions: tuple[Decision, ...]
    replies: tuple[Reply | None, ...]
    items: tuple[AnyEvent | AnyTruth, ...]


def plan_replay(items: Sequence[AnyEvent | AnyTruth], done: int, step: int) -> ReplayPlan:
    """Plan how to get to the state after a step of an episode, before any `finish`.

    Args:
        items: all events and truth of the episode, in their order.
        done: the number of actions that were performed already.
        step: the units of the budget used then; 0: the start.

    Raises:
        ReplayError: the episode has no such step, or the step was not completed.
    """
    last = max((item.step for item in items if isinstance(item, Performed)), default=0)
    if not 0 <= step <= last:
        raise ReplayError(f"the episode has the steps 0 to {last}, and no step {step}", step)
    decisions: list[Decision] = []
    replies: list[Reply | None] = []
    actions: list[Action] = []
    decided: Decided | None = None
    number = 0
    end = len(items)
    for index, item in enumerate(items):
        if isinstance(item, Performed):
            if item.step > step or isinstance(item.action, Finish):
                end = index
                break
            number += 1
            if number > done:
                actions.append(item.action)
        elif isinstance(item, Decided | Ended):
            decisions += _cut_off(decided, actions)
            decided, actions = (item, []) if isinstance(item, Decided) else (None, [])
        elif isinstance(item, Replied) and number > done:
            replies.append(_reply(item, items))
    decisions += _cut_off(decided, actions)
    while end and isinstance(items[end - 1], Decided | Ended):
        end -= 1
    plan = ReplayPlan(tuple(decisions), tuple(replies), tuple(items[:end]))
    _check_completed(plan.items, step)
    return plan


def _cut_off(decided: Decided | None, actions: Sequence[Action]) -> Iterator[Decision]:
    if decided is not None and actions:
        yield Decision(tuple(actions), decided.decision.thought, decided.decision.raw)


def _reply(replied: Replied, items: Iterable[AnyEvent | AnyTruth]) -> Reply | None:
    if not replied.answered:
        return None
    truth = next((item for item in items if isinstance(item, Released) and item.seq > replied.seq), None)
    if truth is None or truth.step != replied.step:
        return Reply(replied.text, "not_understood")
    return Reply(replied.text, truth.turn or "not_understood", truth.requirements, truth.understood)  # type: ignore[arg-type]  # a recorded label


def _check_completed(items: Sequence[AnyEvent | AnyTruth], step: int) -> None:
    """Check that the last action had its effect recorded.

    Raises:
        ReplayError: a fault came before that.
    """
    fault = next((item for item in reversed(items) if isinstance(item, Faulted)), None)
    for item in reversed(items):
        if isinstance(item, Observed | Replied):
            return
        if isinstance(item, Performed) and not isinstance(item.action, (*DEVICE_ACTIONS, Wait, AskUser, Takeover)):
            return
        if isinstance(item, Performed) and fault is None and isinstance(item.action, AskUser | Takeover):
            return  # the agent could not ask
        if isinstance(item, Performed):
            break
    reason = f"a fault of the {fault.boundary}: {fault.error}" if fault is not None else "the recording ends there"
    raise ReplayError(f"step {step} was not completed: {reason}", step)


class Difference(NamedTuple):
    """The first thing that happened otherwise than recorded: at which step, and what."""

    step: int
    words: str


def find_difference(
    recorded: Iterable[AnyEvent | AnyTruth], replayed: Iterable[AnyEvent | AnyTruth]
) -> Difference | None:
    """Return the first difference in screens, disturbances, replies or app state; None if there is none.

    How an action was carried out, by whom it was decided and how long it took is not compared.
    """
    last = "Start"
    step = 0
    for then, now in zip_longest(_facts(recorded), _facts(replayed)):
        if then is not None and then.action is not None:
            last, step = describe_action(then.action), then.step
        if then is None or now is None or then.kind != now.kind or then.step != now.step:
            fact = then or now
            assert fact is not None
            return Difference(max(step, fact.step), f"another order of events than recorded (“{last}”)")
        if (words := _compare(then, now)) is not None:
            return Difference(then.step, f"{words} (“{last}”)")
    return None


class _Fact(NamedTuple):
    kind: str
    step: int
    value: Any
    action: Action | None = None


def _facts(items: Iterable[AnyEvent | AnyTruth]) -> Iterator[_Fact]:
    step = 0
    for item in items:
        match item:
            case Performed(step=step, action=action):
                yield _Fact("action", step, action, action)
            case Observed(tree=tree, frame=frame):
                yield _Fact("screen", item.step, (tree, frame))
            case Replied(text=text, answered=answered):
                yield _Fact("reply", item.step, (text, answered))
            case DisturbanceOccurred(weather=name, detail=detail):
                yield _Fact("disturbance", step, (name, detail))
            case StateRead(state=state, tainted=tainted):
                yield _Fact("state", item.step, (state, tainted))
            case _:
                pass


def _compare(then: _Fact, now: _Fact) -> str | None:
    if then.value == now.value:
        return None
    match then.kind:
        case "screen":
            (tree, frame), (tree_now, frame_now) = then.value, now.value
            if tree != tree_now:
                return "another screen than recorded"
            return None if frame is None or frame_now is None else "other pixels than recorded"
        case "state":
            paths = changed_paths(then.value[0], now.value[0]) or tuple(then.value[1].keys() ^ now.value[1].keys())
            return f"other data in the apps than recorded, at {listed(paths[:3]) or 'paths changed by commands'}"
        case "reply":
            return "another reply of the user than recorded"
        case "disturbance":
            return "another disturbance than recorded"
        case _:
            return "another action than recorded"


def describe_obstacles(items: Iterable[AnyEvent | AnyTruth]) -> str:
    """Say why an episode may not be repeatable: commands of an external program; empty if nothing speaks for that."""
    items = tuple(items)
    traffic = sum(isinstance(item, Traffic) for item in items)
    witnessed = sum(isinstance(item, Decided) and item.source == "sniffer" for item in items)
    if traffic:
        return f"an external program also sent {traffic} commands that are no actions and cannot be repeated"
    if witnessed:
        return "an external program used the phone with commands of its own, whose timing cannot be repeated"
    return ""


def app_state(items: Iterable[AnyEvent | AnyTruth]) -> State:
    """Return the last recorded state of all apps."""
    state: State = {}
    for item in items:
        if isinstance(item, StateRead):
            state = {**state, **item.state}
    return state


def count_actions(items: Iterable[AnyEvent | AnyTruth]) -> int:
    """Return the number of actions that were performed, without `finish`."""
    return sum(isinstance(item, Performed) and not isinstance(item.action, Finish) for item in items)
