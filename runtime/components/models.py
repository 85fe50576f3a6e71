"""The models of a run: one client per address, cached replies, one ledger, and a view of the model for each role.

A part that needs a model declares it (`PartSpec.needs_model`), and its factory gets the additional argument `model=`:
users are created by `make(task, seed, model=…)`, agents by `make(seed, model=…)`, judges by `make(evidence, model=…)`.
The model sends requests in the part's own role only. Every call by an agent or a user becomes an event of the trace.
An agent with two models (`AgentSpec.needs_executor`) also gets `executor=`: planner and executor may have different
addresses. A part with replaceable prompts lists them (`PartSpec.prompts`) and gets the prompts to use as `prompts=`.
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
from runtime.core.given_files import read_given_text
from runtime.core.given_yaml import problem_in_yaml
from runtime.llm import Ledger, Model, ModelReply, ModelRequest, ModelRole, Price, Prompt, PromptFiles
from runtime.llm.cache import CachedModel, Mode
from runtime.llm.requests import ROLES
from runtime.plugins import registry
from runtime.plugins.protocols import ModelCallObserver
from runtime.plugins.specs import AgentSpec, HealthCheck, InstrumentSpec, PartSpec
from runtime.storage.disk import Disk, reading
from runtime.storage.run_directory import PROMPTS, RunDirectory

Part = PartSpec | InstrumentSpec
"""A part of a run. Instruments use no model."""


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
    """Opens the models of a run and creates the parts that use them."""

    def __init__(self, models: Models) -> None:
        self.ledger = Ledger(models.prices)
        self._models = models
        self._given = tuple(models.prompts)
        self._open: dict[str, Model] = {}
        self._texts: dict[PromptFiles, dict[str, Prompt]] = {}
        self._prompts_by_role: dict[ModelRole, set[Prompt]] = {}

    @property
    def prompts(self) -> dict[ModelRole, tuple[str, ...]]:
        """The labels of all prompts that the parts checked so far use, by role."""
        return {
            role: tuple(sorted(prompt.label for prompt in self._prompts_by_role[role]))
            for role in ROLES
            if role in self._prompts_by_role
        }

    @property
    def replaced(self) -> tuple[Prompt, ...]:
        """The replacement prompts among them, which must be stored in the run folder."""
        used_prompts = {prompt for prompts in self._prompts_by_role.values() for prompt in prompts}
        return tuple(sorted(used_prompts.intersection(self._models.prompts.values()), key=lambda prompt: prompt.name))

    def recall(self, run: Path) -> None:
        """Load the replacement prompts stored in a run folder, unless others were given; blocks.

        Raises:
            UsageError: a stored prompt is damaged.
        """
        folder = run / PROMPTS
        if not self._models.prompts and folder.is_dir():
            self._models = replace(self._models, prompts=prompting.read(folder))

    def heard(self) -> None:
        """Check that the parts checked so far use at least one of the given replacement prompts.

        Raises:
            UsageError: they use none, so the results would wrongly be taken for results with these prompts.
        """
        if self._given and not self.replaced:
            raise UsageError(
                f"no part of this run uses the given prompts ({', '.join(self._given)}): add a part that uses them, "
                "such as --judge model or --user model, or leave them out"
            )

    def check(self, part: Part, name: str, role: ModelRole) -> None:
        """Check that a part has the models that it needs and that its replacement prompts fit; blocks.

        Must be called before `make`.

        Raises:
            UsageError: a model is missing, or a prompt does not fit.
        """
        if needs_model(part) and role not in self._models.roles:
            raise UsageError(
                f"the {role} {name!r} needs a model: --model {role}=openai:NAME@URL "
                "(such as http://127.0.0.1:8000/v1; the key in OPENAI_API_KEY)"
            )
        if needs_executor(part) and "executor" not in self._models.roles:
            raise UsageError(
                f"the {role} {name!r} needs a second model, which executes the plans of the first: "
                "--model executor=openai:NAME@URL"
            )
        if (files := prompts_of(part)) is not None:
            self._texts[files] = prompting.used(files, self._models.prompts)
            self._prompts_by_role.setdefault(role, set()).update(self._texts[files].values())

    @asynccontextmanager
    async def opened(self, *, late: bool = False) -> AsyncIterator[None]:
        """Open a client for each address. Except in replay mode, each model first answers a short test question.

        The test runs before anything else starts, so that a run with an unusable model does not begin. With `late` the
        test runs before the first request instead.

        Raises:
            UsageError: an address is malformed, or the endpoint does not answer correctly.
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
                            await model.check()
                    if models.folder is not None:
                        model = CachedModel(model, models.folder, models.mode, self.ledger)
                    self._open[uri] = model
            try:
                yield
            finally:
                self._open.clear()

    def write(self, directory: RunDirectory, disk: Disk) -> None:
        """Write requests, tokens and cost so far to `models.json`, if there were any."""
        if rows := self.ledger.document():
            disk.replace(directory.models, json.dumps(rows, indent=1).encode() + b"\n")

    def resume(self, directory: RunDirectory) -> None:
        """Continue counting from the `models.json` of an interrupted run.

        Raises:
            UsageError: the file is damaged.
        """
        if not directory.models.exists():
            return
        try:
            with reading(directory.models):
                self.ledger.add(json.loads(directory.models.read_bytes()))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{directory.models} is damaged ({error}): move it away to count from zero") from error

    def make(self, part: Part, role: ModelRole, *given: object, on_call: ModelCallObserver | None = None) -> Any:
        """Create a part, with the models that it needs and the prompts that it declares."""
        more: dict[str, object] = {}
        if needs_model(part):
            more["model"] = RoleModel(self._open[self._models.roles[role]], role, on_call)
        if needs_executor(part):
            more["executor"] = RoleModel(self._open[self._models.roles["executor"]], "executor", on_call)
        if (files := prompts_of(part)) is not None:
            more["prompts"] = self._texts[files]
        return part.make(*given, **more)


