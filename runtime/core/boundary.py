"""Where foreign code meets ours: whatever a plug-in raises becomes a `Fault` of its boundary, here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from runtime.core.errors import Fault, UsageError


@contextmanager
def translate_errors(fault: type[Fault], who: str) -> Iterator[None]:
    """Turn any exception of a plug-in into `fault`; faults and usage errors pass as they are.

    Cancellation is not an `Exception` and passes too. A group of exceptions counts as what is in it.
    """
    try:
        yield
    except (Fault, UsageError):
        raise
    except Exception as error:  # a plug-in may raise anything; this is where it becomes data
        found = flatten_group(error)
        # Out of its task groups: a wrong use anywhere ends the run, a fault keeps its name.
        for kind in (UsageError, Fault):
            for item in found:
                if isinstance(item, kind):
                    raise item from item.__cause__
        raise fault(f"{who} raised {type(found[0]).__name__}: {found[0]}") from error


def flatten_group(error: BaseException) -> list[BaseException]:
    """The exceptions themselves, out of the groups of the task groups that they passed through."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for exception in error.exceptions for leaf in flatten_group(exception)]
    return [error]


def unwrap_group(group: BaseExceptionGroup[BaseException], stop: BaseException | None = None) -> BaseException:
    """One exception out of the task groups that it passed through; `stop` is not opened even if it is a group."""
    found: BaseException = group
    while found is not stop and isinstance(found, BaseExceptionGroup) and len(found.exceptions) == 1:
        found = found.exceptions[0]
    return found
