"""The rows of the tables of a run: one value in each column, the same for data frames, CSV and Parquet. Pure.

    episodes   a row for each episode and judge: what it found, and what the episode adds to each metric
    steps      a row for each action: thought, action, screens around it, what the main judge says of it
    turns      a row for each question to the user, with the reply and its label
    events     a row for each event, as JSON

An empty value (None) is unknown or does not apply; it never stands for 0 or false.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, Literal

from runtime.core.actions import FREE_ACTIONS, Action
from runtime.core.events import AnyEvent, Decided, Observed, Performed, Replied, Score, encode
from runtime.metrics import counts
from runtime.metrics.reducers import METRICS

TableName = Literal["episodes", "steps", "turns", "events"]
Value = str | int | float | bool | None
Row = dict[str, Value]

_EPISODE: Final[dict[str, type]] = {"episode": str, "agent": str, "task": str, "repeat": int, "attempt": int}
COLUMNS: Final[Mapping[TableName, Mapping[str, type]]] = {
    "episodes": {
        **_EPISODE,
        "judge": str,
        "main_judge": bool,
        "intent": str,
        "level": str,
        "domain": str,
        "difficulty": str,
        "apps": str,
        "can_ask": bool,
        "instrument": bool,
        "ending": str,
        "cause": str,
        "error": str,
        "lost": bool,
        "requirements": int,
        "met": int,
        "met_final": int,
        "key_steps": int,
        "key_steps_hit": int,
        "steps": int,
        "redundant_steps": int,
        "termination": str,
        "turns": int,
        "violations": int,
        "not_understood": int,
        "gap": int,
        "filled": int,
        "words": int,
        "side_effects": int,
        "bypasses": int,
        "malformed": int,
        "unread": int,
        **dict.fromkeys(METRICS, float),
    },
    "steps": {
        **_EPISODE,
        "seq": int,
        "step": int,
        "decision": int,
        "source": str,
        "thought": str,
        "action": str,
        "x": int,
        "y": int,
        "text": str,
        "arguments": str,
        "commands": str,
        "t": float,
        "took": int,
        "frame_before": str,
        "frame_after": str,
        "redundant": str,
        "em": bool,
        "gta": bool,
    },
    "turns": {
        **_EPISODE,
        "turn": int,
        "step": int,
        "t": float,
        "question": str,
        "reply": str,
        "answered": bool,
        "label": str,
        "filled": str,
        "ungrounded": str,
        "user_label": str,
    },
    "events": {**_EPISODE, "seq": int, "t": float, "kind": str, "step": int, "data": str},
}
"""The type of each column, in order."""
TABLES: Final[tuple[TableName, ...]] = tuple(COLUMNS)


def episode_row(score: Score, *, main: bool) -> Row:
    """Return the row of one judge's score; `main`: it is the judge whose scores make the metrics.

    The columns named like metrics hold what the episode contributes: their mean over tasks is the metric.
    """
    return {
        **_key(score),
        "judge": score.judge,
        "main_judge": main,
        "intent": score.intent,
        "level": score.level,
        "domain": score.domain,
        "difficulty": score.difficulty,
        "apps": " ".join(score.apps),
        "can_ask": score.can_ask,
        "instrument": score.instrument,
        "ending": score.ending,
        "cause": score.cause,
        "error": score.error or None,
        "lost": counts.lost(score),
        "requirements": score.requirements,
        "met": counts.met(score),
        "met_final": counts.met_final(score),
        "key_steps": score.key_steps,
        "key_steps_hit": counts.key_steps_hit(score),
        "steps": score.steps,
        "redundant_steps": counts.redundant_steps(score),
        "termination": score.termination,
        "turns": score.turns,
        "violations": counts.violations(score),
        "not_understood": counts.not_understood(score),
        "gap": score.gap,
        "filled": counts.filled(score),
        "words": score.words,
        "side_effects": counts.standing_side_effects(score),
        "bypasses": counts.standing_bypasses(score),
        "malformed": score.malformed,
        "unread": score.unread,
        **contributions(score),
    }


def step_rows(
    events: Sequence[AnyEvent], score: Score, gaps: Mapping[int, tuple[bool | None, bool | None]]
) -> list[Row]:
    """Return a row for each executed action of an episode; `score` is that of the main judge.

    `gaps` are the gap marks of the judge that has some (`Score.gaps`); they go to the row of a decision's first action.
    """
    rows: list[Row] = []
    decided: Decided | None = None
    frame: str | None = None
    fresh = False
    for event in events:
        match event:
            case Observed():
                frame = event.frame
                if rows and rows[-1]["frame_after"] is None:
                    rows[-1]["frame_after"] = frame
            case Decided():
                decided, fresh = event, True
            case Performed():
                em, gta = gaps.get(decided.step, (None, None)) if decided is not None and fresh else (None, None)
                fresh = False
                free = isinstance(event.action, FREE_ACTIONS)
                rows.append(
                    {
                        **_key(score),
                        "seq": event.seq,
                        "step": event.step,
                        "decision": decided.step if decided is not None else None,
                        "source": decided.source if decided is not None else None,
                        "thought": (decided.decision.thought or None) if decided is not None else None,
                        **_action_columns(event.action),
                        "commands": json.dumps(event.commands, ensure_ascii=False),
                        "t": event.t,
                        "took": event.took,
                        "frame_before": frame,
                        "frame_after": None,
                        "redundant": None if free else score.redundant.get(event.step),
                        "em": em,
                        "gta": gta,
                    }
                )
            case _:
                pass
    return rows


def turn_rows(events: Sequence[AnyEvent], score: Score) -> list[Row]:
    """Return a row for each question to the user; `score` is that of the main judge."""
    return [
        {
            **_key(score),
            "turn": turn,
            "step": event.step,
            "t": event.t,
            "question": event.question,
            "reply": event.text,
            "answered": event.answered,
            "label": score.labels.get(turn),
            "filled": " ".join(score.filled.get(turn, ())) or None,
            "ungrounded": " ".join(score.ungrounded.get(turn, ())) or None,
            "user_label": score.user_labels.get(turn),
        }
        for turn, event in enumerate((event for event in events if isinstance(event, Replied)), start=1)
    ]


def event_rows(events: Sequence[AnyEvent], score: Score) -> list[Row]:
    """Return a row for each event of an episode."""
    return [
        {
            **_key(score),
            "seq": event.seq,
            "t": event.t,
            "kind": event.kind,
            "step": event.step if isinstance(event, (Observed, Decided, Performed, Replied)) else None,
            "data": encode(event).decode(),
        }
        for event in events
    ]


def contributions(score: Score) -> dict[str, float | None]:
    """Return what an episode contributes to each metric; None: nothing."""
    entries = {name: metric.entry(score) for name, metric in METRICS.items()}
    return {name: None if entry.value is None else entry.value / entry.per for name, entry in entries.items()}


def action_arguments(action: Action) -> dict[str, Any]:
    """Return an action's fields by name, without its kind."""
    return {name: value for name, value in asdict(action).items() if name != "kind"}


def _action_columns(action: Action) -> Row:
    arguments = action_arguments(action)
    texts = (arguments.get(name) for name in ("text", "question", "message", "name", "app", "raw"))
    return {
        "action": action.kind,
        "x": arguments.get("x", arguments.get("x1")),
        "y": arguments.get("y", arguments.get("y1")),
        "text": next((text for text in texts if text), None),
        "arguments": json.dumps(arguments, ensure_ascii=False),
    }


def _key(score: Score) -> Row:
    return {
        "episode": score.episode,
        "agent": score.agent,
        "task": score.task,
        "repeat": score.repeat,
        "attempt": score.attempt,
    }
