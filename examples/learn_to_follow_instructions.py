"""Train a small policy by a group-relative policy gradient, and measure it on tasks that it was never trained on.

    python examples/learn_to_follow_instructions.py --seed 1 --out curve.csv
    python examples/learn_to_follow_instructions.py --credit     # exact credit of each step as a dense reward

The policy is a softmax over what can be done on the screen: touch an element, type a part of the instruction, press
ENTER or BACK, scroll, finish. It is linear in features of accessibility tree and instruction, and knows no app and no
task. It begins with a preference for what the instruction names. Equal seeds give equal curves.
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from statistics import fmean
from typing import Final

import anyio
import numpy as np
from numpy.typing import NDArray

from runtime import (
    Action,
    Decision,
    Finish,
    Key,
    Observation,
    PolicySession,
    RewardWeights,
    Rollout,
    RolloutStep,
    RunConfig,
    Runtime,
    Selection,
    Swipe,
    Tap,
    Type,
    metrics_document,
)

Array = NDArray[np.float64]
Label = tuple[str, ...]
KINDS: Final = ("button", "switch", "field", "type", "enter", "back", "scroll", "finish")
SCROLL: Final = Swipe(540, 1700, 540, 700, 500)
NO_MATCH: Final[tuple[float, ...]] = (0.0,) * 6
CONTEXT: Final = 1 + len(NO_MATCH) + 7
"""Number of features of a candidate. There are as many weights for all kinds together, and for each kind of its own."""
NAMED: Final = (1, 5)
"""The features by which a candidate is named by the instruction; the policy begins with a preference for them."""
WEIGHTS: Final = RewardWeights(side_effects=0, redundancy=0, termination=0, burden=0)
"""Only what was achieved counts. Small costs would teach a beginner, who achieves nothing, to finish at once."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that is possible now. `end` is the place in the instruction that it leads to."""

    kind: str
    action: Action
    key: tuple[object, ...]
    end: int
    match: tuple[float, ...] = NO_MATCH
    selected: bool = False


class Reader:
    """What the policy remembers of an episode: how far it has followed the instruction, and what it has done."""

    def __init__(self, instruction: str) -> None:
        self.words = tokens(instruction)
        # The first of several sentences says what is wanted, the others how to get there.
        first = len(tokens(re.split(r"[.!?]\s", instruction)[0]))
        self.place = first if first < len(self.words) else 0
        self.screen: tuple[object, ...] = ()
        self.unchanged = False
        self.done: Counter[tuple[object, ...]] = Counter()
        self.runs: dict[Label, list[tuple[int, int]]] = {}
        self.starts: dict[str, list[int]] = {}
        for start, word in enumerate(self.words):
            self.starts.setdefault(word, []).append(start)
        self.phrases: list[tuple[str, int, int]] = []
        """What could be typed: clauses, also without their first words, with the places where they begin and end."""
        end = 0
        for clause in re.split(r"([,.;:“”\"]|\band\b|\bthen\b)", instruction):
            words, end = clause.split(), end + len(tokens(clause))
            for text in (" ".join(words[skip:]) for skip in range(min(4, len(words)))):
                self.phrases.append((text, end - len(tokens(text)), end))

    def candidates(self, seen: Observation) -> list[Candidate]:
        """Return what can be done on the screen."""
        assert seen.tree is not None
        touchable = [node for node in seen.tree.walk() if node.clickable and node.enabled]
        found = []
        for node in touchable:
            kind = "field" if node.cls.endswith("EditText") else "switch" if node.checkable else "button"
            match, end = self.match([tokens(text)[:8] for text in node.texts()[:6]])
            key = (node.resource_id, node.center, *node.texts()[:1])
            found.append(Candidate(kind, Tap(*node.center), key, end, match, node.checked or node.selected))
        screen = tuple((item.key, item.selected) for item in found)
        if any(node.focused and node.cls.endswith("EditText") for node in touchable):
            for text, begin, end in self.phrases:
                if begin < end and 0 <= begin - self.place < 12:
                    match = self.closeness(begin, end - begin, 1.0, True)
                    found.append(Candidate("type", Type(text), ("type", text), end, match))
            found.append(Candidate("enter", Key("ENTER"), ("enter", screen), self.place))
        found.append(Candidate("back", Key("BACK"), ("back", screen), self.place))
        found.append(Candidate("scroll", SCROLL, ("scroll", screen), self.place))
        found.append(Candidate("finish", Finish(), ("finish", screen), self.place))
        self.unchanged, self.screen = screen == self.screen, screen
        return found

    def note(self, chosen: Candidate) -> None:
        """Remember what was chosen."""
        self.place = chosen.end
        self.done[chosen.key] += 1

    def match(self, labels: Sequence[Label]) -> tuple[tuple[float, ...], int]:
        """Return the features of the words of the instruction that fit the labels best, and the place behind them."""
        best, found = -1.0, (NO_MATCH, self.place)
        following = self.words[self.place : self.place + 8]
        for label in labels:
            for start, length in self.common(label):
                share = sum(word in following for word in label) / len(label) if length < len(label) else 1.0
                distance = start - self.place
                value = share + (math.exp(-distance / 6) if distance >= 0 else -1.0)
                if value > best:
                    end = start + length if distance >= 0 else self.place
                    best, found = value, (self.closeness(start, length, share, length == len(label)), end)
        return found

    def common(self, label: Label) -> list[tuple[int, int]]:
        """Return start and length of each run of words that instruction and label have in common."""
        if label not in self.runs:
            self.runs[label] = []
            for first, word in enumerate(label):
                for start in self.starts.get(word, ()):
                    pairs = zip(self.words[start:], label[first:], strict=False)
                    length = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
                    self.runs[label].append((start, length))
        return self.runs[label]

    def closeness(self, start: int, length: int, share: float, full: bool) -> tuple[float, ...]:
        """Return the features of words of the instruction: whether they come next, and how well a label fits."""
        distance = start - self.place
        if distance < 0:
            return (0.0, 0.0, 0.0, 0.0, 0.0, share)
        near, soon = math.exp(-distance / 4), math.exp(-distance / 12)
        return (full, full * near, full * soon, full * min(length, 4) / 4, share * soon, 0.0)

    def features(self, found: Sequence[Candidate]) -> Array:
        """Return a row of features for each candidate."""
        most = np.max([item.match for item in found], axis=0)
        state = (most[1], most[4], math.exp((self.place - len(self.words)) / 2), float(self.unchanged))
        rows = [
            (1, *item.match, item.match[4] == most[4] > 0, self.done[item.key] > 0, item.selected, *state)
            for item in found
        ]
        context = np.array(rows, float)
        kinds = np.array([[item.kind == kind for kind in KINDS] for item in found], float)
        own = kinds[:, :, None] * context[:, None, :]
        return np.concatenate([context, own.reshape(len(found), -1)], axis=1)


