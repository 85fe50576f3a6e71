"""Sends a request until it is answered: picks the dialect, retries failed attempts, and keeps the deadline."""

from __future__ import annotations

from random import Random

import anyio

from adapters.openai.body import pieces
from adapters.openai.concurrency_budget import Budget
from adapters.openai.dialect import Dialect
from adapters.openai.endpoint import Endpoint
from adapters.openai.replies import AttemptFailed, Outcome, RateLimited, RequestRefused, endpoint_refuses
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import EndpointRefused, ModelLost, ModelRefused, ModelTimeout
from runtime.llm import Ledger, ModelReply, ModelRequest


class OpenAIModel:
    """A model at an OpenAI-compatible endpoint.

    Args:
        name: the model's name at the endpoint.
        endpoint: the client that sends the requests.
        ledger: records every reply as soon as it arrives, and every failed attempt.
        budget: limits the requests in flight; shared by all models of the endpoint.
        tries: maximum number of failed attempts for one request; 429s do not count.
        pace: waits between failed attempts.
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
        """Answer a request; see `Model.complete`."""
        problems = ["the endpoint did not respond"]
        with anyio.move_on_after(request.deadline) as scope:
            return await self._complete(request, problems, anyio.current_time() + request.deadline)
        assert scope.cancelled_caught
        raise ModelTimeout(f"{self.name}: no answer within {request.deadline:g} s ({problems[-1]})")

    async def _complete(self, request: ModelRequest, problems: list[str], deadline: float) -> ModelReply:
        ticket = self.budget.ticket(request.role)
        dialect, refusal, failures = self.dialect, None, 0
        while True:
            async with self.budget.turn(ticket) as began:
                outcome = await self._send(request, dialect, began)
            match outcome:
                case ModelReply():
                    if refusal is not None:
                        self.dialect = dialect
                    return outcome
                case RateLimited(why=why, after=after):
                    problems.append(why)
                    if after is not None and anyio.current_time() + after > deadline:
                        raise ModelTimeout(
                            f"{self.name}: rate limited beyond the deadline ({why}; retry possible in {after:g} s)"
                        )
                case AttemptFailed(why=why):
                    problems.append(why)
                    failures += 1
                    if failures >= self._tries:
                        raise ModelLost(
                            f"{self.name}: {why} ({failures} attempts)" if failures > 1 else f"{self.name}: {why}"
                        )
                    await anyio.sleep(self._pace.wait(failures - 1, self._random.random()))
                case RequestRefused(why=why, status=status, message=message):
                    # Report the first refusal; later ones are about the fallback dialects.
                    refusal = refusal or why
                    following = dialect.after(status, message, structured=request.schema is not None)
                    if following is None:
                        kind = EndpointRefused if endpoint_refuses(status, message) else ModelRefused
                        raise kind(f"{self.name}: {refusal}")
                    dialect = following

    async def _send(self, request: ModelRequest, dialect: Dialect, began: float) -> Outcome:
        """Make one attempt and record it in the ledger, even if it is cancelled."""
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
        if isinstance(outcome, RateLimited):
            self.budget.limited(began, outcome.after)
        elif not isinstance(outcome, AttemptFailed):
            self.budget.answered(began)
        return outcome
