"""Exceptions of plug-ins become faults of their boundary, also from within task groups."""

from __future__ import annotations

import pytest

from runtime.core.boundary import flatten_group, translate_errors
from runtime.core.errors import (
    DeviceLost,
    EndpointRefused,
    JudgeFault,
    ModelRefused,
    ModelTimeout,
    RuntimeFault,
    UsageError,
)


@pytest.mark.parametrize(
    ("raised", "kind", "text"),
    [
        (KeyError("x"), JudgeFault, "the judge raised KeyError: 'x'"),
        (ModelRefused("too long"), JudgeFault, "the judge raised ModelRefused: too long"),
        (ModelTimeout("too late"), RuntimeFault, "the judge got no answer from its model: too late"),
        (EndpointRefused("401"), RuntimeFault, "the judge got no answer from its model: 401"),
        (ExceptionGroup("g", [ExceptionGroup("h", [KeyError("x")])]), JudgeFault, "the judge raised KeyError: 'x'"),
        (DeviceLost("gone"), DeviceLost, "gone"),
        (ExceptionGroup("g", [KeyError("x"), DeviceLost("gone")]), DeviceLost, "gone"),
        (ExceptionGroup("g", [DeviceLost("gone"), UsageError("not so")]), UsageError, "not so"),
    ],
)
def test_whatever_is_raised_has_a_name_and_a_boundary(raised: Exception, kind: type[Exception], text: str):
    """Exceptions become faults of their boundary; faults keep their type; a usage error comes first; a model's endpoint
    that fails is the runtime's fault.
    """
    with pytest.raises(kind) as caught, translate_errors(JudgeFault, "the judge"):
        raise raised
    assert type(caught.value) is kind
    assert str(caught.value) == text


def test_flattening_a_group_gives_its_exceptions():
    """Nested exception groups are flattened in order."""
    error, other, third = KeyError("1"), KeyError("2"), KeyError("3")
    assert flatten_group(ExceptionGroup("g", [error, ExceptionGroup("h", [other]), third])) == [error, other, third]
    assert flatten_group(error) == [error]
