"""The metrics document, and the agreement between two sets of scores."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from runtime.core.events import SCORES, Score
from runtime.core.tasks import DIFFICULTIES, DOMAINS, LEVELS
from runtime.metrics import counts
from runtime.metrics.agreement import score_agreement
from runtime.metrics.report import encode_document, metrics_document

CELL = ["value", "n", "low", "high", "clean", "clean_n"]


def suite(agent: str = "reader", seed: int = 5) -> list[Score]:
    """Make twelve intents at three or four levels with all kinds of results, including lost and unscored episodes."""
    draw = random.Random(seed)
    scores = []
    for number in range(12):
        for level in LEVELS if number % 3 else (*LEVELS[:2], LEVELS[3]):
            wanted = 1 + number % 6
            scores.append(
                Score(
                    episode=f"{agent}~i{number}-{level}~0",
                    judge="rules",
                    task=f"i{number}-{level}",
                    agent=agent,
                    intent=f"i{number}",
                    level=level,
                    domain=DOMAINS[number % 5],
                    difficulty=DIFFICULTIES[number % 3],
                    apps=("bunwright",) if number % 2 else ("bunwright", "parlowe"),
                    ending="finished",
                    requirements=wanted,
                    key_steps=3,
                    gap=0 if level in LEVELS[:2] else wanted,
                    steps=draw.randint(0, 20),
                    turns=1,
                    met={f"r{n}": (draw.random() < 0.7, draw.random() < 0.6) for n in range(wanted)},
                    hits={f"k{n}": draw.random() < 0.5 for n in range(3)},
                    redundant={1: "loop"} if draw.random() < 0.5 else {},
                    labels={1: draw.choice(["compliant", "trivial"])},
                    filled={1: ("r0",)},
                    termination=draw.choice(["normal", "early", "delayed_goal", "delayed_cap"]),
                )
            )
    scores[3] = replace(scores[3], ending="fault", cause="device")
    scores[8] = replace(scores[8], met={}, hits={}, labels={}, termination=None)
    return scores


def test_the_document_has_its_exact_shape() -> None:
    """Keys, groups and metrics are in order, and each cell is complete."""
    document = metrics_document(suite())
    assert list(document) == ["schema", "agents", "user"]
    agent = document["agents"]["reader"]
    assert set(agent) == {
        "instrument",
        "episodes",
        "by_state",
        "overall",
        "by_level",
        "by_domain",
        "by_difficulty",
        "by_app",
        "beside",
    }
    names = ["RCR", "TSR", "TSR_final", "SHR", "ARR", "ETR_E", "ETR_D", "ETR", "DCR", "IGR"]
    assert list(agent["by_level"]) == list(LEVELS)
    assert list(agent["by_domain"]) == list(DOMAINS)
    assert list(agent["by_app"]) == ["bunwright", "parlowe"]
    for group in ("by_level", "by_domain", "by_difficulty", "by_app"):
        for table in (agent["overall"], *agent[group].values()):
            assert list(table) == names
            assert all(list(cell) == CELL for cell in table.values())
    assert agent["instrument"] is False
    assert list(agent["beside"]["overall"]) == ["RCR_final", "DCR_all", "DCR_paper", "ETR_D_paper", "IGR_paper"]


def test_counts_and_denominators_agree_with_the_scores() -> None:
    """Lost and unscored episodes count in `n` of the main metrics, but never in `clean_n`."""
    scores = suite()
    agent = metrics_document(scores)["agents"]["reader"]
    episodes = agent["episodes"]
    assert episodes["scheduled"] == len(scores) == 44
    assert (episodes["scored"], episodes["unscored"], episodes["lost"]) == (42, 1, {"device": 1})
    assert episodes["endings"] == {"fault": 1, "finished": 43}
    assert episodes["success"] + episodes["partial"] + episodes["failure"] == 42
    overall = agent["overall"]
    assert (overall["RCR"]["n"], overall["RCR"]["clean_n"]) == (44, 42)
    assert (overall["ARR"]["n"], overall["ARR"]["clean_n"]) == (41, 41)
    assert overall["ETR"]["value"] == pytest.approx(overall["ETR_E"]["value"] + overall["ETR_D"]["value"], abs=2e-6)
    assert agent["by_level"]["detailed"]["IGR"] == dict.fromkeys(CELL) | {"n": 0, "clean_n": 0}
    for cell in overall.values():
        assert cell["low"] <= cell["value"] <= cell["high"]


def test_wilson_only_where_each_intent_has_one_episode() -> None:
    """A level with single plays has Wilson's interval; with repeats, or over all levels, intents are resampled."""
    level = [replace(score, cause=None, ending="finished") for score in suite() if score.level == "detailed"]
    solved = [replace(score, met={"r0": (n < 6, n < 6)}, requirements=1) for n, score in enumerate(level)]
    cell = metrics_document(solved)["agents"]["reader"]["overall"]["TSR"]
    assert (cell["value"], cell["low"], cell["high"]) == (0.5, 0.253782, 0.746218)
    again = [*solved, replace(solved[0], episode="again", repeat=1)]
    redrawn = metrics_document(again)["agents"]["reader"]["overall"]["TSR"]
    assert redrawn["value"] == 0.5
    assert (redrawn["low"], redrawn["high"]) == (0.25, 0.75)


