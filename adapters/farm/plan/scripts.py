"""Loads scenarios that people wrote: a Python file with `async def scenario(phone)`."""

from __future__ import annotations

import importlib.util
import inspect
from collections import Counter
from collections.abc import Collection
from pathlib import Path

from adapters.farm.plan.dry_run import DryRunPhone
from adapters.farm.plan.scenario import Scenario, ScenarioFault
from runtime.core.boundary import translate_errors
from runtime.core.errors import Fault, UsageError


def load_script(text: str) -> Scenario:
    """Load `FILE` or `FILE:FUNCTION`; the function is `scenario` if none is named.

    Raises:
        UsageError: the file cannot be read or raises, or has no such coroutine function.
    """
    place, _, name = text.rpartition(":") if text.rpartition(":")[2].isidentifier() else (text, "", "")
    path, name = Path(place or text), name or "scenario"
    if not path.is_file():
        raise UsageError(f"--scenario {text}: there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"--scenario {text}: {path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        with translate_errors(ScenarioFault, str(path)):
            spec.loader.exec_module(module)
    except ScenarioFault as fault:
        raise UsageError(f"--scenario {path}: it cannot be loaded: {_where(fault, path)}") from fault
    found = vars(module).get(name)
    if not inspect.iscoroutinefunction(found):
        raise UsageError(f"--scenario {path}: write `async def {name}(phone):` in it")
    scenario: Scenario = found
    return scenario


async def try_scenario(scenario: Scenario, where: str, allowed: Collection[str]) -> Counter[str]:
    """Play one iteration on a phone that does nothing, and return its operations.

    Raises:
        UsageError: the scenario raises, does nothing, or does something destructive that is not allowed.
    """
    phone = DryRunPhone()
    try:
        with translate_errors(ScenarioFault, "the scenario"):
            await scenario(phone)
    except Fault as fault:
        raise UsageError(f"{where}: the scenario fails in a dry run: {_where(fault, Path(where))}") from fault
    if not phone.operations:
        raise UsageError(
            f"{where}: the scenario does nothing; call an operation of `phone`, such as phone.screenshot()"
        )
    refused = sorted(set(phone.destructive) - set(allowed))
    if refused:
        names = ",".join(refused)
        raise UsageError(f"{where}: {', '.join(refused)} may break something; allow it with --allow {names}")
    return phone.operations


def _where(fault: Fault, path: Path) -> str:
    """Return the error of a script with the line that raised it."""
    error: BaseException = fault.__cause__ or fault
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}" + (f" (line {line})" if line else "")
