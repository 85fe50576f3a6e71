"""Reads the tables of a run from its folder. Blocking, so on an event loop it belongs in a thread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from runtime.core.errors import StorageError
from runtime.core.events import AnyEvent, Score
from runtime.recordings.rows import TABLES, Row, TableName, episode_row, event_rows, step_rows, turn_rows
from runtime.recordings.run import RecordedEpisode, RecordedRun


@dataclass(frozen=True, slots=True)
class RunTables:
    """The rows of each table of a run, and what of it was left out, in one sentence each."""

    rows: Mapping[TableName, list[Row]]
    problems: tuple[str, ...]


def read_tables(run: RecordedRun) -> RunTables:
    """Read all tables of a run; they have the same episodes."""
    rows: dict[TableName, list[Row]] = {name: [] for name in TABLES}
    problems: list[str] = []
    for episode, events in readable_episodes(run, problems):
        main = main_score(run, episode)
        gaps = next((score.gaps for score in episode.scores.values() if score.gaps), {})
        rows["episodes"] += [episode_row(score, main=score is main) for score in episode.scores.values()]
        rows["steps"] += step_rows(events, main, gaps)
        rows["turns"] += turn_rows(events, main)
        rows["events"] += event_rows(events, main)
    return RunTables(rows, (*run.problems, *problems))


def readable_episodes(run: RecordedRun, problems: list[str]) -> Iterator[tuple[RecordedEpisode, list[AnyEvent]]]:
    """Yield the finished episodes with their events; the others are named in `problems`."""
    for episode in run.episodes.values():
        if not episode.finished:
            problems.append(f"{episode.name} is left out: it was not finished")
            continue
        try:
            events = run.events(episode)
        except StorageError as error:
            problems.append(f"{episode.name} is left out: {error}")
            continue
        yield episode, events


def main_score(run: RecordedRun, episode: RecordedEpisode) -> Score:
    """Return the score of a finished episode from the main judge, or else from its first judge."""
    return episode.scores.get(run.judges[0]) or next(iter(episode.scores.values()))
