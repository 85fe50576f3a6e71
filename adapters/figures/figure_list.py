"""All tables and figures that runs have data for, and why the others are left out. Pure until one is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from adapters.figures.ambibench.agents import agent_results
from adapters.figures.ambibench.clarity import clarity, clarity_csv
from adapters.figures.ambibench.composition import composition
from adapters.figures.ambibench.summary import summary_table
from adapters.figures.gap import series
from adapters.figures.gap.results import Result
from adapters.figures.gap.run_results import differences, gap_table, run_results
from adapters.figures.scored_runs import ScoredRun, conditions
from adapters.figures.tables import ResultTable, csv_table, markdown_table

if TYPE_CHECKING:  # half a second, which is spent only when something is drawn
    from matplotlib.figure import Figure

_RADAR: Final = "labels of people on steps of recorded datasets; `gap figures` draws it from results with labels"
_SCALING: Final = "models of several sizes, which runs do not record; `gap figures` draws it from results with sizes"
_DISTRIBUTIONS: Final = "the recorded events, which a folder of `rejudge` does not have: draw it from the run itself"
_NEEDS: Final = {"radar": _RADAR, "scaling": _SCALING, "distributions": _DISTRIBUTIONS}
_NO_SCORES: Final = "a finished episode"
_NO_GAPS: Final = "gap verdicts with a known EM and GTA: play with --gap, or `rejudge RUN --gap`"


@dataclass(frozen=True, slots=True)
class FigureList:
    """What can be drawn, by name; texts by file name; what each figure needs that is left out."""

    pictures: dict[str, Callable[[], Figure]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


def list_figures(scored: Sequence[ScoredRun], gap_judged: Sequence[ScoredRun]) -> FigureList:
    """List the figures of runs: `scored` has the scores to summarize, `gap_judged` those with gap marks."""
    found = FigureList()
    if any(run.scores for run in scored):
        _add_ambibench(found, [run for run in scored if run.scores])
    else:
        found.left_out.update(dict.fromkeys(("table-2", "figure-4", "figure-7"), _NO_SCORES))
    _add_gap(found, run_results(gap_judged))
    return found


def _add_ambibench(found: FigureList, runs: Sequence[ScoredRun]) -> None:
    results, note = agent_results(runs), conditions(runs)
    _add_table(found, "table-2", summary_table(results, note))
    tasks, levels = composition(runs), clarity(results, note)
    found.texts["figure-7.csv"] = clarity_csv(levels)

    def draw_composition() -> Figure:
        from adapters.figures.ambibench import composition_page

        return composition_page.draw(tasks)

    def draw_clarity() -> Figure:
        from adapters.figures.ambibench import clarity_page

        return clarity_page.draw(levels)

    found.pictures.update({"figure-4": draw_composition, "figure-7": draw_clarity})


def _add_gap(found: FigureList, results: Sequence[Result]) -> None:
    if results:
        _add_table(found, "gap-table", gap_table(results))
    else:
        found.left_out["gap-table"] = _NO_GAPS
    by_agent = [replace(result, dataset=result.model) for result in results]
    for name in series.FIGURES:
        title = f"gap-{name}"
        if not results:
            found.left_out[title] = _NO_GAPS
            continue
        shown = series.figure_data(name, by_agent if name == "distributions" else results, ())
        if isinstance(shown, series.MissingInput):
            found.left_out[title] = _NEEDS.get(name, shown.needs)
        else:
            found.pictures[title] = _drawing(_noted(shown, results))


def _noted(shown: series.Series, results: Sequence[Result]) -> series.Series:
    if isinstance(shown, series.Quadrants | series.Curves):
        return replace(shown, note=f"{shown.note} {differences(results)}".strip())
    if isinstance(shown, series.Distributions):
        return replace(
            shown, population="decisions of the run", note="The kind of a decision is that of its first action."
        )
    return shown


def _drawing(shown: series.Series) -> Callable[[], Figure]:
    def draw() -> Figure:
        from adapters.figures.gap.rendering import figure

        return figure(shown)

    return draw


def _add_table(found: FigureList, name: str, table: ResultTable) -> None:
    def draw() -> Figure:
        from adapters.figures import table_page

        return table_page.draw(table)

    found.pictures[name] = draw
    found.texts.update({f"{name}.md": markdown_table(table), f"{name}.csv": csv_table(table)})
