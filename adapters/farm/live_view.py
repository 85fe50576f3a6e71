"""The live view of a load test: a line that is redrawn on a terminal, one line every ten seconds elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.live import Live
from rich.table import Table

from adapters.farm.experiment import Progress
from adapters.farm.plan.quantities import show_seconds
from adapters.farm.results.measurements import ITERATION
from runtime.bench.terminal import plain, show

_EVERY: Final = 10


class LiveView:
    """Shows the progress that `observe` is called with."""

    def __init__(self, console: Console, *, live: bool) -> None:
        self._console = console
        self._live = Live(console=console, refresh_per_second=2, transient=True) if live else None
        self._count = 0
        self._done = 0

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def show_message(self, sentence: str) -> None:
        """Print a sentence above the view."""
        show(self._console, sentence)

    def observe(self, progress: Progress) -> None:
        """Show the state; called once per second."""
        self._count += 1
        rate, self._done = progress.found.done - self._done, progress.found.done
        found = progress.found
        left = max(progress.total - progress.seconds, 0.0)
        headline = (
            f"{show_seconds(round(progress.seconds))}, {show_seconds(round(left))} left: load {progress.load:,.1f}, "
            f"{rate:,} operations/s, {found.failed} failed, {found.dropped} dropped, {progress.iterations} running"
        )
        if self._live is None:
            if self._count % _EVERY == 0:
                show(self._console, headline)
            return
        table = Table(box=None, pad_edge=False, title=headline, title_justify="left", title_style="")
        for head in ("operation", "count", "p50 ms", "p99 ms", "max ms"):
            table.add_column(head, justify="left" if head == "operation" else "right")
        for name, latencies in sorted(found.latencies.items(), key=lambda item: (item[0] == ITERATION, item[0])):
            row = latencies.summary()
            table.add_row(plain(name), f"{row.count:,}", f"{row.p50:,.1f}", f"{row.p99:,.1f}", f"{row.max:,.1f}")
        self._live.update(table)
