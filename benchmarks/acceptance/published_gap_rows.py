"""The published rows of "Say One Thing, Do Another?" (arXiv 2510.02204), and counts of steps that give them back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from runtime.metrics.quadrants import Cells

RATES: Final = ("EM", "GTA", "IDEAL", "EG", "RG", "BW")
TYPES: Final[Mapping[str, Mapping[str, int]]] = {
    "AITZ": {"click": 2736, "scroll": 601, "stop": 504, "type": 500, "home": 232, "enter": 118, "back": 33},
    "CAGUI": {"click": 3237, "stop": 600, "type": 574, "scroll": 79, "long_press": 25, "wait": 1},
    "AC": {"click": 5504, "stop": 1680, "scroll": 1297, "type": 685, "wait": 623, "back": 372},
}
"""Steps of each dataset by what is right to do."""
EPISODES: Final[Mapping[str, int]] = {"AITZ": 506, "CAGUI": 600, "AC": 1680}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a published table: percent, in the order of `RATES`."""

    data: str
    model: str
    rates: tuple[float, float, float, float, float, float]


def _scaled(model: str, em: float, gta: float, eg: float, rg: float) -> Row:
    """A row of the scaling study, which leaves out what follows from the rest."""
    return Row("AC", f"UI-TARS-{model} (scaling)", (em, gta, round(gta - eg, 2), eg, rg, round(100 - em - eg, 2)))


ROWS: Final = (
    Row("AITZ", "AgentCPM-GUI-8B", (76.29, 70.43, 66.91, 3.52, 9.38, 20.19)),
    Row("AITZ", "UI-TARS-7B-SFT", (66.69, 64.98, 57.25, 7.73, 9.44, 25.58)),
    Row("AITZ", "UI-TARS-7B-DPO", (65.95, 63.86, 55.38, 8.48, 10.57, 25.57)),
    Row("AITZ", "UI-TARS-1.5-7B", (58.94, 66.09, 54.25, 11.84, 4.69, 29.22)),
    Row("AITZ", "GUI-Owl-7B", (61.01, 66.17, 55.89, 10.28, 5.12, 28.71)),
    Row("AITZ", "GUI-Owl-32B", (59.65, 66.09, 53.89, 12.20, 5.76, 28.15)),
    Row("CAGUI", "AgentCPM-GUI-8B", (91.21, 85.35, 83.08, 2.27, 8.13, 6.52)),
    Row("CAGUI", "UI-TARS-7B-SFT", (71.36, 77.86, 68.79, 9.07, 2.57, 19.57)),
    Row("CAGUI", "UI-TARS-7B-DPO", (70.60, 78.52, 68.16, 10.36, 2.44, 19.04)),
    Row("CAGUI", "UI-TARS-1.5-7B", (68.42, 81.68, 66.36, 15.32, 2.06, 16.26)),
    Row("CAGUI", "GUI-Owl-7B", (61.00, 79.87, 58.12, 21.75, 2.88, 17.25)),
    Row("CAGUI", "GUI-Owl-32B", (65.88, 81.53, 63.24, 18.29, 2.64, 15.83)),
    Row("AC", "AgentCPM-GUI-8B", (69.17, 74.45, 65.76, 8.69, 3.41, 22.14)),
    Row("AC", "UI-TARS-7B-SFT", (74.71, 81.44, 72.26, 9.18, 2.45, 16.11)),
    Row("AC", "UI-TARS-7B-DPO", (73.87, 80.16, 71.02, 9.14, 2.85, 16.99)),
    Row("AC", "UI-TARS-1.5-7B", (76.10, 76.22, 70.69, 5.53, 5.41, 18.37)),
    Row("AC", "GUI-Owl-7B", (65.22, 72.79, 60.48, 12.31, 4.74, 22.47)),
    Row("AC", "GUI-Owl-32B", (69.89, 74.15, 63.71, 10.44, 6.18, 19.67)),
    _scaled("2B-SFT", 69.69, 79.39, 13.13, 3.42),
    _scaled("7B-SFT", 72.18, 81.77, 12.81, 3.23),
    _scaled("72B-SFT", 73.14, 83.09, 12.17, 2.22),
    _scaled("7B-DPO", 66.91, 79.56, 15.40, 2.75),
    _scaled("72B-DPO", 71.52, 82.86, 13.47, 2.13),
)


def off(cells: Cells, row: Row) -> float:
    """By how many points the rates of these counts, to two decimals, miss the published ones at most."""
    found = (round(100 * float(share), 2) for share in cells.rates.values() if share is not None)
    return max(abs(ours - theirs) for ours, theirs in zip(found, row.rates, strict=True))


def counts(row: Row, steps: int | None = None) -> Cells:
    """Cells that give the row: as many of the dataset's steps as possible, the others having no thought.

    How many steps had one is not published. With fewer `steps` the proportions are kept as well as that allows.
    """
    total = sum(TYPES[row.data].values()) if steps is None else steps
    tried = (_cells(row, n) for n in range(total, total - total // 10 - 1, -1))
    if steps is not None:
        return next(tried)
    return min(tried, key=lambda cells: (round(off(cells, row), 2), -cells.n))


def _cells(row: Row, n: int) -> Cells:
    _, _, _, eg, rg, bw = (round(rate * n / 100) for rate in row.rates)
    return Cells(n - eg - rg - bw, eg, rg, bw)
