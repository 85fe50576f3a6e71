"""Opens evaluators by their names on the command line.


rules[?unreadable=0|skip&scrolls=content|finger]
model:openai:NAME@URL[?key=VARIABLE&most=N&history=N&side=PIXELS&tokens=N]
replay:FILE[?shift=N&of=TEXT]
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar, get_args
from urllib.parse import parse_qsl, urlencode

import anyio.to_thread

from benchmarks.gap.evaluators import model_prompt
from benchmarks.gap.evaluators.announcing import RuleEvaluator, Scrolls, Unreadable
from benchmarks.gap.evaluators.model import EVALUATOR, Settings
from benchmarks.gap.evaluators.protocol import Evaluator
from benchmarks.gap.evaluators.replay import ReplayEvaluator
from benchmarks.gap.records import Defect
from runtime.components import prompting
from runtime.components.models import Models, Providers
from runtime.core.errors import UsageError
from runtime.llm import Ledger, Prompt
from runtime.llm.cache import Mode

FORMS: Final = (
    "rules, model:openai:NAME@URL (such as model:openai:AgentCPM-GUI@http://127.0.0.1:8000/v1), or replay:FILE"
)
_OPTIONS: Final = re.compile(r"[a-z]+=")
_UNREADABLE: Final[tuple[Unreadable, ...]] = get_args(Unreadable)
_SCROLLS: Final[tuple[Scrolls, ...]] = get_args(Scrolls)
T = TypeVar("T")


@asynccontextmanager
async def open_evaluator(
    spec: str,
    *,
    prompts: Path | None = None,
    replies: Path | None = None,
    mode: Mode = "cache",
    ledger: Ledger | None = None,
    on_defect: Callable[[Defect], None] = lambda _: None,
) -> AsyncIterator[Evaluator]:
    """Open the named evaluator while the block runs.

    Args:
        spec: see the module's docstring.
        prompts: a folder of texts that stand in for those of `prompts/`.
        replies: where a model's replies are kept, used by `mode` (`runtime.llm.cache`).
        mode: whether they are a cache, a recording, or played again.
        ledger: what a model cost is entered here.
        on_defect: called for each line of a replayed file that is no output.

    Raises:
        UsageError: the evaluator is unknown or cannot be opened.
    """
    name, options = _split(spec)
    if prompts is not None and not name.startswith("model:"):
        raise UsageError(f"prompts are given, but {spec!r} uses no model: leave them out, or give model:URI")
    if name == "rules":
        settings = _only(spec, options, "unreadable", "scrolls")
        yield RuleEvaluator(
            _choice(spec, "unreadable", settings.get("unreadable", "0"), _UNREADABLE),
            _choice(spec, "scrolls", settings.get("scrolls", "content"), _SCROLLS),
        )
    elif name.startswith("replay:") and name != "replay:":
        settings = _only(spec, options, "shift", "of")
        shift = _number(spec, "shift", settings.get("shift", "0"))
        path = Path(name.removeprefix("replay:"))
        yield await anyio.to_thread.run_sync(ReplayEvaluator.read, path, shift, settings.get("of", ""), on_defect)
    elif name.startswith("model:") and name != "model:":
        async with _model(spec, name, options, prompts, replies, mode, ledger) as evaluator:
            yield evaluator
    else:
        raise UsageError(f"there is no evaluator {spec!r}: give {FORMS}")


@asynccontextmanager
async def _model(
    spec: str,
    name: str,
    options: dict[str, str],
    prompts: Path | None,
    replies: Path | None,
    mode: Mode,
    ledger: Ledger | None,
) -> AsyncIterator[Evaluator]:
    usual = Settings()
    # Our options are removed; the others belong to the address, and the model's opener checks them.
    settings = Settings(
        history=_number(spec, "history", options.pop("history", str(usual.history)), least=0),
        side=_number(spec, "side", options.pop("side", str(usual.side)), least=0),
        tokens=_number(spec, "tokens", options.pop("tokens", str(usual.tokens)), least=1),
    )
    uri = name.removeprefix("model:") + (f"?{urlencode(options)}" if options else "")
    given = await anyio.to_thread.run_sync(_texts, prompts)
    providers = Providers(Models({"judge": uri}, replies, mode, prompts=given))
    await anyio.to_thread.run_sync(providers.check, EVALUATOR, "model", "judge")
    try:
        # Checked before the first request only: if all thoughts have been evaluated, the endpoint need not exist.
        async with providers.opened(late=True):
            yield providers.make(EVALUATOR, "judge", settings)
    finally:
        if ledger is not None:
            ledger.add(providers.ledger.document())


def _texts(folder: Path | None) -> dict[str, Prompt]:
    return {} if folder is None else prompting.read(folder, model_prompt.PROMPTS.read())


def _split(spec: str) -> tuple[str, dict[str, str]]:
    """Name and options. A file name may contain a question mark, so only text that looks like options is split off."""
    name, mark, option_text = spec.rpartition("?")
    if not mark or not _OPTIONS.match(option_text):
        return spec, {}
    return name, dict(parse_qsl(option_text, keep_blank_values=True))


def _only(spec: str, options: dict[str, str], *known: str) -> dict[str, str]:
    if strange := sorted(options.keys() - set(known)):
        raise UsageError(f"{spec!r}: there is no option {strange[0]!r}, only {', '.join(known)}")
    return options


def _choice(spec: str, name: str, option_text: str, known: Sequence[T]) -> T:
    for item in known:
        if item == option_text:
            return item
    raise UsageError(f"{spec!r}: {name}={option_text!r} must be one of {', '.join(map(str, known))}")


def _number(spec: str, name: str, option_text: str, least: int | None = None) -> int:
    if (
        not option_text.lstrip("-").isdecimal()
        or not option_text.isascii()
        or (least is not None and int(option_text) < least)
    ):
        raise UsageError(
            f"{spec!r}: {name}={option_text} must be a whole number" + ("" if least is None else f" from {least}")
        )
    return int(option_text)
