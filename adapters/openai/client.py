"""A request to its end: in a dialect that the endpoint takes, again where that helps, within its deadline."""

from __future__ import annotations

from random import Random

import anyio

from adapters.openai.body import pieces
from adapters.openai.budget import Budget
from adapters.openai.dialect import Dialect
from adapters.openai.endpoint import Endpoint
from adapters.openai.replies import Broken, Limited, Outcome, Refusal
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import ModelLost, ModelRefused, ModelTimeout
from runtime.llm import Ledger, ModelReply, ModelRequest


class OpenAIModel:
    """A model of an endpoint.

    Args:
        name: the model's name at the endpoint.
        endpoint: where requests go.
        ledger: where every reply is recorded the moment it is there, and every attempt that brought none.
        budget: who may send next; shared by all models of the endpoint.
        tries: how often an endpoint may fail one request (429s don't count: they only cost time).
        pace: the waits between those attempts.
    """

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        ledger: Ledger,
        budget: Budget,
        *,
        tries: int = 5,
        pace: BackoffPolicy | None = None,
    ) -> None:
        self.name = name
        self.dialect = Dialect()
        self._endpoint = endpoint
        self._ledger = ledger
        self._tries = tries
        self._pace = pace or BackoffPolicy()
        self._random = Random(name)
        self.budget = budget

    async def complete(self, request: ModelRequest) -> ModelReply:
        """The reply; see `Model`."""
        trouble = ["nothing came back"]
        with anyio.move_on_after(request.deadline) as scope:
            return await self._complete(request, trouble, anyio.current_time() + request.deadline)
        assert scope.cancelled_caught
        raise ModelTimeout(f"{self.name}: no answer within {request.deadline:g} s ({trouble[-1]})")

    async def _complete(self, request: ModelRequest, trouble: list[str], end: float) -> ModelReply:
        ticket = self.budget.ticket(request.role)
        dialect, refusal, broken = self.dialect, None, 0
        while True:
            async with self.budget.turn(ticket) as began:
                outcome = await self._send(request, dialect, began)
            match outcome:
                case ModelReply():
                    if refusal is not None:
                        self.dialect = dialect
                    return outcome
                case Limited(why=why, after=after):
                    trouble.append(why)
                    if after is not None and anyio.current_time() + after > end:
                        raise ModelTimeout(f"{self.name}: not before the deadline ({why}; try again in {after:g} s)")
                case Broken(why=why):
                    trouble.append(why)
                    broken += 1
                    if broken >= self._tries:
                        raise ModelLost(
                            f"{self.name}: {why} ({broken} attempts)" if broken > 1 else f"{self.name}: {why}"
                        )
                    await anyio.sleep(self._pace.wait(broken - 1, self._random.random()))
                case Refusal(why=why, status=status, said=message):
                    # The first refusal is about what was meant to be asked, later ones about what was tried instead.
                    refusal = refusal or why
                    following = dialect.after(status, message, structured=request.schema is not None)
                    if following is None:
                        raise ModelRefused(f"{self.name}: {refusal}")
                    dialect = following

    async def _send(self, request: ModelRequest, dialect: Dialect, began: float) -> Outcome:
        """One attempt, entered into the books before anybody reads it, also if it is cancelled on the way."""
        outcome: Outcome | None = None
        try:
            outcome = await self._endpoint.post(pieces(request, self.name, dialect), self.name, bulk=request.bulk)
        finally:
            if isinstance(outcome, ModelReply):
                self._ledger.answered(request.role, self.name, outcome.usage)
            elif outcome is None:
                self._ledger.abandoned(request.role, self.name)
            else:
                self._ledger.failed(request.role, self.name)
        if isinstance(outcome, Limited):
            self.budget.limited(began, outcome.after)
        elif not isinstance(outcome, Broken):
            self.budget.answered(began)
        return outcome
