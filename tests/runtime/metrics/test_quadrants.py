"""The four cells: identities in counts, and a store whose result does not depend on the order of updates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.metrics.intervals import Z95
from runtime.metrics.quadrants import (
    SPLITS,
    Cells,
    Difference,
    GapTally,
    Key,
    Quadrants,
    StepRecord,
    build_quadrants,
    compare_rates,
    paired_difference,
)

CELLS = st.builds(Cells, *[st.integers(0, 10_000)] * 4)
MAYBE = st.none() | st.booleans()
GROUPS = st.dictionaries(st.sampled_from(["type", "app"]), st.sampled_from(["a", "b", "c"]), max_size=2)
KEYS = st.tuples(st.sampled_from(["e1", "e2"]), st.integers(0, 3))
DELIVERIES = st.lists(
    st.tuples(
        KEYS,
        st.builds(
            StepRecord,
            em=MAYBE,
            gta=MAYBE,
            thought=MAYBE,
            split=st.none() | st.sampled_from(SPLITS),
            groups=GROUPS.map(lambda entry: tuple(sorted(entry.items()))),
        ),
    ),
    max_size=24,
)


Deliveries = Iterable[tuple[Key, StepRecord]]


def counted(deliveries: Deliveries) -> tuple[Counter[str], dict[tuple[str, str], Counter[str]]]:
    """Compute the same counts independently: the last value of each field of each step, then one pass over all
    steps.
    """
    last: dict[Key, dict[str, Any]] = {}
    for key, known in deliveries:
        document = {name: value for name, value in known._asdict().items() if value not in (None, ())}
        last.setdefault(key, {}).update(document)
    counts: Counter[str] = Counter()
    groups: dict[tuple[str, str], Counter[str]] = {}
    for entry in last.values():
        em, gta, thought = entry.get("em"), entry.get("gta"), entry.get("thought")
        found: Counter[str] = Counter()
        if em is not None:
            found["executed"] += 1
            found["right"] += bool(em)
            found["thoughtless"] += thought is False
            found["unevaluated"] += thought is True and gta is None
            found["unreadable"] += not em and entry.get("split") == "format"
            if gta is not None and thought is not False:
                name = {(1, 1): "ideal", (0, 1): "execution_gap", (1, 0): "reasoning_gap", (0, 0): "both_wrong"}
                found[name[int(bool(em)), int(bool(gta))]] += 1
                if gta and not em and "split" in entry:
                    found[str(entry["split"])] += 1
        counts += found
        for group in entry.get("groups", ()):
            groups[group] = groups.get(group, Counter()) + found
    return counts, groups


def flat(tally: GapTally) -> Counter[str]:
    """Convert a tally into a flat counter."""
    found: dict[str, int] = asdict(tally)
    cells: dict[str, int] = found.pop("cells")  # type: ignore[assignment]
    return +Counter({**found, **cells})


def agrees(store: Quadrants, deliveries: Deliveries) -> bool:
    """Return whether the store equals a batch count of all updates."""
    counts, groups = counted(deliveries)
    ours = {(kind, name): flat(tally) for kind in ("type", "app") for name, tally in store.by(kind).items()}
    return flat(store.total) == counts and ours == groups


@given(CELLS)
def test_the_gaps_differ_as_the_accuracies_do(cells: Cells) -> None:
    """EG - RG equals GTA - EM and the four shares add up to 1, exactly; without steps there are no rates."""
    rates = cells.rates
    if not cells.n:
        assert set(rates.values()) == {None}
        assert cells.difference is None
        return
    em, gta, ideal, eg, rg, bw = (rate for rate in rates.values() if rate is not None)
    assert eg - rg == gta - em
    assert ideal + eg + rg + bw == 1
    assert (eg, rg) == (gta - ideal, em - ideal)
    assert cells.difference is not None
    assert cells.difference.value == gta - em
    assert cells.difference.low <= float(gta - em) <= cells.difference.high


def test_the_worked_example_of_ten_steps() -> None:
    """The cells hold 5, 2, 1 and 2 of ten steps, and one more step has only an EM."""
    cells = Cells(ideal=5, execution_gap=2, reasoning_gap=1, both_wrong=2)
    assert [float(rate) * 100 for rate in cells.rates.values() if rate is not None] == pytest.approx(
        [60, 70, 50, 20, 10, 20]
    )
    after = (cells + Cells(reasoning_gap=1)).rates
    assert {name: round(float(number) * 100, 2) for name, number in after.items() if number is not None} == {
        "EM": 63.64,
        "GTA": 63.64,
        "IDEAL": 45.45,
        "EG": 18.18,
        "RG": 18.18,
        "BW": 18.18,
    }


def test_the_interval_is_mcnemars() -> None:
    """The interval of a paired difference is McNemar's, and depends only on steps that differ."""
    found = paired_difference(30, 10, 100)
    spread = Z95 * sqrt(40 - 20**2 / 100) / 100
    assert found is not None
    assert (found.value, found.n) == (Fraction(1, 5), 100)
    assert (found.low, found.high) == pytest.approx((0.2 - spread, 0.2 + spread))
    assert found.sure
    assert paired_difference(0, 0, 50) == Difference(Fraction(0), 0, 0, 50)
    assert paired_difference(1, 0, 0) is None