def tokens(text: str) -> Label:
    """Return the words of a text, in lower case."""
    return tuple(re.findall(r"[^\W_]+", text.lower()))


class LinearPolicy:
    """Plays by a softmax over candidates, and learns from rollouts."""

    def __init__(self, rate: float) -> None:
        self.weights = np.zeros(CONTEXT * (1 + len(KINDS)))
        self.weights[list(NAMED)] = 2.0
        self._rate = rate
        self._first = self._second = np.zeros_like(self.weights)
        self._updates = 0

    def probabilities(self, features: Array) -> Array:
        """Return the probability of each candidate."""
        values = np.exp(features @ self.weights - np.max(features @ self.weights))
        return np.asarray(values / values.sum())

    async def play(self, session: PolicySession) -> None:
        """Play one episode. What the update needs of each step is kept with the step."""
        draws = np.random.default_rng(session.seed)
        reader = Reader(session.brief.instruction)
        seen = await session.step(Decision([SCROLL]))  # from the start screen to the list of all apps
        while not seen.ended:
            candidates = reader.candidates(seen)
            features = reader.features(candidates)
            number = int(draws.choice(len(candidates), p=self.probabilities(features)))
            reader.note(candidates[number])
            seen = await session.step(Decision([candidates[number].action]), data=(features, number))

    def learn(self, rollouts: Sequence[Rollout], credit: float) -> None:
        """Make one step along the gradient of what the rollouts of some groups earned, by Adam."""
        groups: dict[int, list[Rollout]] = {}
        # They come in completion order, which depends on the clock; the sum of the gradient must not.
        for rollout in sorted(rollouts, key=lambda item: (item.group, item.member)):
            if rollout.reward is not None:  # None: lost to infrastructure, which says nothing about the policy
                groups.setdefault(rollout.group, []).append(rollout)
        gradient = np.zeros_like(self.weights)
        for members in groups.values():
            mean = fmean(member.reward or 0 for member in members)
            worth = fmean([clipped(step.advantage) for member in members for step in decided(member)] or [0])
            for member in members:
                for step in decided(member):
                    advantage = (member.reward or 0) - mean + credit * (clipped(step.advantage) - worth)
                    features, number = step.data
                    gradient += advantage * (features[number] - self.probabilities(features) @ features)
        self._updates += 1
        self._first = 0.9 * self._first + 0.1 * gradient
        self._second = 0.99 * self._second + 0.01 * gradient**2
        first, second = self._first / (1 - 0.9**self._updates), self._second / (1 - 0.99**self._updates)
        self.weights = self.weights + self._rate * first / (np.sqrt(second) + 1e-8)


