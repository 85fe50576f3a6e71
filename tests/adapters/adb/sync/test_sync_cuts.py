"""A connection that is cut in the middle of a transfer; `benchmarks.acceptance.transfers` does it at every byte."""

from __future__ import annotations

import pytest

from benchmarks.acceptance.transfers import TRANSFERS, Transfer, cut

ANSWER = "push, its answer"
"""A few hundred bytes, where the others have thousands."""


@pytest.mark.parametrize("transfer", TRANSFERS, ids=lambda item: item.name)
async def test_a_cut_transfer_is_never_a_short_success(transfer: Transfer):
    """After however many bytes: an error that says that the connection is lost, and nothing half-written here."""
    outcomes = await cut(transfer, 31 if transfer.name == ANSWER else 211)
    assert set(outcomes) <= {"DeviceLost", "whole"}
    assert outcomes["DeviceLost"] >= 3
    assert outcomes["whole"] == 1
