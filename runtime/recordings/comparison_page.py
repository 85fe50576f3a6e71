"""A comparison as one HTML page: no script, no external request, light and dark. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from runtime.core.text import printable
from runtime.metrics.comparing.gates import GateResult
from runtime.recordings.comparison_texts import (
    NOTE,
    flip_groups,
    headings,
    no_flips_line,
    power_lines,
    repeat_lines,
    rows,
    scope_lines,
)

_STYLE: Final = """
:root{color-scheme:light dark;--fg:#1c1e21;--dim:#5f6570;--bg:#fff;--rule:#dde0e5;--bad:#c62828;--good:#2e7d32}
@media (prefers-color-scheme:dark){:root{--fg:#e6e8eb;--dim:#9aa1ac;--bg:#15171a;--rule:#343940;--bad:#ef7070;
--good:#7bc67e}}
body{margin:0 auto;max-width:1360px;padding:24px;background:var(--bg);color:var(--fg);
font:15px/1.5 system-ui,sans-serif}h1{font-size:24px;margin:0 0 8px}h2{font-size:18px;margin:32px 0 8px}
p,li,caption{color:var(--dim)}
div{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:4px 10px;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
thead th{border-bottom-width:2px}th[scope=row],.t{text-align:left}.t{white-space:normal}
.fails{color:var(--bad)}.holds{color:var(--good)}@media print{body{max-width:none;padding:0}tr{break-inside:avoid}}
"""


def comparison_page(document: Mapping[str, Any], gates: Sequence[GateResult] = ()) -> str:
    """Return the page of a comparison and the gates that were checked on it."""
    title = " and ".join(str(side["title"]) for side in document["sides"])
    return "".join(
        [
            "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
            "<meta name='viewport' content='width=device-width,initial-scale=1'>",
            f"<title>{_safe(title)}</title><style>{_STYLE}</style></head><body><main>",
            f"<h1>{_safe(title)}</h1>",
            *_list(scope_lines(document)),
            *_gates(gates),
            "<h2>Metrics</h2>",
            _table(["metric", *headings(document)], ([row.metric, *row.cells] for row in rows(document)), texts=1),
            f"<p>{_safe(NOTE)}</p>",
            *_flips(document),
            *_section("Repeats", repeat_lines(document)),
            *_section("What these intents can show", power_lines(document)),
            "</main></body></html>\n",
        ]
    )


def _gates(gates: Sequence[GateResult]) -> Iterator[str]:
    if gates:
        yield "<h2>Gates</h2><ul>"
        for gate in gates:
            outcome = "holds" if gate.holds else "fails"
            yield f"<li><strong class='{outcome}'>{outcome}</strong>: {_safe(gate.sentence)}</li>"
        yield "</ul>"


def _flips(document: Mapping[str, Any]) -> Iterator[str]:
    if line := no_flips_line(document):
        yield f"<p>{_safe(line)}</p>"
    for heading, flips in flip_groups(document):
        yield f"<h2>{_safe(heading)}</h2>"
        names = ["level", "task", "passed in", "failed in", "cause"]
        yield _table(names, ([flip.level, flip.task, flip.passed, flip.failed, flip.cause] for flip in flips), texts=5)


def _section(heading: str, lines: Iterable[str]) -> Iterator[str]:
    items = list(lines)
    if items:
        yield f"<h2>{_safe(heading)}</h2>"
        yield from _list(items)


def _list(lines: Iterable[str]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{_safe(line)}</li>" for line in lines)
    yield "</ul>"


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]], *, texts: int) -> str:
    """Return a table whose first `texts` columns are texts, the first of them the heading of its row."""
    first = "".join(f"<th scope='col'{_kind(at, texts)}>{_safe(head)}</th>" for at, head in enumerate(heads))
    body = "".join(
        f"<tr><th scope='row'>{_safe(line[0])}</th>"
        + "".join(f"<td{_kind(at, texts)}>{_safe(cell)}</td>" for at, cell in enumerate(line[1:], start=1))
        + "</tr>"
        for line in lines
    )
    return f"<div><table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table></div>"


def _kind(column: int, texts: int) -> str:
    return " class='t'" if column < texts else ""


def _safe(text: str) -> str:
    return escape(printable(text))
