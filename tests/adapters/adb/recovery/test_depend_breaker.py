"""The laws of the circuit breaker, of the waits between attempts and of the cap on new connections; time is a value."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.transport.dial_limiter import RateLimit
from runtime.core.backoff import Backoff, BackoffPolicy
from runtime.devices.breaker import Breaker, FailureThresholds

RULES = FailureThresholds(BackoffPolicy(first=1.0, longest=8.0), patience=100.0, tolerated=3)
draws = st.floats(0.0, 1.0, exclude_max=True)


def rest(breaker: Breaker, now: float, draw: float = 0.5) -> Breaker:
    """Lost while it was used."""
    return breaker.failed(now, "gone", RULES, draw, gone=True)


def test_a_lost_device_rests_at_once_and_returns_when_it_answers():
    """closed, open, half-open, closed: it is due after the first wait, and use makes up for everything."""
    breaker = rest(Breaker(), 10.0)
    assert (breaker.state, breaker.since) == ("open", 10.0)
    assert 10.5 <= breaker.until <= 11.0
    back = breaker.probing().answered(breaker.until)
    assert (breaker.probing().state, back.state, back.faults) == ("half-open", "closed", 1)
    assert back.worked() == Breaker()


def test_refusals_rest_a_device_only_when_they_repeat():
    """Saying no is an answer: the third one in a row counts like silence, one piece of work between them forgives."""
    breaker = Breaker()
    for state in ("closed", "closed", "open"):
        breaker = breaker.failed(1.0, "no", RULES, 0.0, gone=False)
        assert breaker.state == state
    twice = Breaker(faults=2, since=0.0)
    assert twice.worked().failed(1.0, "no", RULES, 0.0, gone=False).state == "closed"


def test_a_device_that_comes_and_goes_is_looked_at_less_and_less_often():
    """Answering is not working: the waits grow to their limit until it has done something."""
    breaker, now, waits = Breaker(), 0.0, []
    for _ in range(6):
        breaker = rest(breaker, now, 0.0)
        waits.append(breaker.until - now)
        now = breaker.until
        breaker = breaker.probing().answered(now)
    assert waits == [0.5, 1.0, 2.0, 4.0, 4.0, 4.0]
    assert rest(breaker.worked(), now, 0.0).until - now == 0.5


def test_idle_time_is_not_held_against_a_device():
    """A device that answered and was then idle for an hour keeps its patience except what it used before."""
    breaker = rest(Breaker(), 0.0).probing().answered(2.0)
    later = rest(breaker.leased(3600.0), 3601.0)
    assert later.state == "open"
    assert 3601.0 - later.since == pytest.approx(3.0)


@given(st.lists(st.tuples(draws, st.booleans(), st.floats(0.0, 30.0)), max_size=60))
def test_patience_ends_and_never_early(story):
    """Whatever its story: no probe before its time nor after the patience, and out exactly when that is over."""
    breaker, now, began = Breaker(), 0.0, None
    for draw, answers, work in story:
        if breaker.state == "out":
            break
        if breaker.state == "open":
            now = breaker.until
            breaker = breaker.probing()
            assert breaker.state == "half-open"
        if breaker.state == "half-open" and answers:
            breaker = breaker.answered(now).leased(now)
            now += work
        began = now if began is None else began
        breaker = rest(breaker, now, draw)
        assert breaker.state == ("out" if now >= began + RULES.patience else "open")
        if breaker.state == "open":
            assert now < breaker.until <= began + RULES.patience
            assert breaker.until - now <= RULES.pace.longest + 1e-9
    assert breaker.state != "out" or breaker.worked().state == breaker.answered(now).state == "out"


@given(st.integers(0, 10**6), draws)
def test_a_wait_is_in_the_upper_half_of_its_ceiling(failures, draw):
    """However long something has been failing, the wait is a finite number within its limits."""
    pace = BackoffPolicy(first=0.5, longest=30.0)
    ceiling = min(0.5 * 2 ** min(failures, 10), 30.0)
    assert ceiling / 2 <= pace.wait(failures, draw) <= ceiling


def test_many_that_lost_the_same_thing_do_not_come_back_at_once():
    """Twenty breakers with draws of their own are due at twenty times, spread over half of the first wait."""
    random = Random(7)
    due = sorted(rest(Breaker(), 0.0, random.random()).until for _ in range(20))
    assert len(set(due)) == 20
    assert due[-1] - due[0] > 0.3
    assert len({Backoff(BackoffPolicy(), Random(seed)).seconds() for seed in range(20)}) == 20


@given(st.integers(1, 9), st.lists(st.floats(0.0, 2.0), max_size=60))
def test_no_window_has_more_turns_than_the_cap(most, gaps):
    """In any second at most that many turns, and no wait is longer than the window."""
    turns, now, taken = RateLimit(most), 0.0, []
    for gap in gaps:
        now += gap
        wait = turns.wait(now)
        assert 0.0 <= wait <= 1.0 + 1e-9
        now += wait
        turns.take(now)
        taken.append(now)
    for first, last in zip(taken, taken[most:], strict=False):
        assert last - first >= 1.0 - 1e-9


def test_turns_under_the_cap_wait_for_nothing():
    """Fifty at once are nothing to a cap of fifty; the next one waits for the rest of the second."""
    turns = RateLimit(50)
    for _ in range(50):
        assert turns.wait(0.25) == 0.0
        turns.take(0.25)
    assert turns.wait(0.5) == pytest.approx(0.75)


@pytest.mark.parametrize(("most", "window"), [(0, 1.0), (1, 0.0), (-1, 1.0)])
def test_a_cap_that_lets_nobody_through_is_refused(most, window):
    """It would wait for ever."""
    with pytest.raises(ValueError, match="both must be positive"):
        RateLimit(most, window)
