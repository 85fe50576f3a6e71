"""The models of a run: one client for each address, cached replies, one ledger, and a view of the model for each role.

A part that needs a model declares it (`PartSpec.needs_model`) and is made with one more argument, `model=`: users by
`make(task, seed, model=…)`, agents by `make(seed, model=…)`, judges by `make(evidence, model=…)`. That model asks in
the part's own role only, and every call of an agent or a user becomes an event of the trace. An agent with two models
(`AgentSpec.needs_executor`) also gets `executor=`: planner and executor may have different addresses. A part whose
prompts can be replaced names them (`PartSpec.prompts`) and gets those to use as `prompts=`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import yaml

from runtime.components import prompting
from runtime.core.errors import ModelError, UsageError
from runtime.llm import Ledger, Model, ModelReply, ModelRequest, ModelRole, Price, Prompt, PromptFiles
from runtime.llm.cache import CachedModel, Mode
from runtime.llm.requests import ROLES
from runtime.plugins import registry
from runtime.plugins.protocols import ModelCallObserver
from runtime.plugins.specs import AgentSpec, HealthCheck, InstrumentSpec, PartSpec
from runtime.storage.disk import Disk
from runtime.storage.run_directory import PROMPTS, RunDirectory

Part = PartSpec | InstrumentSpec
"""A part of a run; instruments ask no model."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a run, how their replies are stored, their prices, and prompts that replace installed ones."""

    roles: Mapping[ModelRole, str] = field(default_factory=dict)
    """The address of each role's model, such as `openai:NAME@URL`."""
    folder: Path | None = None
    """Folder of stored replies; None: replies are not stored."""
    mode: Mode = "cache"
    """cache: call a model only for new requests; record: call it for each request and store the reply; replay: never
    call it, use stored replies only."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    """Prices per million tokens, by model."""
    prompts: Mapping[str, Prompt] = field(default_factory=dict)
    """Prompts by name that replace installed ones. Empty: those in the run folder if a run is continued or judged
    again, else only installed ones."""


class Providers:
    """The models of a run, while they are open."""

    def __init__(self, models: Models) -> None:
        self.ledger = Ledger(models.prices)
        self._models = models
        self._given = tuple(models.prompts)
        self._open: dict[str, Model] = {}
        self._texts: dict[PromptFiles, dict[str, Prompt]] = {}
        self._asking: dict[ModelRole, set[Prompt]] = {}

    @property
    def prompts(self) -> dict[ModelRole, tuple[str, ...]]:
        """The labels of all prompts that the parts checked so far ask with, by role."""
        return {
            role: tuple(sorted(prompt.label for prompt in self._asking[role])) for role in ROLES if role in self._asking
        }

    @property
    def replaced(self) -> tuple[Prompt, ...]:
        """The prompts in use that were given by the caller; they are stored with the run."""
        asking = {prompt for some in self._asking.values() for prompt in some}
        return tuple(sorted(asking.intersection(self._models.prompts.values()), key=lambda prompt: prompt.name))

    def recall(self, run: Path) -> None:
        """Use the prompts that a run folder holds, unless others are given; blocks.

        Raises:
            UsageError: they were damaged.
        """
        folder = run / PROMPTS
        if not self._models.prompts and folder.is_dir():
            self._models = replace(self._models, prompts=prompting.read(folder))

    def heard(self) -> None:
        """Whether any of the prompts that were given is asked with by the parts checked so far.

        Raises:
            UsageError: none is; whoever gave them would take the results for theirs.
        """
        if self._given and not self.replaced:
            raise UsageError(
                f"prompts are given ({', '.join(self._given)}) that nobody here asks with: add who does, such as "
                "--judge model or --user model, or leave them out"
            )

    def check(self, part: Part, name: str, role: ModelRole) -> None:
        """Check that a part that needs a model has one, and prompts that it can use; blocks, and comes before `make`.

        Raises:
            UsageError: it has not.
        """
        if needs_model(part) and role not in self._models.roles:
            raise UsageError(
                f"the {role} {name!r} needs a model: --model {role}=openai:NAME@URL "
                "(such as http://127.0.0.1:8000/v1; the key in OPENAI_API_KEY)"
            )
        if needs_executor(part) and "executor" not in self._models.roles:
            raise UsageError(
                f"the {role} {name!r} needs a second model, which carries out what the first one "
                "plans: --model executor=openai:NAME@URL"
            )
        if (files := prompts_of(part)) is not None:
            self._texts[files] = prompting.used(files, self._models.prompts)
            self._asking.setdefault(role, set()).update(self._texts[files].values())

    @asynccontextmanager
    async def opened(self, *, late: bool = False) -> AsyncIterator[None]:
        """Open every address, once each. Unless a recording is played, each is tried out with a short question.

        That comes first, so that nothing is begun which cannot be done; `late`: not before something has to be asked.

        Raises:
            UsageError: an address cannot be read, or the endpoint there does not answer as it should.
        """
        models = self._models
        async with AsyncExitStack() as stack:
            by_scheme: dict[str, list[str]] = {}
            for uri in dict.fromkeys(models.roles.values()):
                by_scheme.setdefault(uri.partition(":")[0], []).append(uri)
            for scheme, uris in by_scheme.items():
                spec = await anyio.to_thread.run_sync(registry.load, registry.MODELS, scheme)
                for uri, model in (await stack.enter_async_context(spec.open(uris, self.ledger))).items():
                    if spec.health_check is not None and models.mode != "replay":
                        model = CheckedModel(model, uri, spec.health_check)
                        if not late:
                            await model.prove()
                    if models.folder is not None:
                        model = CachedModel(model, models.folder, models.mode, self.ledger)
                    self._open[uri] = model
            try:
                yield
            finally:
                self._open.clear()

    def write(self, directory: RunDirectory, disk: Disk) -> None:
        """Put what was asked and paid so far into `models.json`, if anything was."""
        if rows := self.ledger.document():
            disk.place(directory.models, json.dumps(rows, indent=1).encode() + b"\n")

    def resume(self, directory: RunDirectory) -> None:
        """Go on counting where the run in a folder was broken off."""
        try:
            self.ledger.add(json.loads(directory.models.read_bytes()))
        except FileNotFoundError:
            return
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{directory.models} is damaged ({error}): move it away to start counting anew") from error

    def make(self, part: Part, role: ModelRole, *given: object, on_call: ModelCallObserver | None = None) -> Any:
        """Make a part, with its model if it needs one, and its prompts if it has some."""
        more: dict[str, object] = {}
        if needs_model(part):
            more["model"] = RoleModel(self._open[self._models.roles[role]], role, on_call)
        if needs_executor(part):
            more["executor"] = RoleModel(self._open[self._models.roles["executor"]], "executor", on_call)
        if (files := prompts_of(part)) is not None:
            more["prompts"] = self._texts[files]
        return part.make(*given, **more)


class CheckedModel:
    """A model that is tried out once before it is asked anything."""

    def __init__(self, model: Model, uri: str, examine: HealthCheck) -> None:
        self.name = model.name
        self._model = model
        self._uri = uri
        self._examine = examine
        self._good = False
        self._proving = anyio.Lock()

    async def prove(self) -> None:
        """Try it out, unless that was done.

        Raises:
            UsageError: it cannot be used.
        """
        async with self._proving:
            if not self._good:
                bad = [found.text for found in await self._examine(self._uri) if not found.good]
                if bad:
                    raise UsageError(f"a model cannot be used: {'; '.join(bad)}")
                self._good = True

    async def complete(self, request: ModelRequest) -> ModelReply:
        """The reply; see `Model`."""
        if not self._good:
            await self.prove()
        return await self._model.complete(request)


class RoleModel:
    """A model as used by one role: requests have at most the role's priority, and each call is reported.

    What judges ask is asked in bulk: there is much of it, nobody waits for it, and phones are played beside it.
    """

    def __init__(self, model: Model, role: ModelRole, on_call: ModelCallObserver | None = None) -> None:
        self.name = model.name
        self._model = model
        self._role = role
        self._tell = on_call
        self._bulk = role == "judge"

    async def complete(self, request: ModelRequest) -> ModelReply:
        """The reply; see `Model`."""
        usage: dict[str, int] = {}
        error = "given up"
        try:
            reply = await self._model.complete(replace(request, role=self._role, bulk=self._bulk))
            usage, error = reply.usage, ""
            return reply
        except ModelError as fault:
            error = str(fault)
            raise
        finally:
            if self._tell is not None:
                self._tell(self._role, self.name, usage, error)


def needs_model(part: Part) -> bool:
    """Whether a part talks to a model."""
    return not isinstance(part, InstrumentSpec) and part.needs_model


def needs_executor(part: Part) -> bool:
    """Whether a part has a second model that acts for it."""
    return isinstance(part, AgentSpec) and part.needs_executor


def prompts_of(part: Part) -> PromptFiles | None:
    """The texts that a part asks its model with."""
    return None if isinstance(part, InstrumentSpec) else part.prompts


def roles(texts: list[str]) -> dict[ModelRole, str]:
    """Addresses by role out of `ROLE=URI` or `URI` (every role that has none of its own).

    An executor is only what was called so: an agent with two models has two on purpose.

    Raises:
        UsageError: a role has two.
    """
    found: dict[ModelRole, str] = {}
    common = ""
    for text in texts:
        head, mark, uri = text.partition("=")
        role = next((role for role in ROLES if mark and role == head), None)
        if role in found or (role is None and common):
            raise UsageError(f"--model {text}: {role or 'every role'} has a model already")
        if role is None:
            common = text
        else:
            found[role] = uri
    return {role: uri for role in ROLES if (uri := found.get(role, "" if role == "executor" else common))}


def prices(path: Path) -> dict[str, Price]:
    """The table of a YAML or JSON file: `MODEL: {input: MONEY, output: MONEY, reused: MONEY}`, per million tokens.

    Raises:
        UsageError: the file cannot be read, or does not say that.
    """
    try:
        # As text: a price is a decimal number, and 0.1 as a float is none.
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {' '.join(str(error).split())}") from error
    if not isinstance(document, dict):
        raise UsageError(f"{path}: expected a table MODEL: {{input: MONEY, output: MONEY}}, per million tokens")
    return {str(model): _price(path, str(model), row) for model, row in document.items()}


def _price(path: Path, model: str, row: object) -> Price:
    if not isinstance(row, dict) or not {"input", "output"} <= row.keys() <= {"input", "output", "reused"}:
        raise UsageError(f"{path}: {model}: expected input and output, and reused if that has a price of its own")
    found: dict[str, Decimal] = {}
    for name, text in row.items():
        try:
            found[name] = Decimal(str(text))
        except InvalidOperation:
            raise UsageError(f"{path}: {model}: {name}: {text!r} is not a number") from None
        if not found[name].is_finite() or found[name] < 0:
            raise UsageError(f"{path}: {model}: {name}: {text!r} is not a price")
    return Price(found["input"], found["output"], found.get("reused"))
