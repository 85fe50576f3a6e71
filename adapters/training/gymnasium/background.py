"""An asynchronous resource for synchronous code: an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import atexit
import threading
import weakref
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError, Future
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import Any, Final, Generic, ParamSpec, TypeVar

import anyio
from anyio.from_thread import BlockingPortal

from runtime.core.boundary import unwrap_group

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")


class Background(Generic[T]):
    """An asynchronous context that is open in a thread of its own until `close`, and calls into it.

    It is closed too when `owner` is garbage, without waiting, and at the interpreter's exit. `owner` must not be
    reachable from the context.

    Raises:
        BaseException: what entering the context raises.
    """

    def __init__(self, owner: object, context: Callable[[], AbstractAsyncContextManager[T]]) -> None:
        self._ended: Future[None] = Future()
        ready: Future[tuple[BlockingPortal, Callable[[], None], T]] = Future()
        self._thread = threading.Thread(
            target=_run, args=(context, ready, self._ended), name=type(owner).__name__, daemon=True
        )
        self._thread.start()
        try:
            self._portal, self._stop, content = ready.result()
        except BaseException:
            if not ready.cancel() and ready.exception() is None:
                ready.result()[1]()
            self._thread.join()
            raise
        self.content: Final = content
        """What the context provides; use it in functions given to `call` only."""
        self._finalizer = weakref.finalize(owner, self._stop)
        self._finalizer.atexit = False

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return not self._finalizer.alive

    def call(self, function: Callable[P, Awaitable[R]], *args: P.args, **kwargs: P.kwargs) -> R:
        """Await an asynchronous function on the event loop and return its result; Ctrl-C cancels it.

        Raises:
            BaseException: what the function raises, or what ended the context before it was closed.
        """
        try:
            running = self._portal.start_task_soon(partial(function, *args, **kwargs))
            try:
                return running.result()
            finally:
                running.cancel()
        except (CancelledError, RuntimeError) as error:
            if isinstance(error, CancelledError):
                self._thread.join()
            if self._ended.done() and (failure := self._ended.exception()) is not None:
                raise failure from error
            raise

    def close(self) -> None:
        """Leave the context and wait for the end of the thread; calls that are running are cancelled.

        Raises:
            BaseException: what leaving the context raises, or what ended it before.
        """
        if self._finalizer.detach() is not None:
            _stop_and_wait(self._stop, self._thread)
            self._ended.result()


def _stop_and_wait(stop: Callable[[], None], thread: threading.Thread) -> None:
    stop()
    thread.join()


def _run(context: Callable[[], AbstractAsyncContextManager[Any]], ready: Future[Any], ended: Future[None]) -> None:
    try:
        anyio.run(_serve, context, ready)
    except BaseException as error:  # noqa: BLE001 - raised again where the thread is used
        found = unwrap_group(error) if isinstance(error, BaseExceptionGroup) else error
        (ended if ready.done() else ready).set_exception(found)
    else:
        ended.set_result(None)


async def _serve(context: Callable[[], AbstractAsyncContextManager[Any]], ready: Future[Any]) -> None:
    loop, stopped = asyncio.get_running_loop(), anyio.Event()

    def stop() -> None:
        """Ask for the end, from any thread and without waiting."""
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(stopped.set)

    at_exit = partial(_stop_and_wait, stop, threading.current_thread())
    atexit.register(at_exit)
    try:
        async with context() as content, BlockingPortal() as portal:
            if not ready.set_running_or_notify_cancel():
                return
            ready.set_result((portal, stop, content))
            await stopped.wait()
            await portal.stop(cancel_remaining=True)
    finally:
        atexit.unregister(at_exit)
