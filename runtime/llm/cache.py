"""Stores model replies on disk by the content of their requests, as a cache, a recording, or a replay of a recording.

There is one file per request, `ab/abcdef….json`, written under a temporary name and then linked. If several runs ask
the same concurrently, the first reply counts for all, and no reader sees half a file.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Literal

import anyio
import anyio.to_thread

from runtime.core.errors import UsageError
from runtime.llm.ledger import Ledger
from runtime.llm.requests import Model, ModelReply, ModelRequest, Picture

Mode = Literal["cache", "record", "replay"]
_FORMAT = 1


class CachedModel:
    """A model whose replies are stored in a folder. All runs share it, and entries are never evicted.

    `cache` calls the model only for new requests. `record` calls it once per run for each request. `replay` never calls
    it: `model` only supplies its name, and a request that was not recorded is a `UsageError` that names it.
    """

    def __init__(self, model: Model, folder: Path, mode: Mode, ledger: Ledger) -> None:
        self.name = model.name
        self._model = model
        self._folder = folder
        self._mode = mode
        self._ledger = ledger
        self._recorded: set[str] = set()
        self._asking: dict[str, anyio.Event] = {}

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the stored reply, or call the model and store its reply; see `Model`.

        Raises:
            UsageError: in `replay`, if there is no stored reply; in every mode, if the folder cannot be used.
        """
        key = request.key(self.name)
        # Identical concurrent requests share one reply.
        while key in self._asking:
            await self._asking[key].wait()
        done = self._asking[key] = anyio.Event()
        try:
            return await self._complete(key, request)
        finally:
            del self._asking[key]
            done.set()

    async def _complete(self, key: str, request: ModelRequest) -> ModelReply:
        path = self._folder / key[:2] / f"{key}.json"
        # While recording, only replies of this run are reused: its replay will reuse them in the same way.
        if self._mode != "record" or key in self._recorded:
            found = await anyio.to_thread.run_sync(_read, path)
            if found is not None:
                self._ledger.cached(request.role, self.name)
                return found
            if self._mode == "replay":
                raise UsageError(f"not recorded in {self._folder}: {_describe(request, self.name)} ({key[:12]}…)")
        reply = await self._model.complete(request)
        replace = self._mode == "record" and key not in self._recorded
        self._recorded.add(key)
        # Shielded: a received reply has been paid for and is stored even if the caller was cancelled.
        with anyio.CancelScope(shield=True):
            reply = await anyio.to_thread.run_sync(_write, path, request, reply, replace)
        return reply


def _read(path: Path) -> ModelReply | None:
    try:
        document = json.loads(path.read_bytes())
        reply = document["reply"]
        if document["format"] != _FORMAT:
            return None
        return ModelReply(reply["text"], reply["usage"], reply["model"], reply["finish"], reply["refusal"], cached=True)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        # Another program's file, or one damaged by a crash: counts as missing.
        return None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error


def _write(path: Path, request: ModelRequest, reply: ModelReply, replace: bool) -> ModelReply:
    """Store a reply and return the stored one, which may be another run's."""
    document = {
        "format": _FORMAT,
        "role": request.role,
        "prompt": request.prompt,
        "messages": [[message.role, *map(_shown, message.parts)] for message in request.messages],
        "reply": {
            "text": reply.text,
            "usage": reply.usage,
            "model": reply.model,
            "finish": reply.finish,
            "refusal": reply.refusal,
        },
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".part") as file:
            file.write(json.dumps(document, indent=1).encode())
            file.flush()
            if _link(Path(file.name), path, replace=replace):
                return reply
    except OSError as error:
        raise UsageError(f"{path.parent} cannot be written: {error.strerror}") from error
    return _read(path) or reply


def _link(made: Path, path: Path, *, replace: bool) -> bool:
    """Move a finished file to its final name; False if a readable file already has it."""
    if not replace:
        try:
            os.link(made, path)
        except FileExistsError:
            if _read(path) is not None:
                return False
        else:
            return True
    second = made.with_suffix(".link")
    os.link(made, second)
    second.replace(path)
    return True


def _shown(part: str | Picture) -> Any:
    return {"picture": part.name} if isinstance(part, Picture) else part


def _describe(request: ModelRequest, model: str) -> str:
    """Describe a request for people: role, model, prompt and the beginning of the last text."""
    texts = [part for message in request.messages for part in message.parts if isinstance(part, str)]
    last = " ".join(texts[-1].split())[:80] if texts else "(no text)"
    return f"{request.role} asks {model} with prompt {request.prompt or '(none)'}: {last!r}"