@given(DELIVERIES)
def test_incremental_is_batch_on_every_prefix(deliveries: list[tuple[Key, StepRecord]]) -> None:
    """After each update the store equals a batch count of all updates so far."""
    store = Quadrants()
    for at, (key, known) in enumerate(deliveries, 1):
        store.deliver(
            key,
            em=known.em,
            gta=known.gta,
            thought=known.thought,
            split=known.split,
            groups=dict(known.groups) or None,
        )
        assert agrees(store, deliveries[:at])


@given(DELIVERIES, st.randoms(use_true_random=False))
def test_order_parts_and_repetition_change_nothing(deliveries: list[tuple[Key, StepRecord]], random: Random) -> None:
    """Delivering values separately, repeatedly and in any order gives the same counts."""
    truth = dict(deliveries)
    parts = [
        (key, StepRecord(**{name: value}))
        for key, known in truth.items()
        for name, value in known._asdict().items()
        for _ in range(2)
    ]
    random.shuffle(parts)
    assert build_quadrants(parts) == build_quadrants(truth.items())
    assert agrees(build_quadrants(parts), truth.items())


@given(DELIVERIES, st.integers(0, 24))
def test_shards_merge_to_the_whole(deliveries: list[tuple[Key, StepRecord]], cut: int) -> None:
    """Merging the two parts of a stream gives the counts of the whole, and leaves the parts unchanged."""
    left, right = build_quadrants(deliveries[:cut]), build_quadrants(deliveries[cut:])
    assert left.merge(right) == build_quadrants(deliveries)
    assert left == build_quadrants(deliveries[:cut])
    assert right == build_quadrants(deliveries[cut:])


@given(DELIVERIES, DELIVERIES)
def test_tallies_of_different_steps_add_up(
    left: list[tuple[Key, StepRecord]], right: list[tuple[Key, StepRecord]]
) -> None:
    """Counts of stores without shared steps are added, never averaged."""
    apart = [(("other " + episode, step), known) for (episode, step), known in right]
    assert build_quadrants(left).total + build_quadrants(apart).total == build_quadrants([*left, *apart]).total


@given(DELIVERIES, KEYS)
def test_a_withdrawn_step_is_not_counted(deliveries: list[tuple[Key, StepRecord]], key: Key) -> None:
    """A withdrawn step leaves the same counts as if it had never been delivered."""
    store = build_quadrants(deliveries)
    store.withdraw(key)
    assert store == build_quadrants((pair, known) for pair, known in deliveries if pair != key)


def test_no_thought_is_counted_and_kept_out() -> None:
    """A step without a thought is in no cell, but counts in EM over all steps."""
    store = Quadrants()
    store.deliver(("e", 0), em=True, gta=True, thought=True)
    store.deliver(("e", 1), em=False, gta=True, thought=False)
    store.deliver(("e", 2), em=False, thought=True)
    assert store.cells == Cells(ideal=1)
    assert store.total.em == Fraction(1, 3)
    assert store.total.missing_thought == Fraction(1, 3)
    assert store.total.unevaluated == 1
    assert Quadrants().total.missing_thought is None


def test_a_correction_moves_a_step() -> None:
    """A later value of a step replaces the earlier one in the total and in the groups."""
    store = Quadrants()
    store.deliver(("e", 0), em=False, gta=True, split="type", groups={"type": "click"})
    assert store.total.execution_gap == {"format": 0, "type": 1, "argument": 0}
    store.deliver(("e", 0), em=True, groups={"type": "scroll"})
    assert store.cells == Cells(ideal=1)
    assert store.total.execution_gap == {"format": 0, "type": 0, "argument": 0}
    assert store.by("type") == {"scroll": store.total}


@given(DELIVERIES, DELIVERIES)
def test_two_models_are_compared_on_the_steps_that_both_have(
    left: list[tuple[Key, StepRecord]], right: list[tuple[Key, StepRecord]]
) -> None:
    """Two models are compared on the steps that both have, and swapping them changes the sign."""
    ours, theirs = build_quadrants(left), build_quadrants(right)
    shared = [
        key for key, known in ours.items() if known.joint and (other := theirs.get(key)) is not None and other.joint
    ]
    for rate in ("EM", "GTA", "IDEAL", "EG", "RG", "BW"):
        found, back = compare_rates(ours, theirs, rate), compare_rates(theirs, ours, rate)
        if not shared:
            assert found is None
            assert back is None
            continue
        rates = [
            build_quadrants((key, known) for key, known in store.items() if key in shared).cells.rates[rate]
            for store in (ours, theirs)
        ]
        assert found is not None
        assert back is not None
        assert rates[0] is not None
        assert rates[1] is not None
        assert found.value == rates[0] - rates[1] == -back.value
        assert found.n == len(shared)
