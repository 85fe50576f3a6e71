"""The data of figures, computed from documents: published numbers are reproduced, and missing input is reported."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adapters.figures.gap import series
from adapters.figures.gap.display_names import conditions, family, size_name, titles, unique_labels
from adapters.figures.gap.results import Labels
from benchmarks.gap import documents
from runtime.core.errors import UsageError
from runtime.metrics.quadrants import Cells
from tests.support import published
from tests.support.published import results, samples


def test_every_published_row_comes_back():
    """Panels of figure 1 and points of figure 4 have the six published numbers of their row."""
    quadrants, curves = series.quadrants(results()), series.curves(results())
    assert isinstance(quadrants, series.Quadrants)
    assert isinstance(curves, series.Curves)
    assert quadrants.datasets == ("AITZ", "CAGUI", "AndroidControl")
    for curve, rows in zip(curves.panels, published.RATES.values(), strict=True):
        assert curve.ticks == published.MODELS == quadrants.models
        for model, point, row in zip(curve.ticks, curve.points, rows, strict=True):
            assert quadrants.panels[curve.title, model] == point
            values = (point.em, point.gta, point.ideal, point.execution_gap, point.reasoning_gap, point.both_wrong)
            assert values == pytest.approx(row, abs=0.0101)


def test_the_four_shares_add_up_to_100():
    """The four shares add up to 100, and EG − RG equals GTA − EM."""
    point = series.shares(Cells(5, 2, 1, 2))
    assert (point.n, point.em, point.gta, point.cells) == (10, 60, 70, (50, 20, 10, 20))
    for result in results():
        point = series.shares(result.cells)
        assert sum(point.cells) == pytest.approx(100)
        assert point.execution_gap - point.reasoning_gap == pytest.approx(point.gta - point.em)


def test_the_scaling_study_comes_back():
    """Figure 5 has a family for SFT and one for DPO, smallest first, with the published EM, GTA, EG and RG."""
    shown = series.scaling(results(published.scaled()))
    assert isinstance(shown, series.Scaling)
    ((title, families),) = shown.datasets
    assert title == "AndroidControl"
    assert [(item.name, item.training) for item in families] == [("UI-TARS-SFT", "SFT"), ("UI-TARS-DPO", "DPO")]
    found = [
        (parameters, item.training, point.em, point.gta, point.execution_gap, point.reasoning_gap)
        for item in families
        for parameters, point in item.points
    ]
    for mine, row in zip(found, published.SCALING, strict=True):
        assert mine[:2] == row[:2]
        assert mine[2:] == pytest.approx(row[2:], abs=0.0101)


def test_families_are_told_apart_by_what_else_differs():
    """The same model under two evaluators gives two lines, each named by its evaluator."""
    again = [{**entry, "evaluator": "rules/1"} for entry in published.scaled()]
    shown = series.scaling(results([*published.scaled(), *again]))
    assert isinstance(shown, series.Scaling)
    names = [item.name for item in shown.datasets[0][1]]
    assert names == ["UI-TARS-SFT (replay)", "UI-TARS-DPO (replay)", "UI-TARS-SFT (rules/1)", "UI-TARS-DPO (rules/1)"]


def test_distributions_have_the_published_percentages():
    """Figure 2: press merges back, home and enter; the sample has the published strata."""
    shown = series.distributions(results(), samples())
    assert isinstance(shown, series.Distributions)
    aitz, cagui, control = shown.rows
    assert aitz.kinds == ("click", "scroll", "stop", "type", "press")
    assert aitz.total == (2736, 601, 504, 500, 383)
    assert aitz.sampled == (106, 27, 24, 24, 19)
    assert dict(zip(cagui.kinds, cagui.sampled or (), strict=True)) == {**published.STRATA["cagui"], "wait": 0}
    assert sum(control.total) == 10_161
    assert sum(control.sampled or ()) == 200


def test_samples_of_one_dataset_are_counted_together():
    """Two samples of a dataset are one distribution; a dataset without a sample has none."""
    own = [*samples(), samples()[0]]
    shown = series.distributions(results(), own)
    assert isinstance(shown, series.Distributions)
    assert sum(shown.rows[0].sampled or ()) == 400
    alone = series.distributions(results(), samples()[1:])
    assert isinstance(alone, series.Distributions)
    assert alone.rows[0].sampled is None


def test_the_radar_has_the_published_accuracies():
    """Figure 3 has an axis per dataset and an outline per labelled model, from the confusion matrices."""
    shown = series.radar(results())
    assert isinstance(shown, series.Radar)
    assert shown.axes == ("AITZ", "CAGUI", "AndroidControl")
    assert [polygon.name for polygon in shown.polygons] == ["AgentCPM-GUI-8B", "UI-TARS-1.5-7B", "GUI-Owl-7B"]
    assert shown.polygons[0].values == pytest.approx((77.36, 82.84, 88.89), abs=0.005)
    assert shown.polygons[2].values == pytest.approx((84.00, 78.89, 93.83), abs=0.005)
    assert shown.low == 60


def test_a_radar_of_one_dataset_has_its_models_for_axes():
    """With too few datasets but enough models, models are the axes; pairs without labels are empty."""
    aitz = [result for result in results() if result.dataset == "aitz"]
    shown = series.radar(aitz)
    assert isinstance(shown, series.Radar)
    assert len(shown.axes) == 3
    assert [polygon.name for polygon in shown.polygons] == ["AITZ"]
    some = [result for result in results() if (result.dataset, result.model) != ("cagui", "GUI-Owl-7B")]
    gap = series.radar(some)
    assert isinstance(gap, series.Radar)
    assert gap.polygons[2].values[1] is None


def test_one_model_is_followed_along_datasets():
    """With a single model figure 4 has one panel, with a point for each dataset."""
    shown = series.curves([result for result in results() if result.model == "GUI-Owl-7B"])
    assert isinstance(shown, series.Curves)
    ((title, ticks),) = [(panel.title, panel.ticks) for panel in shown.panels]
    assert title == "GUI-Owl-7B"
    assert ticks == ("AITZ", "CAGUI", "AndroidControl")


@pytest.mark.parametrize("name", series.FIGURES)
def test_missing_input_is_reported(name):
    """Without joint steps, kinds, labels or sizes there is no figure, but a description of the input that it needs."""
    empty = published.document("mine", "some-model", (0, 0, 0, 0), types={})
    shown = series.figure_data(name, results([empty]), [])
    assert isinstance(shown, series.MissingInput)
    assert len(shown.needs.split()) > 4


@pytest.mark.parametrize("value", [slice(0, 1), slice(1, 2)])
def test_one_size_is_no_scaling(value):
    """Figure 5 needs two sizes on one dataset."""
    assert isinstance(series.scaling(results(published.scaled()[value])), series.MissingInput)


def test_too_few_labels_are_no_radar():
    """Two datasets with two models have no radar, and the reason contains these numbers."""
    some = [
        result
        for result in results()
        if result.dataset != "cagui" and result.model in ("AgentCPM-GUI-8B", "GUI-Owl-7B")
    ]
    shown = series.radar(some)
    assert isinstance(shown, series.MissingInput)
    assert "2 × 2" in shown.needs


def test_what_figures_do_not_show_is_remarked():
    """Results without joint steps, datasets without a sample and samples without a result give one remark each."""
    empty = published.document("mine", "some-model", (0, 0, 0, 0))
    texts = series.remarks(results([*published.table()[:6], empty]), samples()[1:2])
    assert any("6.json" in text for text in texts)
    assert any("no sample of aitz" in text for text in texts)
    assert any("a sample of cagui but no result" in text for text in texts)
    assert series.remarks(results(), samples()) == []
    assert series.remarks(results(), [], ["radar"]) == []
    part = {**published.table()[0], "model": "b", "types": {"click": 3}}
    assert any(
        "different parts" in remark for remark in series.remarks(results([published.table()[0], part]), samples())
    )


def test_names_say_only_what_tells_results_apart():
    """Labels of results name only what differs between them; two equal results are refused by file."""
    document, other = published.table()[0], {**published.table()[0], "evaluator": "rules/1"}
    assert unique_labels(results([document])) == ["AgentCPM-GUI-8B"]
    assert unique_labels(results([document, other])) == ["AgentCPM-GUI-8B (replay)", "AgentCPM-GUI-8B (rules/1)"]
    with pytest.raises(UsageError, match=r"1\.json and 0\.json are both AgentCPM-GUI-8B on aitz"):
        unique_labels(results([document, document]))
    sizes = [{**document, "parameters": size} for size in (7.0, 0.5)]
    assert unique_labels(results(sizes)) == ["AgentCPM-GUI-8B (7B)", "AgentCPM-GUI-8B (0.5B)"]


def test_rules_are_named_with_their_datasets():
    """A single rule is named; of several rules each is named with its datasets."""
    document, other = published.table()[0], {**published.table()[6], "rule": "os-atlas/1"}
    assert conditions(results([document])) == "Rule: agentcpm/1. Evaluator: replay."
    assert conditions(results([document, other])) == "Rules: agentcpm/1 (AITZ); os-atlas/1 (CAGUI). Evaluator: replay."


@pytest.mark.parametrize(
    ("model", "without"),
    [
        ("UI-TARS-7B-SFT", "UI-TARS-SFT"),
        ("UI-TARS-1.5-7B", "UI-TARS-1.5"),
        ("GUI-Owl-32B", "GUI-Owl"),
        ("Qwen3-VL-30B-A3B-Instruct", "Qwen3-VL-Instruct"),
        ("7B", "7B"),
        ("Phi-3", "Phi-3"),
    ],
)
def test_a_family_is_a_name_without_its_size(model, without):
    """A model's family is its name without the size; versions, and names that are only a size, are kept."""
    assert family(model) == without