def decided(rollout: Rollout) -> list[RolloutStep]:
    """Return the steps that the policy decided; it always begins with the same one."""
    return [step for step in rollout.steps if step.data is not None]


def clipped(advantage: int | None) -> float:
    """Return the exact advantage of a step within -1 and 1; 0 if it is not known."""
    return float(max(-1, min(advantage or 0, 1)))


def simple_tasks(runtime: Runtime, *parts: str) -> Selection:
    """Select simple tasks of parts of the suite, with instructions that name each step; none asks for an answer."""
    select = Selection(intents=parts, levels=("detailed",), domains=("e-commerce", "social", "productivity", "device"))
    return Selection(tasks=tuple(task.id for task in runtime.tasks(select) if task.intent.difficulty == "simple"))


async def measure(runtime: Runtime, policy: LinearPolicy, select: Selection, size: int) -> dict[str, float]:
    """Return the share of episodes solved without side effects, its 95 % interval over intents, and the reward."""
    stream = runtime.rollouts(policy, select=select, group_size=size, step_rewards=False)
    rollouts = [rollout async for rollout in stream]
    scores = [score for rollout in rollouts for score in rollout.scores if score.judge == "state"]
    found = metrics_document(scores)["agents"]["policy"]["overall"]["TSR_final"]
    reward = math.fsum(rollout.reward or 0 for rollout in rollouts) / len(rollouts)
    return {"success": found["value"], "low": found["low"], "high": found["high"], "reward": round(reward, 6)}


async def main(options: argparse.Namespace) -> None:
    """Train, and print and store what is reached on held-out tasks."""
    policy = LinearPolicy(options.rate)
    config = RunConfig(seed=options.seed, ask=False, max_steps=10)
    judges = ["rules", "state", "credit"] if options.credit else ["rules", "state"]
    size, count = options.group_size, options.groups
    curve: list[dict[str, float]] = []
    async with (
        Runtime(config, devices=["headless://8"], judges=judges) as training,
        Runtime(config, devices=["headless://8"]) as testing,
    ):
        trained, held_out = simple_tasks(training, "train"), simple_tasks(testing, *options.held_out)
        print(f"{len(trained.tasks)} tasks to train on, {len(held_out.tasks)} held out")
        for update in range(options.updates + 1):
            if update % options.test_every == 0 or update == options.updates:
                found = await measure(testing, policy, held_out, options.test_size)
                curve.append({"update": update, **found, "cpu_seconds": round(time.process_time(), 1)})
                print("update {update}: held-out success {success:.3f}, ".format(**curve[-1]), end="")
                print("95 % from {low:.3f} to {high:.3f}; {cpu_seconds} s of CPU".format(**curve[-1]), flush=True)
            if update < options.updates:
                # Each group is played once, so no draw of a task is seen twice.
                groups = range(update * count, (update + 1) * count)
                stream = training.rollouts(
                    policy, select=trained, group_size=size, groups=groups, weights=WEIGHTS, step_rewards=False
                )
                rollouts = [rollout async for rollout in stream]
                policy.learn(rollouts, options.credit)
                solved = sum(rollout.breakdown.success > 0 for rollout in rollouts)
                print(f"  trained on {len(rollouts)} episodes, of which {solved} were solved", flush=True)
    if options.out is not None:
        with options.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(curve[0]))
            writer.writeheader()
            writer.writerows(curve)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="seed of episodes and samples (default: 1)")
    parser.add_argument("--updates", type=int, default=16, help="updates of the policy (default: %(default)s)")
    parser.add_argument("--groups", type=int, default=8, help="groups of episodes for an update (default: 8)")
    parser.add_argument("--group-size", type=int, default=4, help="episodes of a group (default: 4)")
    parser.add_argument("--rate", type=float, default=0.3, help="largest change of a weight by an update")
    parser.add_argument(
        "--credit", type=float, nargs="?", const=1.0, default=0.0, help="add exact credit, with this weight (1)"
    )
    parser.add_argument("--test-every", type=int, default=4, help="updates between two tests (default: 4)")
    parser.add_argument("--test-size", type=int, default=4, help="episodes of each held-out task (default: 4)")
    parser.add_argument(
        "--held-out", nargs="+", default=["dev", "test"], metavar="SPLIT", help="parts to test on (default: dev test)"
    )
    parser.add_argument("--out", type=Path, help="write the curve to this CSV file")
    return parser.parse_args()


if __name__ == "__main__":
    anyio.run(main, arguments())