class CheckedModel:
    """A model that must pass its health check once before the first request."""

    def __init__(self, model: Model, uri: str, health_check: HealthCheck) -> None:
        self.name = model.name
        self._model = model
        self._uri = uri
        self._health_check = health_check
        self._good = False
        self._checking = anyio.Lock()

    async def check(self) -> None:
        """Run the health check, unless it has passed already.

        Raises:
            UsageError: the model cannot be used.
        """
        async with self._checking:
            if not self._good:
                bad = [found.text for found in await self._health_check(self._uri) if not found.good]
                if bad:
                    raise UsageError(f"a model cannot be used: {'; '.join(bad)}")
                self._good = True

    async def complete(self, request: ModelRequest) -> ModelReply:
        """The reply; see `Model`."""
        if not self._good:
            await self.check()
        return await self._model.complete(request)


class RoleModel:
    """A model as seen by one role: sets the role of each request and reports each call to an observer.

    Requests of judges have low priority (`bulk`): there are many, no episode waits for them, and agents use the same
    models at the same time.
    """

    def __init__(self, model: Model, role: ModelRole, on_call: ModelCallObserver | None = None) -> None:
        self.name = model.name
        self._model = model
        self._role = role
        self._on_call = on_call
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
            if self._on_call is not None:
                self._on_call(self._role, self.name, usage, error)


def needs_model(part: Part) -> bool:
    """Whether a part uses a model."""
    return not isinstance(part, InstrumentSpec) and part.needs_model


def needs_executor(part: Part) -> bool:
    """Whether a part uses a second model, which executes the plans of the first."""
    return isinstance(part, AgentSpec) and part.needs_executor


def prompts_of(part: Part) -> PromptFiles | None:
    """The replaceable prompts of a part; None if it has none."""
    return None if isinstance(part, InstrumentSpec) else part.prompts


def roles(texts: list[str]) -> dict[ModelRole, str]:
    """Parses `--model` values: `ROLE=URI`, or `URI` for every role without its own model.

    The executor must be named explicitly: `URI` alone does not set it.

    Raises:
        UsageError: a role has two models, or no address is given.
    """
    found: dict[ModelRole, str] = {}
    common = ""
    for text in texts:
        head, mark, uri = text.partition("=")
        role = next((role for role in ROLES if mark and role == head), None)
        if role in found or (role is None and common):
            raise UsageError(f"--model {text}: {role or 'every role'} has a model already")
        if not (uri if role else text):
            raise UsageError(f"--model {text}: no address is given; write [ROLE=]openai:NAME@URL")
        if role is None:
            common = text
        else:
            found[role] = uri
    return {role: uri for role in ROLES if (uri := found.get(role, "" if role == "executor" else common))}


def prices(path: Path) -> dict[str, Price]:
    """Reads a YAML or JSON file of prices: `MODEL: {input: MONEY, output: MONEY, reused: MONEY}`, per million tokens.

    Raises:
        UsageError: the file cannot be read, or has another form.
    """
    text = read_given_text(path)
    if problem := problem_in_yaml(text):
        raise UsageError(f"{path}:{problem[0]}: {problem[1]}; correct it there")
    try:
        # BaseLoader keeps scalars as text: prices are decimals, and the float 0.1 would not be exact.
        document = yaml.load(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        raise UsageError(f"{path}: {' '.join(str(error).split())}") from error
    if not isinstance(document, dict):
        raise UsageError(f"{path}: expected a table MODEL: {{input: MONEY, output: MONEY}}, per million tokens")
    return {str(model): _price(path, str(model), row) for model, row in document.items()}


def _price(path: Path, model: str, row: object) -> Price:
    if not isinstance(row, dict) or not {"input", "output"} <= row.keys() <= {"input", "output", "reused"}:
        raise UsageError(f"{path}: {model}: expected input and output, and reused if cached tokens have another price")
    found: dict[str, Decimal] = {}
    for name, text in row.items():
        try:
            found[name] = Decimal(str(text))
        except InvalidOperation:
            raise UsageError(f"{path}: {model}: {name}: {text!r} is not a number") from None
        if not found[name].is_finite() or found[name] < 0:
            raise UsageError(f"{path}: {model}: {name}: {text!r} is not a price")
    return Price(found["input"], found["output"], found.get("reused"))