def test_datasets_are_titled_without_mixing_them_up():
    """Known datasets have their usual titles, unless two forms of one dataset would have the same title."""
    assert titles(["aitz", "androidcontrol-agentcpm"])["androidcontrol-agentcpm"] == "AndroidControl"
    both = titles(["androidcontrol-agentcpm", "androidcontrol-options", "mine"])
    assert both == {name: name for name in both}


def test_sizes_are_written_as_in_names():
    """Model sizes are written in billions (B), millions (M) or trillions (T)."""
    assert [size_name(size) for size in (72.0, 0.5, 0.07, 1200)] == ["72B", "0.5B", "70M", "1.2T"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": 2}, "version 2"),
        ({"cells": {"ideal": 1}}, '"execution_gap" is None'),
        ({"cells": 3}, '"cells" is 3'),
        ({"model": " "}, '"model"'),
        ({"types": {"click": -1}}, '"click" is -1'),
        ({"parameters": "7B"}, "give billions"),
        ({"parameters": float("nan")}, "give billions"),
        ({"labels": [1]}, '"labels" is'),
    ],
)
def test_a_malformed_document_is_refused_by_name(change, says):
    """A malformed result document is refused with file and field."""
    with pytest.raises(UsageError, match=f"(?s)^here.json.*{says}"):
        documents.result({**published.table()[0], **change}, "here.json")


def test_other_files_are_no_documents():
    """Labels or settings are not accepted as a result; a sample without steps is rejected."""
    with pytest.raises(UsageError, match="no result document"):
        documents.result({"steps": 3}, "here.json")
    with pytest.raises(UsageError, match="has no steps"):
        documents.sample({"dataset": "aitz", "strata": {}}, "here.json")


def test_labels_without_a_matrix_are_read_in_percent():
    """Accuracy is a percentage if only that is given; labels of no step are none."""
    minimal = {"n": 50, "accuracy": 88.0, "kappa": None}
    result = documents.result({**published.table()[0], "labels": minimal}, "x")
    assert result.labels == Labels(50, Fraction(88, 100), None)
    none = {"n": 0, "accuracy": None, "kappa": None, "matrix": {"tp": 0, "fp": 0, "fn": 0, "tn": 0}}
    assert documents.result({**published.table()[0], "labels": none}, "x").labels is None
