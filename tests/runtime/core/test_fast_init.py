"""Dataclasses with a fast `__init__` behave like those with their own."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, astuple, dataclass, field, replace
from inspect import signature

import pytest

from runtime.core.fast_init import fast_init, fast_replace


@dataclass(frozen=True, slots=True)
class Plain:
    """A dataclass with a required field, a default and a default factory."""

    name: str
    size: int = 3
    tags: list[str] = field(default_factory=list)


@fast_init
@dataclass(frozen=True, slots=True)
class Fast:
    """The same with a fast `__init__`."""

    name: str
    size: int = 3
    tags: list[str] = field(default_factory=list)


def test_parameters_and_defaults_are_the_dataclass_s_own() -> None:
    """Positional and named arguments, defaults and factories set the same fields; a missing argument is refused."""
    assert list(signature(Fast).parameters) == list(signature(Plain).parameters)
    pairs = [
        (Fast("a"), Plain("a")),
        (Fast("a", 1), Plain("a", 1)),
        (Fast("a", 1, ["x"]), Plain("a", 1, ["x"])),
        (Fast("a", tags=["y"]), Plain("a", tags=["y"])),
    ]
    assert [astuple(fast) for fast, _ in pairs] == [astuple(plain) for _, plain in pairs]
    assert Fast("a").tags is not Fast("a").tags
    with pytest.raises(TypeError, match="name"):
        Fast()  # type: ignore[call-arg]


def test_objects_are_frozen_and_can_be_compared_copied_and_pickled() -> None:
    """Everything but the creation is the dataclass's own."""
    made = Fast("a", 1)
    with pytest.raises(FrozenInstanceError):
        made.size = 2  # type: ignore[misc]
    assert made == Fast("a", 1) != Fast("a", 2)
    assert replace(made, size=2) == Fast("a", 2)
    assert pickle.loads(pickle.dumps(made)) == made
    assert repr(made) == "Fast(name='a', size=1, tags=[])"


def test_a_fast_copy_has_the_changed_fields_and_keeps_the_others() -> None:
    """It equals what `dataclasses.replace` gives; a field that the class does not have is refused."""
    made = Fast("a", 1, ["x"])
    assert fast_replace(made, size=2) == replace(made, size=2)
    assert fast_replace(made, size=2).tags is made.tags
    assert made == Fast("a", 1, ["x"])
    with pytest.raises(KeyError, match="length"):
        fast_replace(made, length=2)
