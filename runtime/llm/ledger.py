"""Counts tokens and cost by role and model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from runtime.llm.requests import ModelRole


@dataclass(frozen=True, slots=True)
class Price:
    """Price per million tokens. `reused` is for input that the endpoint had cached; None: same as other input."""

    input: Decimal
    output: Decimal
    reused: Decimal | None = None

    def cost(self, usage: Mapping[str, int]) -> Decimal:
        """Return the cost of this many tokens."""
        reused = usage.get("reused", 0)
        fresh = usage.get("input", 0) - reused
        again = self.input if self.reused is None else self.reused
        return (fresh * self.input + reused * again + usage.get("output", 0) * self.output) / 1_000_000


@dataclass(slots=True)
class Account:
    """Token counts of one role and model.

    `answered` counts replies, readable or not; `cached` replies from the cache, which cost nothing; `failed` attempts
    that the endpoint did not serve; `abandoned` those cancelled before a reply; `unmetered` all whose token usage is
    unknown, abandoned ones included.
    """

    answered: int = 0
    cached: int = 0
    failed: int = 0
    abandoned: int = 0
    unmetered: int = 0
    input: int = 0
    output: int = 0
    reused: int = 0


class Ledger:
    """The accounts of a run. Clients update it as soon as a reply arrives, before anybody reads it."""

    def __init__(self, prices: Mapping[str, Price] | None = None) -> None:
        self._prices = dict(prices or {})
        self.accounts: dict[tuple[ModelRole, str], Account] = {}

    def answered(self, role: ModelRole, model: str, usage: Mapping[str, int]) -> None:
        """Record a reply from the endpoint."""
        account = self._account(role, model)
        account.answered += 1
        account.unmetered += not usage
        account.input += usage.get("input", 0)
        account.output += usage.get("output", 0)
        account.reused += usage.get("reused", 0)

    def cached(self, role: ModelRole, model: str) -> None:
        """Record a reply from the cache."""
        self._account(role, model).cached += 1

    def failed(self, role: ModelRole, model: str) -> None:
        """Record an attempt that the endpoint did not serve."""
        self._account(role, model).failed += 1

    def abandoned(self, role: ModelRole, model: str) -> None:
        """Record an attempt that was cancelled in flight; its cost is unknown."""
        account = self._account(role, model)
        account.abandoned += 1
        account.unmetered += 1

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add the rows of a document, such as that of the first part of a resumed run."""
        for row in rows:
            account = self._account(row["role"], row["model"])
            for name in ("answered", "cached", "failed", "abandoned", "unmetered"):
                setattr(account, name, getattr(account, name) + int(row[name]))
            for name in ("input", "output", "reused"):
                setattr(account, name, getattr(account, name) + int(row["tokens"][name]))

    def take(self) -> list[dict[str, Any]]:
        """Return the document so far, and begin again from zero."""
        rows = self.document()
        self.accounts.clear()
        return rows

    def document(self) -> list[dict[str, Any]]:
        """Return one row for each role and model.

        `money` is the cost of the counted tokens; `unmetered` is the number of replies not included in it. It is None
        if the model has no known price, which is not the same as zero.
        """
        rows = []
        for (role, model), sums in sorted(self.accounts.items()):
            price = self._prices.get(model)
            tokens = {"input": sums.input, "output": sums.output, "reused": sums.reused}
            rows.append(
                {
                    "role": role, "model": model, "answered": sums.answered, "cached": sums.cached,
                    "failed": sums.failed, "abandoned": sums.abandoned, "unmetered": sums.unmetered, "tokens": tokens,
                    "money": None if price is None else f"{price.cost(tokens):f}",
                }
            )  # fmt: skip
        return rows

    def _account(self, role: ModelRole, model: str) -> Account:
        return self.accounts.setdefault((role, model), Account())
