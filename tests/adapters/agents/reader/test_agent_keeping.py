"""What the reader keeps instead of working it out again is what it would work out again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.scripted.reader.policy import Policy
from adapters.agents.scripted.reader.rules.answering import question
from adapters.agents.scripted.reader.screen.trail import Trail

_TOLD = (
    "On Parrot, share the Harbour Walk ticket with Ann Vale, size L.",
    "Tell me the price of the Olive Desk Lamp on Shop.",
    "Write “See you at nine” to Bo and copy the Zoo Plan into Work.",
)
_steps = st.lists(
    st.one_of(
        st.tuples(st.just("app"), st.sampled_from(("Parrot", "Shop", "Zoo"))),
        st.tuples(st.just("apps"), st.sampled_from(("Work", "Shop", "Ann Vale"))),
        st.tuples(st.just("reply"), st.sampled_from(("The Blue One.", "Medium please", "I don't mind."))),
        st.tuples(st.just("meant"), st.sampled_from(("Harbour Walk", "Zoo Plan"))),
        st.tuples(st.just("placed"), st.sampled_from(("1", "3", "6"))),
        st.tuples(st.just("handed"), st.just("")),
    ),
    max_size=8,
)


def _apply(policy: Policy, step: tuple[str, str]) -> None:
    what, value = step
    match what:
        case "app":
            policy.seeking.app = value
        case "apps":
            policy.seeking.apps.add(value)
        case "reply":
            policy.hear((value,))
        case "meant":
            policy.asking.meant += (value,)
        case "placed":
            policy.placed.add(int(value))
        case _:
            policy.handed = True


def _known(policy: Policy) -> tuple[object, ...]:
    return (policy.ear, policy.later, policy.object, policy.seeking.names(policy.request), question(policy))


@given(st.sampled_from(_TOLD), _steps)
def test_what_is_kept_is_what_would_be_worked_out(value, steps):
    """A reader asked at every turn knows the same as one that is asked for the first time after all of it."""
    asked, silent = Policy(value, True), Policy(value, True)
    for step in steps:
        _known(asked)
        _apply(asked, step)
        _apply(silent, step)
    assert _known(asked) == _known(silent)


@given(st.lists(st.one_of(st.integers(0, 4), st.frozensets(st.integers(0, 9), max_size=3), st.booleans()), max_size=20))
def test_the_way_passed_is_that_of_the_pages_on_it(steps):
    """After every arrival and every touch the places are those of all touches between the pages on the way."""
    trail = Trail()
    for step in steps:
        if isinstance(step, bool):
            trail.retreating = step
        elif isinstance(step, int):
            trail.arrive(step)
        else:
            trail.leave(step)
        assert trail.passed == frozenset(at for stop in trail.stops for places in stop.passed for at in places)
    trail.clear()
    assert trail.passed == frozenset()


_TEXTS = (
    "Harbour Walk",
    "Ann Vale",
    "Size",
    "L",
    "Olive Desk Lamp $40",
    "Prices",
    "See you",
    "at nine",
    "the 9",
    "Zoo",
)


@given(st.sampled_from(_TOLD), st.lists(st.sampled_from((*_TEXTS, *_TOLD)), min_size=1, max_size=6))
def test_what_was_heard_before_changes_nothing(value, texts):
    """An ear that has rated much else rates a control as one that hears it first."""
    used = Policy(value, True).ear
    for text in texts:
        used.spoken(text)
        used.rate(text, (text, *texts))
        used.rate(text, (text,), strict=True)
    for text in texts:
        fresh = Policy(value, True).ear
        assert used.rate(text, (text, *texts)) == fresh.rate(text, (text, *texts))
        assert used.rate(text, (text,), strict=True) == Policy(value, True).ear.rate(text, (text,), strict=True)
        assert used.spoken(text) == fresh.spoken(text)
