"""People's labels, and the agreement of an evaluator with them."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmarks.gap import agreement
from benchmarks.gap.agreement.labels import Item, Vote, merge_labels
from runtime.core.errors import UsageError
from runtime.metrics.reliability import Overlap, combine_ratings

PUBLISHED = {
    # human+/-, false positives, false negatives; then EG and RG as counts, by people and by the evaluator
    "androidcontrol": (90, 45, 13, 2, (6, 9), (12, 4)),
    "aitz": (128, 31, 20, 16, (11, 24), (4, 13)),
}
"""Two public files of human labels for AgentCPM-GUI-8B, counted by hand."""


def rows(dataset: str) -> list[dict[str, object]]:
    """Makes lines in the public format with the counts of a published file. Where people and evaluator agree, the
    action is as right as the thought, except for the steps that make up the gaps.
    """
    positive, negative, fp, fn, (eg, rg), (system_eg, system_rg) = PUBLISHED[dataset]
    cells = Counter({(1, 1): positive - fn, (1, 0): fn, (0, 1): fp, (0, 0): negative - fp})
    # Of the false positives `wrong` have a wrong action; the same for false negatives. Solved for the four gaps.
    options = [
        (tp_wrong, tn_right, fp_wrong, fn_right)
        for fp_wrong in range(fp + 1)
        for fn_right in range(fn + 1)
        for tp_wrong in [system_eg - fp_wrong]
        for tn_right in [rg - (fp - fp_wrong)]
        if tp_wrong + (fn - fn_right) == eg and tn_right + fn_right == system_rg and min(tp_wrong, tn_right) >= 0
    ]
    tp_wrong, tn_right, fp_wrong, fn_right = options[0]
    right = {(1, 1): cells[1, 1] - tp_wrong, (1, 0): fn_right, (0, 1): fp - fp_wrong, (0, 0): tn_right}
    found = [
        {"gta": human, "em": int(number < right[human, system]), "gta_sys": system}
        for (human, system), count in cells.items()
        for number in range(count)
    ]
    return [{"id": f"{900000 + number}:{number % 7}", **row} for number, row in enumerate(found)]


def write_lines(path: Path, lines: list[dict[str, object]]) -> Path:
    """Writes a file of JSON lines."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    ("dataset", "n", "accuracy", "kappa", "human", "system", "reverses"),
    [
        ("androidcontrol", 135, "88.89", 0.73, (4.44, 6.67), (8.89, 2.96), True),
        ("aitz", 159, "77.36", 0.24, (6.92, 15.09), (2.52, 8.18), False),
    ],
)
def test_the_public_label_files_come_out(tmp_path, dataset, n, accuracy, kappa, human, system, reverses):
    """For the public label files, accuracy equals the published value, and kappa and gaps those counted by hand."""
    labels = agreement.read(write_lines(tmp_path / "gta_strict_clean.jsonl", rows(dataset)))
    found = agreement.compare_with_people(labels.valid(), labels.system(), labels.em())
    positive, negative, fp, fn, *_ = PUBLISHED[dataset]
    assert (found.n, found.tp + found.fn, found.fp + found.tn, found.fp, found.fn) == (n, positive, negative, fp, fn)
    document = found.document()
    assert f"{document['accuracy']:.2f}" == accuracy
    assert round(document["kappa"], 2) == kappa
    assert document["gaps"]["human"] == dict(zip(("EG", "RG"), human, strict=True))
    assert document["gaps"]["system"] == dict(zip(("EG", "RG"), system, strict=True))
    assert document["gaps"]["reversed"] is reverses


def test_every_figure_of_a_small_table():
    """Counted by hand: 40 right accepted, 10 wrong accepted, 5 right rejected, 45 wrong rejected."""
    human, system = {}, {}
    for number, (person, machine) in enumerate([(1, 1)] * 40 + [(0, 1)] * 10 + [(1, 0)] * 5 + [(0, 0)] * 45):
        human["e", number], system["e", number] = bool(person), bool(machine)
    human["nobody", 0] = True
    found = agreement.compare_with_people(human, system)
    assert found.missing == (("nobody", 0),)
    assert (found.accuracy, found.precision) == (Fraction(85, 100), Fraction(4, 5))
    assert (found.sensitivity, found.specificity) == (Fraction(8, 9), Fraction(9, 11))
    assert (found.f1, found.kappa) == (Fraction(16, 19), Fraction(7, 10))
    assert found.mcc == pytest.approx((40 * 45 - 50) / math.sqrt(50 * 45 * 55 * 50))
    corrected = found.corrected(Fraction(1, 2), 1000)
    # (0.5 + 9/11 - 1) / (8/9 + 9/11 - 1) = (7/22) / (70/99)
    assert corrected.value == Fraction(9, 20)
    document = found.document(Fraction(1, 2), 1000)
    assert document["GTA_corrected"] == 45.0
    # Wilson: (45 + 1.92) / (55 + 3.84) ± 1.96 · √(55 · 9/11 · 2/11 + 0.96) / (55 + 3.84), about the midpoint
    assert document["specificity_interval"] == pytest.approx([69.7, 89.8], abs=0.1)


