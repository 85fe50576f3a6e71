"""What an agent did beyond the intent, as far as screens show it: repeated commitments, flipped switches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from judges.evidence.step_matching import reaches, same_operation
from judges.evidence.trail import Move, Screen
from runtime.core.actions import Tap
from runtime.core.events import SideEffect
from runtime.core.tasks import KeyStep, Reference, Selector


class Effects:
    """Follows a trail and keeps account of side effects, net of what was undone."""

    def __init__(self, reference: Reference, episode: str, judge: str) -> None:
        self._episode = episode
        self._judge = judge
        self._key_steps = reference.key_steps
        self._targets: tuple[Selector, ...] = tuple(
            target for target in (*reference.targets, *(step.target for step in reference.key_steps)) if target
        )
        self._flipped: dict[str, tuple[int, bool]] = {}
        """Two-state controls that the agent flipped: at which step, and what they were before."""
        self._now: dict[str, bool] = {}

    def see(self, screen: Screen, moves: list[Move]) -> None:
        """Take in a screen and the steps that led to it."""
        if screen.look is None:
            return
        now = {f"{screen.look.page}: {name}": on for name, on in screen.look.toggles.items()}
        for move in moves:
            before = move.before.look if move.before is not None else None
            if before is None or not isinstance(move.action, Tap) or before.page != screen.look.page:
                continue
            changed = {
                f"{before.page}: {name}": on
                for name, on in before.toggles.items()
                if screen.look.toggles.get(name, on) is not on
            }
            # A control of the recorded way is judged by requirements and key steps.
            if changed and not self._is_recorded(move):
                for name, on in changed.items():
                    self._flipped.setdefault(name, (move.step, on))
        self._now.update(now)

    def verdicts(self, hits: Collection[Move], carried_out: Mapping[str, Sequence[Move]]) -> Iterator[SideEffect]:
        """What to say now.

        `hits` are the moves that count as key steps, `carried_out` all that are the operation of one.
        """
        yield from self._repeated(hits, carried_out)
        for name, (step, before) in self._flipped.items():
            undone = self._now[name] is before
            yield self._effect(f"{name} switched {'off' if before else 'on'}", step, undone)

    def _repeated(self, hits: Collection[Move], carried_out: Mapping[str, Sequence[Move]]) -> Iterator[SideEffect]:
        """Commitments made more often than the reference makes them."""
        numbers: set[int] = set()
        for step in self._key_steps:
            if not step.commits:
                continue
            allowed = sum(_alike(step, other) for other in self._key_steps)
            made = [move for move in carried_out[step.id] if _had_effect(move)]
            made.sort(key=lambda move: (move not in hits, move.step))
            for move in made[allowed:]:
                if move.step not in numbers:
                    numbers.add(move.step)
                    yield self._effect(f"{step.id} again at step {move.step}", move.step, False)

    def _effect(self, what: str, step: int, undone: bool) -> SideEffect:
        return SideEffect(episode=self._episode, judge=self._judge, what=what, step=step, undone=undone)

    def _is_recorded(self, move: Move) -> bool:
        if move.tree is None:
            return False
        tree = move.tree
        return any(reaches(tree, move.target, target) for target in self._targets) or any(
            same_operation(move, step.action, step.target) for step in self._key_steps
        )


def _alike(step: KeyStep, other: KeyStep) -> bool:
    return other.commits and step.action.kind == other.action.kind and step.target == other.target


def _had_effect(move: Move) -> bool:
    """Unless both screens are known and equal, something may have happened."""
    before = move.before.look if move.before is not None else None
    after = move.after.look if move.after is not None else None
    if before is None or after is None:
        return True
    return (before.page, before.lines) != (after.page, after.lines)
