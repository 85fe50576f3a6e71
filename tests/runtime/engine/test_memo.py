from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.memo import Memo


@given(st.lists(st.integers(0, 9)), st.integers(1, 5))
def test_a_memo_returns_the_computed_values_and_caches_the_most_recent(keys, most):
    """A memo returns each key's own value, and caches the most recently used keys."""
    memo: Memo[int, int] = Memo(most)
    newest: list[int] = []
    for key in keys:
        newest = [*(number for number in newest if number != key), key]
        assert memo.of(key, partial(pow, key, 2)) == key * key
    numbers = newest[-most:]
    assert [key for key in range(10) if key in memo] == sorted(numbers)


def test_cached_values_are_not_computed_again():
    """A cached value is returned without computing it again."""
    memo: Memo[str, int] = Memo(2)
    memo.of("a", lambda: 1)
    assert memo.of("a", lambda: pytest.fail("made again")) == 1


def test_exceptions_are_not_cached():
    """An exception is raised to the caller and not cached; the next call computes again."""
    memo: Memo[str, int] = Memo(2)
    with pytest.raises(ZeroDivisionError):
        memo.of("a", lambda: 1 // 0)
    assert memo.of("a", lambda: 7) == 7
