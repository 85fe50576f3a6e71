"""Shows the progress of a run: a bar and a line per device on a terminal, otherwise a line per episode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from runtime.bench.terminal import plain, show
from runtime.core.config import RunConfig
from runtime.core.events import Score
from runtime.core.tasks import Suite, Task
from runtime.episode.run_parts import RunCallbacks
from runtime.metrics import counts
from runtime.metrics.running import RunningResults
from runtime.plugins.protocols import Device
from runtime.recordings.failures import explain_failure
from runtime.storage.run_directory import EpisodeKey


class PlainView:
    """Prints one line per finished episode."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._total = 0
        self._done = 0
        self._headline = ""
        self._tasks: Mapping[str, Task] = {}
        self.watch = RunCallbacks(message=self.show_message)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def begin(self, total: int, config: RunConfig, suite: Suite) -> None:
        self._total = total
        self._headline = _headline(total, config, suite)
        self._tasks = {task.id: task for task in suite.tasks}

    def phones(self, devices: Sequence[Device]) -> None:
        # Printed only now: if no device can be opened, the error is the only output.
        ready = "1 device ready" if len(devices) == 1 else f"{len(devices)} devices ready"
        show(self._console, self._headline, ready)

    def show_message(self, sentence: str) -> None:
        show(self._console, sentence)

    def done(self, score: Score) -> None:
        self._done += 1
        show(self._console, f"{self._done}/{self._total} {_result(score, self._tasks.get(score.task))}")


class LiveView(PlainView):
    """Shows a progress bar, outcomes and metrics so far, and a line per device."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        self._bar = self._progress.add_task("episodes", total=0)
        self._lines: dict[str, str] = {}
        self._playing = 0
        self._results = RunningResults()
        self._live = Live(console=console, refresh_per_second=4, transient=True, get_renderable=self._render)
        self.watch = RunCallbacks(
            started=self._started, stepped=self._stepped, finished=self._finished, message=self.show_message
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def begin(self, total: int, config: RunConfig, suite: Suite) -> None:
        super().begin(total, config, suite)
        self._progress.update(self._bar, total=total, description="starting phones")

    def phones(self, devices: Sequence[Device]) -> None:
        show(self._console, self._headline)
        self._lines = {device.info.name: "idle" for device in devices}
        self._progress.update(self._bar, description="episodes")

    def done(self, score: Score) -> None:
        self._results.add(score)
        self._progress.update(self._bar, advance=1)

    def _outcome(self) -> str:
        results = self._results
        parts = [f"{results.solved} solved", f"{results.failed} failed"]
        parts += [f"{results.lost} lost"] if results.lost else []
        parts.append(f"{self._playing} playing")
        parts += [f"{name} {mean:.2f}" for name, mean in results.means.items()]
        return " · ".join(parts)

    def _started(self, device: str, key: EpisodeKey) -> None:
        self._playing += 1
        self._lines[device] = f"{key.agent} · {key.task} · started"

    def _stepped(self, device: str, key: EpisodeKey, step: int) -> None:
        self._lines[device] = f"{key.agent} · {key.task} · step {step}"

    def _finished(self, device: str, key: EpisodeKey) -> None:
        self._playing -= 1
        self._lines[device] = "idle"

    def _render(self) -> Group:
        table = Table.grid(padding=(0, 2))
        room = max(1, self._console.height - 5)
        lines = sorted(self._lines.items(), key=lambda item: (item[1] == "idle", item[0]))
        for name, line in lines[:room]:
            table.add_row(plain(name, "cyan"), plain(line, "dim" if line == "idle" else ""))
        if len(lines) > room:
            table.add_row("", Text(f"… and {len(lines) - room} more", style="dim"))
        return Group(table, plain(self._outcome()), self._progress)


def make_view(console: Console, *, live: bool) -> PlainView:
    """Return the live view for a terminal, else the plain one."""
    return LiveView(console) if live else PlainView(console)


def _headline(total: int, config: RunConfig, suite: Suite) -> str:
    players = ", ".join(config.agents)
    asking = "" if config.ask else ", asking is off"
    tasks = " of tasks sampled by level and domain" if config.selection.limit else ""
    user = f"user {config.user}{asking}"
    episodes = "episode" if total == 1 else "episodes"
    return f"{suite.name} {suite.version}: {total} {episodes}{tasks}, {players}, {user}, seed {config.seed}"


def _result(score: Score, task: Task | None) -> str:
    met = f"{counts.met(score)}/{score.requirements} met"
    ending = score.ending or "unfinished"
    failure = explain_failure(score, (), task)
    why = "" if failure is None else f", {failure.sentence}"
    return f"{score.agent} {score.task} #{score.repeat}: {met}, {score.steps} steps, {score.turns} turns, {ending}{why}"
