"""The interaction auditor: labels each dialogue turn and lists the requirements it filled (AmbiBench §4.1.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from judges.evidence.trail import Screen
from runtime.core.events import Released, Replied, TurnJudged, turn_kind
from runtime.core.tasks import Requirement, Task
from runtime.core.text import contains_tokens, tokens
from runtime.language.questions import LabelledAsk, Memory, classify_question

_SWITCH = 2
"""Number of options of a switch, whose two states an app need not name."""


class TurnAuditor:
    """Judges the turns of one attempt by the rules of `runtime.language.questions` and by what screens have shown.

    A compliant ask fills its slot for the score only if it is *grounded*: its candidates stood on a screen of the
    episode before it. Anchors, two-valued switches, free text and values that the app does not list need none.
    """

    def __init__(self, task: Task, episode: str, judge: str) -> None:
        self._task = task
        self._key = episode, judge
        self._memory = Memory()
        self._turns = 0

    def judge(self, turn: Replied, screens: Sequence[Screen], release: Released | None = None) -> TurnJudged:
        """Judge the next turn, given the screens before it.

        With the truth about what the user has released, its label is the user's own, and only what it released is
        filled. An unanswered turn fills nothing.
        """
        judged = classify_question(turn.question, self._task, self._memory)
        self._turns += 1
        settled: Collection[str] = judged.compliant if turn.answered else ()
        if release is not None:
            violating = {ask.slot for ask in judged.asks if ask.label != "compliant"}
            settled = [name for name in self._task.gap if name in release.requirements and name not in violating]
        by_slot = {ask.slot: ask for ask in judged.asks}
        ungrounded = [name for name in settled if name in by_slot and not self._grounded(by_slot[name], screens)]
        if turn.answered:
            self._memory = self._memory.after(judged)
        own = turn_kind(release.turn) if release is not None else None
        episode, judge = self._key
        return TurnJudged(
            episode=episode,
            judge=judge,
            turn=self._turns,
            label=own or judged.label,
            filled=tuple(name for name in settled if name not in ungrounded),
            asks=tuple(ask.label for ask in judged.asks),
            ignored=judged.ignored,
            ungrounded=tuple(ungrounded),
            reason=_reason(judged.asks, judged.ignored, ungrounded),
        )

    def _grounded(self, ask: LabelledAsk, screens: Sequence[Screen]) -> bool:
        """Whether its candidates were shown; a screen that could not be read may have shown anything."""
        requirement = self._task.requirement(ask.slot)
        candidates = [text for text in ask.candidates if text in requirement.options]
        if (
            requirement.kind == "anchor"
            or not requirement.listed
            or len(requirement.options) <= _SWITCH
            or not candidates
        ):
            return True
        if any(screen.text is None for screen in screens):
            return True
        lines = [tokens(line) for screen in screens if screen.text is not None for line in screen.text.lines]
        return sum(_shown(requirement, text, lines) for text in candidates) >= min(len(candidates), 2)


def _shown(requirement: Requirement, option: str, lines: Iterable[tuple[str, ...]]) -> bool:
    """Whether a line shows an option, in full or shortened as an app shortens it ("Fri" for Friday)."""
    wanted = tokens(option)
    if any(contains_tokens(wanted, line) for line in lines):
        return True
    others = {word for text in requirement.options if text != option for word in tokens(text)}
    short = {wanted[0][:size] for size in range(3, len(wanted[0]))} if len(wanted) == 1 else set()
    short -= {word[: len(text)] for text in short for word in others}
    return not short.isdisjoint(chain.from_iterable(lines))


def _reason(asks: Sequence[LabelledAsk], ignored: int, ungrounded: Sequence[str]) -> str:
    parts = [ask.summary for ask in asks] or ["asks for nothing"]
    if ignored:
        parts.append(f"{ignored} more that nobody would answer")
    if ungrounded:
        parts.append(f"no screen had shown the candidates for {', '.join(ungrounded)}")
    return "; ".join(parts)