def test_equal_runs_give_equal_bytes_whatever_the_order() -> None:
    """The order of scores, agents and keys does not change the file."""
    scores = [*suite("b"), *suite("a", 6)]
    shuffled = scores[:]
    random.Random(1).shuffle(shuffled)
    document, other = metrics_document(scores), metrics_document(shuffled)
    assert encode_document(document) == encode_document(other)
    assert encode_document(document).endswith(b"}\n")
    assert json.loads(encode_document(document)) == document

    def turned(value: Any) -> Any:
        return {k: turned(value[k]) for k in reversed(value)} if isinstance(value, dict) else value

    assert encode_document(turned(document)) == encode_document(document)
    assert b"NaN" not in encode_document(metrics_document([replace(scores[0], cause="device")]))


def test_the_hash_seed_does_not_change_the_document() -> None:
    """Two interpreters with different hash seeds write the same file."""
    lines = b"\n".join(SCORES.dump_json(score) for score in suite())
    code = (
        "import sys; from runtime.core.events import SCORES\n"
        "from runtime.metrics.report import encode_document, metrics_document\n"
        "scores = map(SCORES.validate_json, sys.stdin.buffer)\n"
        "sys.stdout.buffer.write(encode_document(metrics_document(scores)))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=lines,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {encode_document(metrics_document(suite()))}


def test_scores_of_two_judges_are_not_mixed() -> None:
    """Scores of two judges, which would count each episode twice, are rejected with the judges' names."""
    scores = suite()
    with pytest.raises(ValueError, match="rules, state"):
        metrics_document([*scores, replace(scores[0], judge="state")])


def test_without_draws_only_the_bootstrap_is_missing() -> None:
    """Without bootstrap draws the document has the same numbers except the bootstrap intervals."""
    full, live = (metrics_document(suite(), draws=draws)["agents"]["reader"] for draws in (10_000, 0))
    assert live["overall"]["RCR"] == full["overall"]["RCR"] | {"low": None, "high": None}
    assert live["by_level"]["detailed"]["TSR"] == full["by_level"]["detailed"]["TSR"]


def test_an_empty_run_has_an_empty_document() -> None:
    """A run without episodes has an empty document."""
    assert metrics_document([]) == {"schema": 1, "agents": {}}


def test_agreement_counts_what_both_decided() -> None:
    """Share, Jaccard, recall and flipped subjects match hand calculation; unscored subjects are only counted."""
    left = replace(
        suite()[0],
        met={"r0": (True, True), "r1": (True, False), "r2": (False, None)},
        hits={"k0": True, "k1": True},
        labels={1: "compliant", 2: "trivial"},
        filled={1: ("r0",), 2: ("r1",)},
        redundant={1: "loop"},
        termination="early",
    )
    right = replace(
        left,
        judge="people",
        met={"r0": (True, True), "r1": (False, False), "r2": (False, True)},
        hits={"k0": True, "k1": None},
        labels={1: "compliant", 2: "compliant"},
        redundant={},
        termination="normal",
    )
    found = score_agreement([left, suite()[1]], [right])
    assert (found["episodes"], found["only_left"], found["only_right"]) == (1, 1, 0)
    either = found["requirements_any"]
    assert (either["n"], either["agree"], either["share"], either["jaccard"]) == (3, 2, 0.666667, 0.5)
    assert either["recall"] == 1.0
    assert either["flipped"] == [f"{left.episode}/r1"]
    final = found["requirements_final"]
    assert (final["n"], final["unscored"], final["share"]) == (2, 1, 1.0)
    assert (found["key_steps"]["n"], found["key_steps"]["unscored"]) == (1, 1)
    assert (found["turns"]["share"], found["turns"]["kappa"]) == (0.5, 0.0)
    assert (found["fills"]["jaccard"], found["fills"]["recall"]) == (0.5, 0.5)
    assert (found["redundant"]["jaccard"], found["redundant"]["recall"]) == (0.0, None)
    assert found["termination"]["share"] == 0.0


def test_a_judge_agrees_with_itself() -> None:
    """A judge compared with itself agrees completely."""
    found = score_agreement(suite(), suite())
    for kind in ("requirements_any", "requirements_final", "key_steps", "turns", "fills", "termination"):
        assert (found[kind]["share"], found[kind]["jaccard"], found[kind]["flipped"]) == (1.0, 1.0, [])
        assert found[kind]["kappa"] in (1.0, None)


def test_the_end_is_taken_from_a_judge_that_reads_app_state() -> None:
    """TSR_final and the count of side effects are its own where it decided; all else is the main judge's."""
    ours = [replace(score, met={"r": (True, True)}, requirements=1) for score in suite() if counts.valid(score)][:4]
    seen = [replace(score, judge="state") for score in ours]
    seen[0] = replace(seen[0], side_effects={"mail/sent/1": True})
    seen[1] = replace(seen[1], met={"r": (True, False)})
    seen[2] = replace(seen[2], met={"r": (None, None)}, side_effects={"mail/sent/2": True})
    alone, agent = (metrics_document(ours, by_state=by)["agents"]["reader"] for by in ((), seen))
    assert (alone["by_state"], agent["by_state"]) == (0, 3)
    assert (alone["episodes"]["side_effects"], agent["episodes"]["side_effects"]) == (0, 1)
    assert (alone["overall"]["TSR_final"]["value"], agent["overall"]["TSR_final"]["value"]) == (1.0, 0.5)
    assert [agent["overall"][name] for name in ("RCR", "TSR")] == [alone["overall"][name] for name in ("RCR", "TSR")]
