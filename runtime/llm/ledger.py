"""Tokens and money by role and model: what was asked, what was answered, what it cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from runtime.llm.requests import ModelRole


@dataclass(frozen=True, slots=True)
class Price:
    """Money per million tokens. `reused` is for input that the endpoint had cached; None: as other input."""

    input: Decimal
    output: Decimal
    reused: Decimal | None = None

    def of(self, usage: Mapping[str, int]) -> Decimal:
        """What so many tokens cost."""
        reused = usage.get("reused", 0)
        fresh = usage.get("input", 0) - reused
        again = self.input if self.reused is None else self.reused
        return (fresh * self.input + reused * again + usage.get("output", 0) * self.output) / 1_000_000


@dataclass(slots=True)
class Account:
    """One role's business with one model.

    `answered` counts replies, readable or not; `cached` answers from the store, which cost nothing; `failed` attempts
    that the endpoint did not serve; `abandoned` those given up before an answer was there; `unmetered` all whose tokens
    nobody told us, abandoned ones included.
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
    """The accounts of a run. Written to by the clients at the moment a reply is there, before anybody reads it."""

    def __init__(self, prices: Mapping[str, Price] | None = None) -> None:
        self._prices = dict(prices or {})
        self.accounts: dict[tuple[ModelRole, str], Account] = {}

    def answered(self, role: ModelRole, model: str, usage: Mapping[str, int]) -> None:
        """A reply came back from the endpoint."""
        account = self._account(role, model)
        account.answered += 1
        account.unmetered += not usage
        account.input += usage.get("input", 0)
        account.output += usage.get("output", 0)
        account.reused += usage.get("reused", 0)

    def cached(self, role: ModelRole, model: str) -> None:
        """A reply was taken from the store."""
        self._account(role, model).cached += 1

    def failed(self, role: ModelRole, model: str) -> None:
        """The endpoint did not serve an attempt."""
        self._account(role, model).failed += 1

    def abandoned(self, role: ModelRole, model: str) -> None:
        """An attempt was given up while it was on its way; what it cost there is not known."""
        account = self._account(role, model)
        account.abandoned += 1
        account.unmetered += 1

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add what a document tells, such as that of the first part of a run."""
        for row in rows:
            account = self._account(row["role"], row["model"])
            for name in ("answered", "cached", "failed", "abandoned", "unmetered"):
                setattr(account, name, getattr(account, name) + int(row[name]))
            for name in ("input", "output", "reused"):
                setattr(account, name, getattr(account, name) + int(row["tokens"][name]))

    def document(self) -> list[dict[str, Any]]:
        """One row for each role and model.

        `money` is for the tokens that were counted; `unmetered` says how many replies are not in it. It is None where
        the model has no price, which is not the same as nothing.
        """
        rows = []
        for (role, model), sums in sorted(self.accounts.items()):
            price = self._prices.get(model)
            tokens = {"input": sums.input, "output": sums.output, "reused": sums.reused}
            rows.append(
                {
                    "role": role, "model": model, "answered": sums.answered, "cached": sums.cached,
                    "failed": sums.failed, "abandoned": sums.abandoned, "unmetered": sums.unmetered, "tokens": tokens,
                    "money": None if price is None else f"{price.of(tokens):f}",
                }
            )  # fmt: skip
        return rows

    def _account(self, role: ModelRole, model: str) -> Account:
        return self.accounts.setdefault((role, model), Account())
