"""The sequential test in simulations: false decisions while somebody looks after every intent, and episodes saved.

Simulated intents have three or four tasks, as those of clarity240. Two agents solve a task with probabilities that
depend on the intent, the level, and how well each agent can do the intent. A fixed number of intents has equal power
if the sign-flip test, made once at its end, finds the better agent as often as the sequential test does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.acceptance.bar import Bar
from runtime.metrics.comparing.power import ALPHA, fixed_intents
from runtime.metrics.intervals import Z95, sign_flip_p
from runtime.metrics.sequential import BettingTest

PARTS: Final[Mapping[str, str]] = {
    "false": "agents that are equally good, in four ways: how often one is declared better",
    "saved": "agents that differ: episodes until the decision, and those of a fixed number of intents of equal power",
    "fixed": "the fixed test of this simulation against the one that is used",
}
OPTIONS: Final[Mapping[str, str]] = {"runs": "the number of simulated runs of each kind (10000)"}
_SEED: Final = 20_260
_LEVELS: Final = np.array([1.5, 0.5, -0.5, -1.5])
"""How much easier a task is at each level, in logits."""
_PLANNED: Final = 66
_SHIFTS: Final = (0.9, 1.15, 1.4)
"""How much better the left agent is, in logits."""
_POWERFUL: Final = 0.9
"""Power from which a fifth of the episodes must be saved."""
_BATCH: Final = 3
"""Intents between two looks in a run: a batch of `runtime.metrics.sequential`."""
_Differences = npt.NDArray[np.float64]


def measure(parts: list[str] | None = None, runs: str = "10000") -> list[Bar]:
    """Measure the chosen parts."""
    measures = {"false": _false, "saved": _saved, "fixed": _fixed}
    return [bar for part in parts or PARTS for bar in measures[part](int(runs))]


def differences(runs: int, intents: int, shift: float, seed: int = _SEED) -> _Differences:
    """Simulate the mean differences of intents, of shape (runs, intents); `shift` is in logits."""
    rng = np.random.default_rng([seed, runs, intents, round(shift * 1000)])
    shape = (runs, intents, 1)
    ease = rng.normal(0, 1.5, shape) + rng.permuted(np.broadcast_to(_LEVELS, (runs, intents, 4)), axis=2)
    solved = []
    for advantage in (shift / 2, -shift / 2):
        chance = 1 / (1 + np.exp(-(ease + advantage + rng.normal(0, 0.7, shape))))
        solved.append(rng.random(chance.shape) < chance)
    tasks = np.arange(4) < rng.choice([3, 4], size=shape, p=[0.36, 0.64])
    gained = (solved[0].astype(float) - solved[1]) * tasks
    found: _Differences = gained.sum(axis=2) / tasks.sum(axis=2)
    return found


def equal_agents(runs: int, intents: int) -> Iterator[tuple[str, _Differences]]:
    """Yield ways in which two agents can be equally good on average."""
    rng = np.random.default_rng([_SEED, 1])
    yield "the same abilities", differences(runs, intents, 0.0)
    shape = (runs, intents)
    thirds, halves, tenths = np.array([-1.0, 0.0, 1.0]), np.array([-1.0, 1.0]), np.array([-0.1, 0.9])
    yield "one task an intent, a tenth differs", rng.choice(thirds, size=shape, p=[0.05, 0.9, 0.05])
    yield "every intent differs", rng.choice(halves, size=shape)
    yield "much better seldom, a little worse mostly", rng.choice(tenths, size=shape, p=[0.9, 0.1])


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Decisions of many simulated runs: the share decided for each side, and mean numbers of intents."""

    left: float
    right: float
    intents: float
    played: float
    """Those of a run, which looks after each batch."""


def decide(simulated: _Differences, planned: int) -> Outcomes:
    """Run the sequential test on each row, with a look after each intent."""
    decided = {"left": 0, "right": 0, None: 0}
    seen = played = 0
    for row in simulated.tolist():
        test = BettingTest(planned)
        for difference in row:
            test.add(difference)
            if test.decision is not None:
                break
        decided[test.decision] += 1
        seen += test.intents
        played += min(-(-test.intents // _BATCH) * _BATCH, len(row))
    runs = len(simulated)
    return Outcomes(decided["left"] / runs, decided["right"] / runs, seen / runs, played / runs)


def fixed_power(simulated: _Differences, intents: int) -> float:
    """Return how often the sign-flip test finds the left side better on the first intents, by its normal limit."""
    first = simulated[:, :intents]
    sums, squares = first.sum(axis=1), (first * first).sum(axis=1)
    return float(np.mean(sums > Z95 * np.sqrt(squares)))


def equal_power_intents(simulated: _Differences, power: float) -> int:
    """Return the smallest fixed number of intents with at least this power; those simulated if none has."""
    return _smallest(lambda intents: fixed_power(simulated, intents) >= power, simulated.shape[1])


def _smallest(enough: Callable[[int], bool], most: int) -> int:
    return next((number for number in range(2, most) if enough(number)), most)


def _false(runs: int) -> list[Bar]:
    bars = []
    for what, simulated in equal_agents(runs, _PLANNED):
        found = decide(simulated, _PLANNED)
        wrong = found.left + found.right
        bars.append(
            Bar(
                f"{what}, {runs:,} runs: false decisions of at most 5 %",
                f"{wrong:.2%} ({found.left:.2%} left, {found.right:.2%} right)",
                wrong <= ALPHA,
            )
        )
    longer = decide(differences(max(runs // 10, 1), 1000, 0.0), _PLANNED)
    wrong = longer.left + longer.right
    bars.append(Bar("looked at on and on, 1,000 intents: at most 5 %", f"{wrong:.2%}", wrong <= ALPHA))
    return bars


def _saved(runs: int) -> list[Bar]:
    bars = []
    for shift in _SHIFTS:
        simulated = differences(runs, 2 * _PLANNED, shift)
        found = decide(simulated[:, :_PLANNED], _PLANNED)
        fixed = equal_power_intents(simulated, found.left)
        formula = fixed_intents(float(simulated.mean()), float(simulated.std()), found.left)
        saved = 1 - found.played / fixed
        powerful = found.left >= _POWERFUL
        wanted = "at least 20 % fewer episodes" if powerful else f"below {_POWERFUL:.0%}, so only not more episodes"
        bars.append(
            Bar(
                f"difference {simulated.mean():+.3f}, {_PLANNED} intents planned, power {found.left:.1%}: {wanted}",
                f"{saved:.1%}: {found.played:.1f} intents (decided after {found.intents:.1f}) instead of {fixed} (by "
                f"formula {formula}); {found.right:.2%} for the wrong side",
                saved >= (0.2 if powerful else 0.0),
            )
        )
    return bars


def _fixed(runs: int) -> list[Bar]:
    few = min(runs, 500)
    simulated = differences(few, 40, _SHIFTS[0])
    exact = sum(
        sign_flip_p({str(at): Fraction(item).limit_denominator(12) for at, item in enumerate(row)}) <= ALPHA
        and sum(row) > 0
        for row in simulated.tolist()
    )
    limit = fixed_power(simulated, 40)
    return [
        Bar(
            f"the sign-flip test finds the difference as often as its normal limit, {few} runs: within 2 %",
            f"{exact / few:.1%} and {limit:.1%}",
            abs(exact / few - limit) <= 0.02,
        )
    ]