def test_the_standard_error_is_that_of_a_simulation():
    """A thousand simulated samples and observations have the spread that the formula gives."""
    import random

    draw = random.Random(5)
    true, sensitivity, specificity, labelled, n = 0.7, 0.9, 0.75, 200, 800
    found: list[float] = []
    numbers: list[float] = []
    for _ in range(1000):
        people = sum(draw.random() < true for _ in range(labelled))
        tp = sum(draw.random() < sensitivity for _ in range(people))
        tn = sum(draw.random() < specificity for _ in range(labelled - people))
        shown = true * sensitivity + (1 - true) * (1 - specificity)
        observed = Fraction(sum(draw.random() < shown for _ in range(n)), n)
        item = agreement.Agreement(Overlap(tp, labelled - people - tn, people - tp, tn)).corrected(observed, n)
        assert item.value is not None
        assert item.error is not None
        found.append(float(item.value))
        numbers.append(item.error)
    mean = sum(found) / len(found)
    spread = math.sqrt(sum((value - mean) ** 2 for value in found) / len(found))
    assert abs(mean - true) < 0.01
    assert abs(spread / (sum(numbers) / len(numbers)) - 1) < 0.15


COUNTS = st.builds(Overlap, *[st.integers(0, 30)] * 4)


@given(COUNTS)
def test_a_corrected_gta_is_that_of_people_on_the_labelled_steps(counts):
    """Corrected by its own sample, the evaluator's GTA equals people's exactly, unless it is no better than chance."""
    found = agreement.Agreement(counts)
    assume(counts.n)
    corrected = found.corrected(Fraction(found.tp + found.fp, found.n), found.n)
    if found.sensitivity is None or found.specificity is None or found.sensitivity + found.specificity <= 1:
        assert corrected == agreement.CorrectedRate(None)
    else:
        assert (corrected.value, corrected.clipped) == (Fraction(found.tp + found.fn, found.n), False)


@given(COUNTS, st.fractions(0, 1))
def test_a_corrected_gta_is_a_share(counts, observed):
    """A corrected GTA is between 0 and 1, and marked as clipped only at these bounds."""
    corrected = agreement.Agreement(counts).corrected(observed, 100)
    assert corrected.value is None or 0 <= corrected.value <= 1
    assert not corrected.clipped or corrected.value in (0, 1)


@given(COUNTS)
def test_figures_are_within_their_bounds(counts):
    """All agreement figures are within their bounds or None, and kappa, F1 and MCC are symmetric."""
    mirrored = Overlap(counts.both, counts.only_true, counts.only_found, counts.neither)
    for share in (counts.accuracy, counts.precision, counts.recall, counts.specificity, counts.f1):
        assert share is None or 0 <= share <= 1
    assert counts.mcc is None or -1.0000001 <= counts.mcc <= 1.0000001
    assert (counts.kappa, counts.f1, counts.mcc) == (mirrored.kappa, mirrored.f1, mirrored.mcc)
    assert agreement.Agreement(counts).document()["matrix"]["tp"] == counts.both


def test_no_labels_give_none_and_not_zero():
    """Without labels, every figure is None instead of 0."""
    document = agreement.compare_with_people({}, {}, {}).document(Fraction(1, 2), 10)
    assert document["n"] == 0
    figures = ("sensitivity", "specificity", "accuracy", "precision", "recall", "F1", "kappa", "MCC", "GTA_corrected")
    assert [document[name] for name in figures] == [None] * len(figures)
    assert document["gaps"]["human"] == {"EG": None, "RG": None}
    assert document["sensitivity_interval"] is document["specificity_interval"] is None


# -- the strict merge --------------------------------------------------------------------------------------------------

SAID = st.sampled_from([True, False, None])


