"""The process inspector: finds the key steps that were hit in order, and redundant steps (AmbiBench §4.1.2).

Key steps are aligned with the performed steps by a longest common subsequence; of several longest ones the one with the
earliest steps counts. A step is redundant if it had no effect or is part of a detour: the semantic state after the
detour equals the one before, and no step of it hit a key step or met a requirement.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

from judges.evidence.step_matching import matches_key_step
from judges.evidence.trail import Move, Screen, Trail
from runtime.core.events import KeyStepHit, Redundant, RedundantKind
from runtime.core.tasks import KeyStep

SemanticState = Callable[[Screen], Hashable | None]
"""Maps a screen to a semantic state; equal values are the same state. None: unknown, equal to nothing."""


def align(matrix: Sequence[Sequence[bool]], width: int) -> dict[int, int]:
    """The longest order-preserving matching of `width` columns (key steps) with rows (performed steps).

    Returns the row of each matched column. Of several longest matchings, the one with the earliest rows is returned.
    """
    height = len(matrix)
    longest = [[0] * (width + 1) for _ in range(height + 1)]
    for row in range(height - 1, -1, -1):
        for column in range(width - 1, -1, -1):
            taken = longest[row + 1][column + 1] + 1 if matrix[row][column] else 0
            longest[row][column] = max(taken, longest[row + 1][column], longest[row][column + 1])
    found: dict[int, int] = {}
    column = 0
    for row in range(height):
        left = longest[row][column]
        if not left:
            break
        for candidate in range(column, width):
            if matrix[row][candidate] and longest[row + 1][candidate + 1] + 1 == left:
                found[candidate] = row
                column = candidate + 1
                break
    return found


class ProcessTracker:
    """Tracks key steps and redundant steps along a trail. A later step can change earlier verdicts."""

    def __init__(self, key_steps: tuple[KeyStep, ...], trail: Trail, episode: str, judge: str) -> None:
        self._key_steps = key_steps
        self._trail = trail
        self._episode = episode
        self._judge = judge
        self._matrix: list[tuple[bool, ...]] = []
        self._aligned: dict[int, int] = {}
        """What `align` found in the matrix."""
        self._redundant: set[int] = set()

    def hits(self) -> dict[str, Move]:
        """The move that matched each key step, by the key step's id; unmatched key steps are absent."""
        moves = self._trail.moves
        matched = False
        for move in moves[len(self._matrix) :]:
            if move in self._trail.pending and self._trail.ended is None:
                break  # the screen after it is not known yet
            row = tuple([matches_key_step(move, step) for step in self._key_steps])
            self._matrix.append(row)
            matched = matched or any(row)
        if matched:
            self._aligned = align(self._matrix, len(self._key_steps))
        return {self._key_steps[column].id: moves[row] for column, row in self._aligned.items()}

    def matching_moves(self) -> dict[str, list[Move]]:
        """All moves that match each key step's operation, in order or not, among the moves that `hits` has compared."""
        rows = list(zip(self._trail.moves, self._matrix, strict=False))
        return {step.id: [move for move, row in rows if row[at]] for at, step in enumerate(self._key_steps)}

    def key_step_verdicts(self, hits: dict[str, Move], *, over: bool) -> Iterator[KeyStepHit]:
        """Verdicts on the key steps that were hit; on all of them once the episode is `over`.

        If no screen could be read, a key step with a target is unscored.
        """
        for step in self._key_steps:
            move = hits.get(step.id)
            if move is None and not over:
                continue
            hidden = move is None and step.target is not None and self._trail.unreadable
            yield KeyStepHit(
                episode=self._episode,
                judge=self._judge,
                key_step=step.id,
                hit=None if hidden else move is not None,
                step=move.step if move else None,
                reason="no screen could be read" if hidden else "",
            )

    def redundancy_verdicts(self, productive: Collection[int], state: SemanticState) -> Iterator[Redundant]:
        """Verdicts on redundant steps; `none` withdraws an earlier verdict."""
        kinds = dict(find_redundant_steps(self._trail, productive, state))
        for step in sorted(self._redundant - kinds.keys()):
            yield Redundant(
                episode=self._episode, judge=self._judge, step=step, redundancy="none", reason="it led on after all"
            )
        self._redundant = set(kinds)
        for step, (kind, reason) in sorted(kinds.items()):
            yield Redundant(episode=self._episode, judge=self._judge, step=step, redundancy=kind, reason=reason)


def find_redundant_steps(
    trail: Trail, productive: Collection[int], state: SemanticState
) -> dict[int, tuple[RedundantKind, str]]:
    """Redundant steps by number, each with its kind and the reason.

    One step that leads back to the same state has no effect; two steps (there and back) are a correction; a longer
    detour is backtracking; returning to the same state again is a loop.
    """
    found: dict[int, tuple[RedundantKind, str]] = {}
    last_visit: dict[Hashable, Screen] = {}
    returns: dict[Hashable, int] = {}
    for screen in trail.screens:
        name = state(screen)
        if name is None:
            continue
        earlier = last_visit.get(name)
        last_visit[name] = screen
        if earlier is None or earlier.moves == screen.moves:
            continue
        moves = trail.moves[earlier.moves : screen.moves]
        if any(moves[0].step <= step <= moves[-1].step for step in productive):
            continue
        kind: RedundantKind = "no_effect"
        if len(moves) > 1:
            returns[name] = returns.get(name, 0) + 1
            kind = "loop" if returns[name] > 1 else "correction" if len(moves) == 2 else "backtrack"
        reason = "nothing changed" if kind == "no_effect" else f"back to the screen after step {earlier.step}"
        for move in moves:
            found.setdefault(move.step, (kind, reason))
    return found
