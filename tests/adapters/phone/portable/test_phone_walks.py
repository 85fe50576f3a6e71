"""Random walks: an exported or copied phone behaves like the one that it came from."""

from __future__ import annotations

from benchmarks.acceptance.phone_values import Figures, new_phone, suite_intents, walk


def test_walks_go_on_alike_on_loaded_and_copied_phones() -> None:
    """Tree, state, digest and clock stay equal after every move; exports are small; equal digests mean equal states."""
    figures, phone, intents = Figures(), new_phone(), suite_intents()
    results = [walk(figures, phone, intents[number * 11 % len(intents)], number) for number in range(10)]
    assert all(result.same for result in results)
    assert max(figures.sizes) < 15_000
    assert figures.told_apart()[0] == 0
