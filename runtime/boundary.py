"""Where foreign code meets ours: whatever a plug-in raises becomes a `Fault` of its boundary, here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from runtime.errors import Fault, UsageError


@contextmanager
def guarded(fault: type[Fault], who: str) -> Iterator[None]:
    """Turn any exception of a plug-in into `fault`; faults and usage errors pass as they are.

    Cancellation is not an `Exception` and passes too.
    """
    try:
        yield
    except (Fault, UsageError):
        raise
    except Exception as error:  # a plug-in may raise anything; this is where it becomes data
        raise fault(f"{who} raised {type(error).__name__}: {error}") from error


def bare(group: BaseExceptionGroup[BaseException], stop: BaseException | None = None) -> BaseException:
    """One exception out of the task groups that it passed through; `stop` is not opened even if it is a group."""
    found: BaseException = group
    while found is not stop and isinstance(found, BaseExceptionGroup) and len(found.exceptions) == 1:
        found = found.exceptions[0]
    return found
