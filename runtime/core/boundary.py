"""Converts exceptions raised by plug-ins into the `Fault` of their boundary, and unpacks exception groups."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Final

from runtime.core.errors import EndpointRefused, Fault, ModelLost, ModelTimeout, RuntimeFault, UsageError

_ENDPOINT_FAILED: Final = (EndpointRefused, ModelLost, ModelTimeout)
_EXHAUSTED: Final = {
    errno.EMFILE: "this process may open no more file descriptors: raise the limit with `ulimit -n` or use fewer",
    errno.ENFILE: "the system has no file descriptor left",
    errno.ENOMEM: "the system has no memory left",
    errno.ENOBUFS: "the system has no memory left for sockets",
}


@contextmanager
def translate_errors(fault: type[Fault], who: str) -> Iterator[None]:
    """Convert any exception of a plug-in into `fault`; faults and usage errors pass unchanged.

    Cancellation is not an `Exception` and passes too. An exception group counts as the exceptions in it. A model's
    endpoint that fails is nobody's fault but the runtime's. `who` names the plug-in in the message.
    """
    try:
        yield
    except (Fault, UsageError):
        raise
    except Exception as error:  # a plug-in may raise anything
        found = flatten_group(error)
        # A usage error anywhere in the group ends the run; a fault keeps its type.
        for kind in (UsageError, Fault):
            for exception in found:
                if isinstance(exception, kind):
                    raise exception from exception.__cause__
        for exception in found:
            if isinstance(exception, _ENDPOINT_FAILED):
                raise RuntimeFault(f"{who} got no answer from its model: {exception}") from error
        raise fault(f"{who} raised {type(found[0]).__name__}: {found[0]}") from error


@contextmanager
def unwrap_errors(kind: type[BaseException]) -> Iterator[None]:
    """Raise the first exception of a group itself, if all exceptions in the group are of `kind`.

    Not `raise` within `except*`: before Python 3.11.4 that wraps the exception again (gh-103590).
    """
    try:
        yield
    except BaseExceptionGroup as group:
        found = flatten_group(group)
        if not all(isinstance(exception, kind) for exception in found):
            raise
        raise found[0] from found[0].__cause__


def flatten_group(error: BaseException) -> list[BaseException]:
    """Return the exceptions inside nested exception groups as a flat list."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for exception in error.exceptions for leaf in flatten_group(exception)]
    return [error]


def unwrap_group(group: BaseExceptionGroup[BaseException], stop: BaseException | None = None) -> BaseException:
    """Unwrap exception groups that hold a single exception; `stop` is returned as it is, even if it is a group."""
    found: BaseException = group
    while found is not stop and isinstance(found, BaseExceptionGroup) and len(found.exceptions) == 1:
        found = found.exceptions[0]
    return found


async def close_stack(stack: AsyncExitStack, error: BaseException | None) -> bool | None:
    """Leave a stack of task groups for an `__aexit__`, with the exception that left its block, and return its answer.

    What comes out of the stack as a group of a single exception is raised as that exception.
    """
    try:
        if error is None:
            return await stack.__aexit__(None, None, None)
        return await stack.__aexit__(type(error), error, error.__traceback__)
    except BaseExceptionGroup as group:
        found = unwrap_group(group, error)
        if found is error:
            return False
        raise found from found.__cause__


def exhaustion(error: BaseException | None) -> RuntimeFault | None:
    """Return the fault of the machine if a system call failed for want of descriptors or memory, else None."""
    reason = _EXHAUSTED.get(error.errno or 0) if isinstance(error, OSError) else None
    return RuntimeFault(reason) if reason else None
