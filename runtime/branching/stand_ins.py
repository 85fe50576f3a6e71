"""Who answers and judges while other decisions are tried: users and judges that follow rules and ask no model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import anyio

from runtime.core.errors import UsageError, UserFault
from runtime.core.tasks import Suite, Task
from runtime.language.word_lists import read_word_lists
from runtime.plugins import registry
from runtime.plugins.protocols import Evidence, ModelCallObserver, ParkableUser, Reply, RuleJudge, User
from runtime.plugins.specs import JudgeSpec, UserSpec
from runtime.recordings.run import RecordedRun

_RULES: Final = "rules"
"""The user and the judge that stand in."""

MakeUser = Callable[[Task, int, ModelCallObserver], User]


@dataclass(frozen=True, slots=True)
class StandIns:
    """The users and judges of all branches. `notices` says for people how they differ from those of the run."""

    user_name: str
    user_spec: UserSpec
    judge_specs: dict[str, JudgeSpec]
    same_user: bool
    """Whether the recorded user itself answers."""
    notices: tuple[str, ...]

    @classmethod
    def of(cls, run: RecordedRun, suite: Suite) -> StandIns:
        """Find and import them. Blocks."""
        read_word_lists()
        config = run.manifest.config
        notices = []
        user = _rule_user(config.user, suite)
        if user is None:
            notices.append(
                f"The user of this run, {config.user!r}, is a model or a person: its recorded replies stand, and new "
                "questions are answered by the rule user."
            )
        main = config.judges[0] if config.judges else _RULES
        judges = {name: judge for name in (main, run.state_judge) if name and (judge := _rule_judge(name)) is not None}
        if main not in judges:
            judges = {_RULES: registry.load(registry.JUDGES, _RULES), **judges}
            notices.append(f"The main judge of this run, {main!r}, asks a model: here the judge {_RULES!r} scores.")
        name, spec = (config.user, user) if user is not None else (_RULES, registry.load(registry.USERS, _RULES))
        return cls(name, spec, judges, user is not None, tuple(notices))

    def user(self, task: Task, seed: int, on_call: ModelCallObserver) -> User:
        """Return a user for new questions."""
        return self.user_spec.make(task, seed)

    def replaying_user(self, replies: Sequence[Reply | None]) -> MakeUser:
        """Return the factory of a user for questions that were asked in the recording, with these replies."""

        def make(task: Task, seed: int, on_call: ModelCallObserver) -> User:
            return ReplayingUser(self.user_spec.make(task, seed), iter(replies), same=self.same_user)

        return make

    def judges(self, evidence: Evidence) -> list[RuleJudge]:
        """Return the judges of one branch."""
        made = (spec.make(evidence) for spec in self.judge_specs.values())
        return [judge for judge in made if isinstance(judge, RuleJudge)]


class ReplayingUser:
    """Gives recorded replies, and lets a user that follows rules hear the questions, for what is asked later.

    If that is the `same` user that was recorded, it answers itself: it must give the recorded replies. A missing reply
    (None) never comes.
    """

    def __init__(self, user: User, replies: Iterator[Reply | None], *, same: bool) -> None:
        assert isinstance(user, ParkableUser)
        self._user = user
        self._replies = replies
        self._same = same

    async def answer(self, question: str) -> Reply:
        recorded = next(self._replies)
        if recorded is None:
            await anyio.sleep_forever()
        if self._same:
            return await self._user.answer(question)
        with suppress(UserFault):
            await self._user.answer(question)
        assert recorded is not None
        return recorded

    def park(self) -> str:
        """See `ParkableUser`: the state of the user that answers from here on."""
        return self._user.park()

    def resume(self, parked: str) -> None:
        self._user.resume(parked)


def _rule_user(name: str, suite: Suite) -> UserSpec | None:
    """Return a user that follows rules and can be continued elsewhere; None if that one does not."""
    with suppress(UsageError):
        spec: UserSpec = registry.load(registry.USERS, name)
        if not spec.needs_model and spec.check is None and isinstance(spec.make(suite.tasks[0], 0), ParkableUser):
            return spec
    return None


def _rule_judge(name: str) -> JudgeSpec | None:
    """Return a judge that never waits and asks no model; None if that one does."""
    with suppress(UsageError):
        spec: JudgeSpec = registry.load(registry.JUDGES, name)
        if not spec.needs_model and isinstance(spec.make(_NO_EVIDENCE), RuleJudge):
            return spec
    return None


def _unavailable(digest: str) -> bytes:
    raise FileNotFoundError(digest)


_NO_EVIDENCE: Final = Evidence(_unavailable, _unavailable)  # type: ignore[arg-type]  # it returns nothing
