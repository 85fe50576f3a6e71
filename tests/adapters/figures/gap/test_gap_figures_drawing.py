"""Drawn figures: the right texts and numbers, no overlaps, and reproducible bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import font_manager

from adapters.figures.drawing.rendering import Rendered
from adapters.figures.drawing.style import drawable_characters, settings
from adapters.figures.gap import rendering, series
from adapters.figures.gap.results import Result
from benchmarks.gap import documents
from tests.support import published
from tests.support.drawn_texts import overlaps, words

NAMES = (
    "Qwen/Qwen2.5-VL-72B-Instruct-AWQ-finetuned-on-mobile-v1.5-20260101",
    "模型智能体界面操作-7B-SFT",
    "AReallyLongModelNameWithoutAnyJointsAtAllThatGoesOnAndOn",
    "org/model_name.with.dots-and-$dollar$-32B",
    "x",
    "GUI-Owl-7B",
)
SIZES = (2.0, 7.0, 8.0, 32.0, 72.0, 0.5)
TRAININGS = ("SFT", "DPO", "", "RL", "SFT", "DPO")


def results(datasets: int, models: int, *, hard: bool = False) -> list[Result]:
    """Makes the first rows of the published table; `hard`: long names, CJK, labels and sizes for all."""
    found = []
    for index, entry in enumerate(published.table()):
        row, column = divmod(index, 6)
        if row >= datasets or column >= models:
            continue
        if hard:
            entry["model"] = NAMES[column]
            entry["dataset"] = ("aitz", "a-very-long-dataset-name-of-somebody/数据集", "c")[row]
            entry["labels"] = {"matrix": {"tp": 5 + column, "fp": 1, "fn": 2, "tn": 3}, "kappa": 0.5}
            entry["parameters"], entry["training"] = SIZES[column], TRAININGS[column]
        found.append(documents.result(entry, f"{index}.json"))
    return found


def shown(name: series.Name, datasets: int = 3, models: int = 6, *, hard: bool = False) -> series.Series:
    """Computes the data of a figure for so many results."""
    own = results(datasets, models, hard=hard)
    if name == "scaling" and not hard:
        own = published.results(published.scaled())
    found = series.figure_data(name, own, published.samples())
    assert not isinstance(found, series.MissingInput)
    return found


@pytest.fixture(scope="module")
def drawn() -> dict[str, Rendered]:
    """The five figures of the published numbers, drawn once for all tests."""
    return {name: rendering.render(shown(name)) for name in series.FIGURES}


def test_quadrants_say_every_share(drawn):
    """Figure 1 has all four shares, EM and GTA of all eighteen rows, and the names of models and datasets."""
    found = words(drawn["quadrants"].svg)
    for rows in published.RATES.values():
        for row in rows:
            assert all(f"{value:.2f}" in found for value in row[2:])
    assert "EM 76.29 · GTA 70.43" in found
    assert {"AITZ", "CAGUI", *published.MODELS} <= set(found)
    assert found.count("RG") == 20


def test_distributions_say_every_count(drawn):
    """Figure 2 has share and count of each kind, for all steps on the left and for the sample on the right."""
    found = words(drawn["distributions"].svg)
    assert "57.9 % (2,736)" in found
    assert "53.0 % (106)" in found
    assert "stratified sample: 200 steps" in found
    assert {"click", "long press", "none"} <= set(found)


def test_the_radar_says_accuracy_and_kappa(drawn):
    """Figure 3 has a table of the published accuracies, each with kappa and number of labels."""
    found = words(drawn["radar"].svg)
    assert {"77.4", "82.8", "88.9", "86.9", "93.8"} <= set(found)
    assert "κ 0.50 · n 159" in found


def test_curves_name_lines_and_bands(drawn):
    """Figure 4 has a legend of lines and bands, and says that only the points are measured."""
    found = words(drawn["curves"].svg)
    assert {"GTA", "EM", "IDEAL", "EG = GTA − IDEAL", "RG = EM − IDEAL"} <= set(found)
    assert set(published.MODELS) <= set(found)
    assert any(text.startswith("Only the marked points are measured") for text in found)


def test_scaling_names_sizes_and_families(drawn):
    """Figure 5 has the sizes below its axes, and both families."""
    found = words(drawn["scaling"].svg)
    assert {"2B", "7B", "72B", "UI-TARS-SFT", "UI-TARS-DPO"} <= set(found)


def test_curves_are_drawn_at_their_values():
    """Points are at the measured values, lines go through them, and bands end at the lines."""
    with settings():
        figure = rendering.figure(shown("curves"))
    for axes, rows in zip(figure.axes, published.RATES.values(), strict=True):
        lines = {line: np.asarray(line.get_ydata(), dtype=float) for line in axes.lines}
        points = {line.get_gid(): list(ys) for line, ys in lines.items() if line.get_gid()}
        for index, name in enumerate(("EM", "GTA", "IDEAL")):
            assert points[name] == pytest.approx([row[index] for row in rows], abs=0.0101)
        low, high = axes.get_ylim()
        assert all(low <= ys.min() <= ys.max() <= high for ys in lines.values())


@pytest.mark.parametrize("name", series.FIGURES)
def test_files_are_what_they_say(drawn, name):
    """The SVG is valid and loads nothing from elsewhere, the PNG is valid, and neither has a date."""
    svg, png = drawn[name].svg, drawn[name].png
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    links = [value for node in root.iter() for key, value in node.attrib.items() if key.endswith("href")]
    assert all(link.startswith("#") for link in links)
    assert b"<text" not in svg
    assert b"dc:date" not in svg
    assert png.startswith(b"\x89PNG\r\n")
    assert b"tIME" not in png
    assert b"matplotlib" not in png.lower()


def test_the_same_values_give_the_same_bytes(drawn):
    """A figure drawn again, here and in a process with another hash seed, has the same bytes."""
    again = rendering.render(shown("scaling"))
    assert again == drawn["scaling"]
    code = (
        "import hashlib, sys, benchmarks.gap.figures_command;"
        "early = 'matplotlib' in sys.modules;"
        "from tests.adapters.figures.gap import test_gap_figures_drawing as t;"
        "r = t.rendering.render(t.shown('radar'));"
        "print(hashlib.sha256(r.svg + r.png).hexdigest(), early, 'matplotlib.pyplot' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    digest, early, pyplot = ran.stdout.split()
    assert digest == hashlib.sha256(drawn["radar"].svg + drawn["radar"].png).hexdigest()
    assert early == "False", "the command may be listed without what draws"
    assert pyplot == "False", "pyplot keeps every figure of the process"


def test_drawing_leaves_no_trace(drawn):
    """Settings and fonts of the process are restored, and do not influence the figure."""
    fonts = list(font_manager.fontManager.ttflist)
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "none", "text.usetex": False}):
        before = dict(mpl.rcParams)
        assert rendering.render(shown("radar")) == drawn["radar"]
        assert dict(mpl.rcParams) == before
    assert font_manager.fontManager.ttflist == fonts


@pytest.mark.parametrize(
    ("name", "datasets", "models", "hard"),
    [
        ("quadrants", 1, 1, False),
        ("quadrants", 1, 6, True),
        ("distributions", 1, 1, False),
        ("distributions", 2, 1, True),
        ("radar", 3, 6, True),
        ("radar", 1, 6, True),
        ("curves", 1, 1, True),
        ("curves", 3, 6, True),
        ("curves", 3, 1, True),
        ("scaling", 3, 6, True),
    ],
)
def test_no_texts_overlap(name, datasets, models, hard):
    """No texts overlap, from one model on one dataset to six with long and Chinese names on three."""
    with settings():
        assert overlaps(rendering.figure(shown(name, datasets, models, hard=hard))) == []


def test_overlaps_would_be_found():
    """The check for overlapping texts finds two overlapping texts and one beyond the page's edge."""
    with settings():
        figure = rendering.figure(shown("curves", 1, 2))
        for x, text in ((0.5, "one"), (0.5, "other"), (0.99, "beyond the edge")):
            figure.text(x, 0.5, text)
        found = overlaps(figure)
    assert "one on other" in found
    assert "outside: beyond the edge" in found


def test_chinese_is_drawn_and_what_cannot_be_is_not_a_box():
    """Chinese names are drawn with the bundled font, and an emoji as its code point."""
    assert {ord("智"), ord("A"), ord("é"), ord("κ")} <= drawable_characters()
    result = documents.result({**published.table()[0], "model": "智能体 🤖"}, "x.json")
    curves = series.curves([result])
    assert isinstance(curves, series.Curves)
    svg = rendering.render(curves).svg
    assert "智能体 U+1F916" in words(svg)


def test_panels_without_a_result_say_so():
    """For a missing result figure 1 says "no result", and figure 4 leaves the model out of that panel."""
    some = [result for result in results(2, 2) if (result.dataset, result.model) != ("cagui", "UI-TARS-7B-SFT")]
    quadrants = series.quadrants(some)
    assert isinstance(quadrants, series.Quadrants)
    assert "no result" in words(rendering.render(quadrants).svg)
    shown_curves = series.curves(some)
    assert isinstance(shown_curves, series.Curves)
    assert shown_curves.panels[1].ticks == ("AgentCPM-GUI-8B",)
