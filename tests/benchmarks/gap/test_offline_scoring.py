"""From steps and predictions to counts and documents, with a rule simple enough to check the numbers by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.defects import NAMED, Defects
from benchmarks.gap.joining import PredictionStore, ScoredModel, Screens, match_actions, thoughts
from benchmarks.gap.measures import Episodes, episodes
from benchmarks.gap.records import Defect, Kind, Match, Predicted, Prediction, Step, Truth
from benchmarks.gap.scoring import Scoring
from benchmarks.gap.summary import differences, document, merge_results, percent
from runtime.core.errors import UsageError


@dataclass(frozen=True)
class Plain:
    """A rule that compares the type, and the text or a click's point to a tenth."""

    label: str = "plain/1"

    def match(self, step: Step, predicted: Predicted | None) -> Match:
        """Compare the prediction with the step."""
        if predicted is None:
            return Match(format_hit=False, kind=None, type_match=False, exact=False)
        same = predicted.kind == step.truth.kind
        if step.truth.kind != "click":
            return Match(True, predicted.kind, same, same and (predicted.text or "") == step.truth.text)
        far = abs((predicted.point or (9, 9))[0] - (step.truth.touch or (0, 0))[0])
        return Match(True, predicted.kind, same, same and far < 0.1, grounded=far < 0.1, distance=far)


RULE = Plain()
CLICK = Predicted("click", point=(0.5, 0.5))
ASIDE = Predicted("click", point=(0.8, 0.5))
TYPE = Predicted("type", text="tea")


def step(episode: str, number: int, kind: Kind = "click", *, app: str = "", text: str = "") -> Step:
    """Makes a recorded step."""
    point = (0.5, 0.5) if kind == "click" else None
    truth = Truth(kind, touch=point, lift=point, text=text)
    return Step("mine", episode, number, "do it", truth, app=app, screen=(100, 200), source=f"{episode}.json:{number}")


def prediction(episode: str, number: int, predicted: Predicted | None = CLICK, thought: str = "tap it") -> Prediction:
    """Makes a model's prediction at a step."""
    return Prediction(episode, number, thought, predicted, source=f"out.jsonl:{number}")


def scored_model(records: Sequence[Prediction | Defect], model: str = "one") -> ScoredModel:
    """Makes a model with these predictions."""
    held = PredictionStore(BytesIO())
    held.take(records)
    return ScoredModel(held, Scoring("mine", model, RULE.label))


def test_every_cell_split_and_rate_is_where_it_belongs() -> None:
    """Six hand-made steps are counted in the right cell, and execution gaps by the wrong part of the action."""
    scoring = Scoring("mine", "one", RULE.label)
    built: list[tuple[Predicted | None, Predicted | None]] = [
        (CLICK, CLICK),
        (ASIDE, CLICK),
        (TYPE, CLICK),
        (None, CLICK),
        (CLICK, None),
        (ASIDE, TYPE),
    ]
    for number, (action, announced) in enumerate(built):
        scoring.seen(step("e", number))
        scoring.executed(step("e", number), RULE, action, thought=True)
        scoring.announced(step("e", number), RULE, announced)
    found = document(scoring, evaluator="mine/1")
    assert found["cells"] == {"ideal": 1, "execution_gap": 3, "reasoning_gap": 1, "both_wrong": 1}
    assert found["execution_gap"] == {"format": 1, "type": 1, "argument": 1}
    assert found["rates"] == {"EM": 33.33, "GTA": 66.67, "IDEAL": 16.67, "EG": 50.0, "RG": 16.67, "BW": 16.67}
    assert found["difference"]["value"] == 33.33
    assert (found["invalid"], found["unreadable_evaluations"], found["n"]) == (1, 1, 6)


def test_two_rules_are_never_joined() -> None:
    """Scoring EM and GTA by different rules raises a UsageError that names both rules."""
    scoring = Scoring("mine", "one", RULE.label)
    scoring.executed(step("e", 0), RULE, CLICK, thought=True)
    with pytest.raises(UsageError, match=r"GTA by plain/2 .* plain/1"):
        scoring.announced(step("e", 0), Plain("plain/2"), CLICK)
    with pytest.raises(UsageError, match=r"EM by plain/2"):
        scoring.executed(step("e", 1), Plain("plain/2"), CLICK, thought=True)
    with pytest.raises(UsageError, match="use the same rule for both"):
        differences(scoring, Scoring("mine", "two", "plain/2"))


