"""Tokens and money by role and model: what was asked, what was answered, what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from runtime.models.requests import ModelRole


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

    `answered` counts replies, readable or not; `unmetered` those of them whose tokens the endpoint did not tell;
    `cached` answers from the store, which cost nothing; `failed` requests that came to nothing.
    """

    answered: int = 0
    cached: int = 0
    failed: int = 0
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
        """An attempt at a request brought no reply."""
        self._account(role, model).failed += 1

    def document(self) -> list[dict[str, Any]]:
        """One row for each role and model; `money` is None where it is not known, which is not the same as nothing."""
        rows = []
        for (role, model), one in sorted(self.accounts.items()):
            money = self._money(model, one)
            rows.append(
                {
                    "role": role, "model": model, "answered": one.answered, "cached": one.cached,
                    "failed": one.failed, "unmetered": one.unmetered,
                    "tokens": {"input": one.input, "output": one.output, "reused": one.reused},
                    "money": None if money is None else str(money),
                }
            )  # fmt: skip
        return rows

    def _money(self, model: str, one: Account) -> Decimal | None:
        price = self._prices.get(model)
        if price is None or one.unmetered:
            return None
        return price.of({"input": one.input, "output": one.output, "reused": one.reused}).normalize()

    def _account(self, role: ModelRole, model: str) -> Account:
        return self.accounts.setdefault((role, model), Account())