@given(SAID, SAID, st.one_of(st.none(), st.tuples(SAID)))
def test_the_merge_is_strict(item, other, third):
    """NA by either annotator gives NA, equal labels are kept, and an adjudicator decides only other conflicts."""
    found, how = combine_ratings(item, other, third)
    assert combine_ratings(other, item, third) == (found, how)
    if None in (item, other):
        assert (found, how) == (None, "na")
    elif item == other:
        assert (found, how) == (item, "agreed")
    else:
        assert (found, how) == ((None, "open") if third is None else (third[0], "adjudicated"))


ITEMS = [Item("m", "e", number) for number in range(6)] + [Item("m", "e", 6, "E_COT_MISSING")]
VOTES = st.dictionaries(
    st.sampled_from(ITEMS[:6]), SAID.map(lambda gta: Vote(gta, "" if gta is not None else "E_OTHER"))
)


@given(VOTES, VOTES, VOTES)
def test_items_without_both_labels_are_open(element, other, third):
    """Items without both labels are open; items without a thought are NA with a code."""
    for label in merge_labels(ITEMS, {"Ada": element, "Bo": other}, third):
        item = label.item
        if item.unasked:
            assert (label.gta, label.how, label.codes) == (None, "unasked", ("E_COT_MISSING",))
        elif item not in element or item not in other:
            assert (label.gta, label.how) == (None, "open")
        else:
            decided = (third[item].gta,) if item in third else None
            assert (label.gta, label.how) == combine_ratings(element[item].gta, other[item].gta, decided)
            assert bool(label.codes) == (label.gta is None and label.how != "open")


# -- files -------------------------------------------------------------------------------------------------------------


def test_both_public_shapes_are_read(tmp_path):
    """Labels are read with `EPISODE:STEP` ids or separate fields; NA gives no label, and duplicates are reported."""
    path = write_lines(
        tmp_path / "labels.jsonl",
        [
            {"id": "a:b:3", "gta": 1, "em": 0, "gta_sys": 1, "q1": 0},
            {"episode_id": 77, "step_id": "4", "gta": "0", "error_code": ""},
            {"id": "c:0", "gta": "NA", "error_code": "E_GT_ERROR"},
            {"id": "c:0", "gta": 1},
            {"id": "d:1", "gta_a": 1, "gta_b": 0, "resolved_gta": "NA", "needs_adjudication": True},
        ],
    )
    with path.open("a") as file:
        file.write('{"id": "e:1", "gt')
    labels = agreement.read(path)
    assert labels.valid() == {("a:b", 3): True, ("77", 4): False}
    assert (labels.system(), labels.em()) == ({("a:b", 3): True}, {("a:b", 3): False})
    assert labels.codes == {"E_GT_ERROR": 1}
    assert [(defect.kind, defect.source) for defect in labels.defects] == [
        ("duplicate", "labels.jsonl:4"),
        ("unreadable", "labels.jsonl:6"),
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"id": "a:1", "gta": 2}', r"labels\.jsonl:1: gta is 2"),
        ('{"id": "a:1"}', "no gta"),
        ('{"id": "a", "gta": 1}', "EPISODE:STEP"),
        ('{"gta": 1}', "EPISODE:STEP"),
        ('{"step_id": 3, "gta": 1}', "no episode"),
        ("[1]", "JSON object"),
        ('{"id": "a:1", "gta": 1, "role": "boss"}', "role 'boss'"),
        ('{"id": "a:1", "gta": 1, "role": "annotator"}', "give the sample folder"),
        ("", "holds no label"),
    ],
)
def test_malformed_labels_are_named(tmp_path, line, says):
    """A malformed label raises a UsageError that names file and line."""
    path = tmp_path / "labels.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(UsageError, match=says):
        agreement.read(path)


def test_labels_of_several_models_are_kept_apart(tmp_path):
    """Labels requested without the model's name are rejected instead of guessed."""
    path = write_lines(
        tmp_path / "labels.jsonl",
        [{"id": "a:1", "model": "one", "gta": 1}, {"id": "a:1", "model": "two", "gta": 0}],
    )
    labels = agreement.read(path)
    assert labels.models == ("one", "two")
    assert (labels.valid("one"), labels.valid("two")) == ({("a", 1): True}, {("a", 1): False})
    for name in ("", "three"):
        with pytest.raises(UsageError, match="'one', 'two'"):
            labels.valid(name)


def test_missing_labels_are_reported(tmp_path):
    """A path without labels raises a UsageError."""
    for path in (tmp_path, tmp_path / "gone.jsonl"):
        with pytest.raises(UsageError, match="neither a sample folder"):
            agreement.read(path)