def test_without_an_evaluator_there_is_em_and_nothing_is_zero() -> None:
    """Without an evaluator, EM is computed over all steps and all other rates are None instead of 0."""
    scoring = Scoring("mine", "one", RULE.label)
    for number, action in enumerate([CLICK, ASIDE, None]):
        scoring.executed(step("e", number), RULE, action, thought=number != 2)
    found = document(scoring)
    assert (found["EM_all"], found["n"], found["evaluator"], found["difference"]) == (33.33, 0, None, None)
    assert set(found["rates"].values()) == {None}
    assert (found["missing_thought"], found["unevaluated"]) == (33.33, 2)


def test_measures_beside_em_have_the_stated_denominators() -> None:
    """Type accuracy over all steps, grounding over typed clicks and over all, distances of typed clicks, texts."""
    scoring = Scoring("mine", "one", RULE.label)
    scoring.executed(step("e", 0), RULE, CLICK, thought=True)
    scoring.executed(step("e", 1), RULE, ASIDE, thought=True)
    scoring.executed(step("e", 2), RULE, TYPE, thought=True)
    scoring.executed(step("e", 3, "type", text="tee"), RULE, TYPE, thought=True)
    found = document(scoring)
    assert found["actions_all"] == {
        "steps": 4, "read": 4, "typed": 3, "exact": 1, "format": 100.0, "TM": 75.0, "EM": 25.0
    }  # fmt: skip
    assert found["grounding"] == {"clicks": 3, "clicked": 2, "grounded": 1, "of_typed": 50.0, "of_all": 33.33}
    assert found["distance"] == {"mean": 150.0, "median": 150.0}
    assert found["text"] == {"n": 1, "similarity": 66.67}
    assert found["actions"]["type"]["TM"] == 100.0


def test_episodes_go_by_rank_not_by_number() -> None:
    """Episode progress counts steps in order up to the first wrong one, even if step numbers have gaps."""
    steps = [
        *(("a", number, number < 7) for number in (9, 3, 5, 8)),
        *(("b", number, True) for number in (1, 0)),
        *(("c", number, number == 4) for number in (2, 4)),
    ]
    found = episodes(steps)
    assert found == Episodes(3, 1, Fraction(1, 2), (Fraction(1, 2) + 1 + Fraction(1, 2)) / 3)
    assert episodes([]) == Episodes(0, 0, None, None)


def test_bad_records_are_counted_and_named() -> None:
    """Duplicates, unmatched steps and unknown predictions are counted and named without an exception."""
    broken = Defect("unreadable", "out.jsonl:9", "cut short")
    item = scored_model([prediction("e", 0), prediction("e", 0, ASIDE), broken, prediction("f", 7)])
    defects = Defects()
    match_actions(
        [step("e", 0), step("e", 0), Defect("missing", "e.json:3", "no touch"), step("e", 1)], [item], RULE, defects
    )
    assert defects.counts == {"duplicate": 1, "missing": 1}
    assert item.held.defects.counts == {"duplicate": 1, "unreadable": 1, "unmatched": 1, "unknown": 1}
    assert item.scoring.quadrants.total.right == 1
    assert item.scoring.steps == 2
    text = "\n".join(item.held.defects.lines())
    assert "out.jsonl:9: cut short" in text
    assert "e.json:1: episode e step 1 has no prediction" in text
    assert "out.jsonl:7: there is no episode f step 7 in the dataset" in text


def test_only_the_first_of_many_defects_are_named() -> None:
    """Of 25 defects of a kind, ten are listed; unreadable evaluations do not count as fatal."""
    defects = Defects()
    for number in range(25):
        defects.add(Defect("outside", f"a.json:{number}", "a point off the screen"))
        defects.add(Defect("evaluator", "", "no JSON"))
    lines = list(defects.lines())
    assert lines[0] == "25 points or boxes outside the screen; the first 10:"
    assert sum(line.startswith("  a.json:") for line in lines) == NAMED
    assert defects.fatal == 25


def test_a_file_that_fits_nowhere_is_refused_with_a_hint() -> None:
    """If no prediction matches a step, the hint suggests another file or another numbering."""
    item = scored_model([prediction("e", number + 1) for number in range(1, 4)])
    with pytest.raises(UsageError, match=r"--shift -1"):
        match_actions([step("e", 1)], [item], RULE, Defects())
    other = scored_model([prediction("x", 1)])
    with pytest.raises(UsageError, match="another dataset"):
        match_actions([step("e", 0)], [other], RULE, Defects())


def test_a_shift_that_would_find_more_is_named() -> None:
    """Predictions that count from 1 mostly match the wrong step; the last one matches none, which triggers the hint."""
    item = scored_model([prediction("e", number + 1) for number in range(3)])
    match_actions([step("e", number) for number in range(3)], [item], RULE, Defects())
    assert "--shift -1" in item.hint


