"""The draw of the steps that people label: how many of each kind, and which."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.records import KINDS, Truth
from benchmarks.gap.strata import LEAST, allocate, draw_sample, stratum

COUNTS = st.dictionaries(st.sampled_from(["click", "stop", "scroll", "type", "press", "open"]), st.integers(0, 400))
KEYS = st.dictionaries(
    st.sampled_from(["click", "stop", "press"]),
    st.sets(st.tuples(st.sampled_from(["a", "b", "a/1"]), st.integers(0, 40)), max_size=40),
)

PUBLISHED = {
    "aitz": (
        {"click": 2736, "scroll": 601, "stop": 504, "type": 500, "press": 232 + 118 + 33},
        {"click": 106, "stop": 24, "scroll": 27, "type": 24, "press": 19},
    ),
    "cagui": (
        {"click": 3237, "stop": 600, "type": 574, "scroll": 79, "long_press": 25},
        {"click": 131, "stop": 28, "scroll": 8, "type": 27, "long_press": 6},
    ),
    "androidcontrol": (
        {"click": 5504, "stop": 1680, "scroll": 1297, "type": 685, "press": 372},
        {"click": 106, "stop": 36, "scroll": 29, "type": 17, "press": 12},
    ),
}
"""Counts of each kind in the test sets, and how many of the 200 labelled steps were of it (figure 2 of the paper)."""


@pytest.mark.parametrize("dataset", PUBLISHED)
def test_the_published_allocations_come_out(dataset):
    """`allocate` gives the published sample sizes for the counts of each dataset."""
    counts, sampled = PUBLISHED[dataset]
    assert allocate(counts) == sampled


def test_the_published_kinds_are_drawn():
    """Back, home and enter are one stratum; waits are in none."""
    assert {stratum(Truth("press", button=button)) for button in ("back", "home", "enter")} == {"press"}
    assert stratum(Truth("wait")) is None
    assert [kind for kind in KINDS if stratum(Truth(kind)) is None] == ["wait"]


@given(COUNTS, st.integers(1, 300), st.integers(0, 10))
def test_a_sample_is_as_large_as_was_asked_for(counts, size, least):
    """The sample has the requested size if possible, within each stratum's count and above its minimum."""
    found = allocate(counts, size, least)
    assert sum(found.values()) == min(size, sum(counts.values()))
    assert all(found[name] <= counts[name] for name in found)
    strata = sum(count > 0 for count in counts.values())
    sure = min(least, size // strata) if strata else 0
    assert all(found[name] >= min(sure, count) for name, count in counts.items() if count)


@given(COUNTS, st.integers(40, 300))
def test_a_larger_stratum_gives_no_less(counts, size):
    """Of two strata the smaller never has more sampled steps than the larger."""
    found = allocate(counts, size)
    for text in found:
        for other in found:
            assert counts[text] <= counts[other] or found[text] >= found[other]


@given(COUNTS)
def test_shares_are_rounded_by_less_than_one(counts):
    """If no stratum is exhausted, each has its five and its exact share of the rest, rounded up or down."""
    total, strata = sum(counts.values()), sum(count > 0 for count in counts.values())
    if total <= 200:
        assert allocate(counts) == {name: count for name, count in counts.items() if count}
        return
    exact = {n: LEAST + Fraction((200 - LEAST * strata) * count, total) for n, count in counts.items() if count}
    if all(share + 1 <= counts[name] for name, share in exact.items()):
        assert all(abs(share - exact[name]) < 1 for name, share in allocate(counts).items())


@given(KEYS, st.integers(1, 60), st.integers(0, 2**31), st.randoms(use_true_random=False))
def test_the_draw_is_the_same_in_any_order(keys, size, seed, random):
    """The same seed draws the same steps, in whatever order steps and strata are given."""
    found = draw_sample(keys, size, 5, seed)
    shuffled = {name: random.sample(sorted(keys[name]), len(keys[name])) for name in reversed(keys)}
    assert draw_sample(shuffled, size, 5, seed) == found
    assert {name: len(members) for name, members in found.items()} == allocate(
        {name: len(members) for name, members in keys.items()}, size
    )
    assert all(set(members) <= keys[name] and len(set(members)) == len(members) for name, members in found.items())


@given(KEYS, st.integers(0, 2**31))
def test_an_added_step_replaces_at_most_one_other(keys, seed):
    """In a stratum with an unchanged allocation, at most one step is replaced, by the new one."""
    members = keys.get("click", set())
    before = set(draw_sample({"click": members}, 10, 5, seed).get("click", ()))
    after = set(draw_sample({"click": members | {("new", 0)}}, 10, 5, seed)["click"])
    assert len(before - after) <= 1
    assert after - before <= {("new", 0)}


def test_another_seed_draws_others():
    """The default seed is 2025, and another seed draws other steps."""
    keys = {"click": [("episode", number) for number in range(1000)]}
    assert draw_sample(keys) == draw_sample(keys, seed=2025)
    assert set(draw_sample(keys)["click"]) != set(draw_sample(keys, seed=2026)["click"])
