"""Sequential evaluation: two agents are compared intent by intent, until the evidence decides which is better. Pure.

The unit is the mean difference of an intent's tasks, since tasks of one intent are not independent. Two bettors stake
their wealth on these differences before they see them: one that the left agent is better, one that the right is. If it
is not, a bettor's wealth is a nonnegative supermartingale, so by Ville's inequality the probability that it ever
reaches 2 / alpha is at most alpha / 2, however often one looks and whenever one stops. Both together decide falsely
with a probability of at most alpha. (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting,
JRSS-B 86(1), 2024, arXiv:2010.09686.)

The order of intents is drawn from the seed, so intents not seen yet are like those that were.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.core.tasks import Task
from runtime.metrics.comparing.power import ALPHA
from runtime.metrics.reducers import METRICS, task_means
from runtime.metrics.report import end_scores, exact_ends

_RULE: Final = re.compile(r"\s*(?P<metric>\w+)\s+(?P<left>[^>]+?)\s*>\s*(?P<right>[^>]+?)\s*")
_LEAST_BATCH: Final = 20
"""Episodes that are played between two looks at the evidence, at least. A constant, so that what is played does not
depend on the number of devices.
"""
_EAGERNESS: Final = 1.2
"""Stakes relative to those that are best for the smallest difference that the planned intents can show on average."""
_HIGHEST_STAKE: Final = 0.95
"""Share of the wealth; less than 1, so that no single difference ruins a bettor."""
_EXPECTED_SQUARE: Final = 0.25
"""Mean square of a difference before any was seen; it counts as one observation."""

Better = Literal["left", "right"]


class BettingTest:
    """Decides from paired differences in [-1, 1], one for each intent, which side is better; valid at any time.

    Stakes are those that are best if the difference is about as large as `planned` intents can show. They depend on the
    differences seen before, never on the one that is bet on.
    """

    def __init__(self, planned: int, alpha: float = ALPHA) -> None:
        self.decision: Better | None = None
        """The better side, from the moment at which that is decided."""
        self.intents = 0
        """Differences seen up to the decision."""
        self._enough = math.log(2 / alpha)
        self._stake = _EAGERNESS * math.sqrt(2 * self._enough / max(planned, 1))
        self._square = _EXPECTED_SQUARE
        self._left = self._right = 0.0
        """Logarithms of the bettors' wealth."""

    @property
    def evidence(self) -> tuple[float, float]:
        """The e-values of "left is better" and "right is better": how many times a bettor has multiplied its stake."""
        return math.exp(self._left), math.exp(self._right)

    def add(self, difference: float) -> None:
        """Take the difference left - right of the next intent; after the decision nothing changes any more.

        Raises:
            ValueError: it is not in [-1, 1].
        """
        if not -1 <= difference <= 1:
            raise ValueError(f"a difference lies in [-1, 1], {difference} does not")
        if self.decision is not None:
            return
        stake = min(_HIGHEST_STAKE, self._stake * math.sqrt((self.intents + 1) / self._square))
        self._left += math.log1p(stake * difference)
        self._right += math.log1p(-stake * difference)
        self._square += difference * difference
        self.intents += 1
        if max(self._left, self._right) >= self._enough:
            self.decision = "left" if self._left > self._right else "right"


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """Play until it is decided which of two agents is better by a metric."""

    metric: str
    left: str
    right: str

    def __str__(self) -> str:
        return f"{self.metric} {self.left}>{self.right}"

    def check(self, agents: Collection[str]) -> None:
        """Check that both agents play.

        Raises:
            UsageError: one does not.
        """
        for name in (self.left, self.right):
            if name not in agents:
                raise UsageError(f"--until '{self}': {name!r} does not play; the agents are: {', '.join(agents)}")


def parse_rule(text: str) -> StoppingRule:
    """Parse a rule such as `TSR mine>reader`.

    Raises:
        UsageError: it has another form, or there is no such metric.
    """
    found = _RULE.fullmatch(text)
    if found is None or found["left"] == found["right"]:
        raise UsageError(f"--until {text!r} is no rule: write 'METRIC A>B' with two agents, such as 'TSR mine>reader'")
    if found["metric"] not in METRICS:
        raise UsageError(f"--until {text!r}: there is no metric {found['metric']!r}; there is: {', '.join(METRICS)}")
    return StoppingRule(found["metric"], found["left"], found["right"])


def intent_order(tasks: Iterable[Task], seed: int) -> list[str]:
    """Return the ids of the tasks' intents in the order in which they are played, which the seed determines."""
    intents = sorted({task.intent.id for task in tasks})
    return random.Random(f"until/{seed}").sample(intents, len(intents))


def intent_batches(tasks: Iterable[Task], order: Iterable[str], players: int) -> list[list[str]]:
    """Divide the intents into batches that are played between two looks; `players`: episodes for each task."""
    episodes: dict[str, int] = {}
    for task in tasks:
        episodes[task.intent.id] = episodes.get(task.intent.id, 0) + players
    batches: list[list[str]] = []
    room = 0
    for intent in order:
        if room <= 0:
            batches.append([])
            room = _LEAST_BATCH
        batches[-1].append(intent)
        room -= episodes[intent]
    return batches


def intent_differences(
    rule: StoppingRule, scores: Iterable[Score], order: Iterable[str]
) -> list[tuple[str, Fraction | None]]:
    """Return the mean difference of each intent's tasks, up to the first intent that was not played.

    It is None if no task of the intent counts on both sides.
    """
    metric = METRICS[rule.metric]
    sides: dict[str, list[Score]] = {rule.left: [], rule.right: []}
    tasks: dict[str, set[str]] = {}
    for score in scores:
        if score.agent in sides:
            sides[score.agent].append(score)
            tasks.setdefault(score.intent, set()).add(score.task)
    left, right = (task_means(metric.run(sides[name])) for name in (rule.left, rule.right))
    found: list[tuple[str, Fraction | None]] = []
    for intent in order:
        if intent not in tasks:
            break
        shared = [task for task in sorted(tasks[intent]) if task in left and task in right]
        gained = sum(
            (
                Fraction(left[task].part, left[task].denominator) - Fraction(right[task].part, right[task].denominator)
                for task in shared
            ),
            Fraction(0),
        )
        found.append((intent, gained / len(shared) if shared else None))
    return found


def sequential_result(
    rule: StoppingRule, scores: Iterable[Score], by_state: Iterable[Score], order: Sequence[str], planned: int
) -> dict[str, Any]:
    """Test the rule on the intents that were played and return what was found.

        {"rule", "decision": null | "A>B" | "B>A", "intents", "played", "planned", "decides_at",
         "difference", "evidence": {AGENT: e}}

    `intents` were seen up to the decision, `played` in all. `difference` is the mean over the played intents, A - B.
    `by_state`: scores of judges that read app state, by which TSR_final counts.
    """
    counted = end_scores(scores, exact_ends(by_state)) if rule.metric == "TSR_final" else scores
    differences = intent_differences(rule, counted, order)
    test = BettingTest(planned)
    known = [difference for _, difference in differences if difference is not None]
    for difference in known:
        test.add(float(difference))
    left, right = test.evidence
    words = {"left": f"{rule.left}>{rule.right}", "right": f"{rule.right}>{rule.left}"}
    return {
        "rule": str(rule),
        "decision": None if test.decision is None else words[test.decision],
        "intents": test.intents,
        "played": len(differences),
        "planned": planned,
        "decides_at": 2 / ALPHA,
        "difference": round(float(sum(known) / len(known)), 6) if known else None,
        "evidence": {rule.left: round(left, 6), rule.right: round(right, 6)},
    }