def test_thoughts_come_back_as_they_were() -> None:
    """Evaluators get each scored step with a thought once, with the exact text in any script."""
    words = "点击“设置”, dann zurück \ud800"
    item = scored_model(
        [prediction("e", 0, thought=words), prediction("e", 1, thought=" \n"), prediction("e", 2, None)]
    )
    steps = [step("e", number) for number in (0, 1, 2, 2, 3)]
    assert [(found.step, thought) for found, thought in thoughts(steps, item)] == [(0, words), (2, "tap it")]


def test_screen_sizes_are_read_only_for_formats_in_pixels() -> None:
    """Screen sizes are read from the dataset only when first requested, and only once."""
    opened = []

    def steps() -> list[Step]:
        opened.append(1)
        return [step("e", 0)]

    screens = Screens(steps)
    assert not opened
    assert (screens(("e", 0)), screens(("e", 9)), opened) == ((100, 200), None, [1])


KINDS: list[Kind] = ["click", "type"]
PLAYS = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.sampled_from([CLICK, ASIDE, TYPE, None]),
        st.sampled_from([CLICK, ASIDE, TYPE, None]),
        st.sampled_from(["", "clock", "mail"]),
        st.booleans(),
    ),
    min_size=2,
    max_size=30,
)


def document_of(plays: Sequence[tuple[Any, ...]], first: int = 0) -> dict[str, Any]:
    """Makes the document of some steps."""
    scoring = Scoring("mine", "one", RULE.label)
    for number, (kind, action, announced, app, thought) in enumerate(plays, first):
        at = step(f"e{number % 3}", number, kind, app=app, text="tea" if kind == "type" else "")
        scoring.seen(at)
        scoring.executed(at, RULE, action, thought=thought)
        if thought:
            scoring.announced(at, RULE, announced)
    return document(scoring, evaluator="mine/1", defects={"outside": len(plays)})


@given(PLAYS, st.integers(1, 29))
def test_shards_merge_to_the_complete_document(plays: list[tuple[Any, ...]], cut: int) -> None:
    """Documents of two parts of a dataset add up to that of all steps, including rates and intervals."""
    fields = document_of(plays)
    both = merge_results([document_of(plays[:cut]), document_of(plays[cut:], cut)])
    assert {name: fields[name] for name in both} == both


def test_shards_of_different_results_are_not_merged() -> None:
    """Results with another rule are not merged, and neither is an empty list."""
    fields = document_of([("click", CLICK, CLICK, "", True)])
    with pytest.raises(UsageError, match="rule is 'plain/1' in one and 'plain/2'"):
        merge_results([fields, {**fields, "rule": "plain/2"}])
    with pytest.raises(UsageError, match="nothing to merge"):
        merge_results([])


@given(PLAYS, st.randoms(use_true_random=False))
def test_the_order_of_evaluations_changes_nothing(plays: list[tuple[Any, ...]], random: Random) -> None:
    """Evaluations in any order, some delivered twice, give the same document."""
    pairs = [(number, play) for number, play in enumerate(plays)]
    scorings = []
    for order in (pairs, [*pairs, *pairs]):
        scoring = Scoring("mine", "one", RULE.label)
        steps = {number: step("e", number, play[0]) for number, play in pairs}
        for number, play in pairs:
            scoring.executed(steps[number], RULE, play[1], thought=True)
        shuffled = list(order)
        random.shuffle(shuffled)
        for number, play in shuffled:
            scoring.announced(steps[number], RULE, play[2])
        scorings.append(scoring)
    assert document(scorings[0]) == document(scorings[1])


def test_models_are_compared_on_the_steps_that_both_have() -> None:
    """If one of two models lacks a step, the difference is over the other steps."""
    item = scored_model([prediction("e", number) for number in range(4)], "one")
    two = scored_model([prediction("e", number, ASIDE if number else CLICK) for number in range(3)], "two")
    steps = [step("e", number) for number in range(4)]
    match_actions(steps, [item, two], RULE, Defects())
    for model in (item, two):
        for at, _ in thoughts(steps, model):
            model.scoring.announced(at, RULE, CLICK)
    found = differences(item.scoring, two.scoring)
    assert (found["left"], found["right"], found["n"]) == ("one", "two", 3)
    assert found["rates"]["EM"]["value"] == 66.67
    assert found["rates"]["GTA"] == {"value": 0.0, "low": 0.0, "high": 0.0}


def test_percent_rounds_the_exact_value() -> None:
    """Two decimals, half to even, from the fraction and not from its float; None stays None."""
    assert percent(Fraction(10125, 1_000_000)) == 1.01
    assert percent(Fraction(2, 3)) == 66.67
    assert percent(None) is None
