"""Command-line options for models, and the report of their usage."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from runtime.components.models import Models, prices, roles
from runtime.components.prompting import read as read_prompts
from runtime.core.errors import UsageError
from runtime.core.given_files import check_given_folder
from runtime.llm.cache import Mode


def models_from_options(options: argparse.Namespace) -> Models:
    """Return the models that the options name.

    Raises:
        UsageError: two models for one role, prices or prompts that cannot be read, or no recording to replay.
    """
    paths: dict[Mode, Path | None] = {"cache": options.model_cache, "record": options.record, "replay": options.replay}
    mode: Mode = next((mode for mode, path in paths.items() if path is not None), "cache")
    folder = paths[mode]
    if mode == "replay" and folder is not None and not folder.is_dir():
        raise UsageError(f"--replay {folder}: there is no such folder")
    if mode != "replay" and folder is not None:
        check_given_folder(folder)
    table = {} if options.prices is None else prices(options.prices)
    # Looking up prompts imports all plug-ins, so it is done only if some are given.
    texts = {} if options.prompts is None else read_prompts(options.prompts)
    return Models(roles(options.model or []), folder, mode, table, texts)


def models_line(row: Mapping[str, Any]) -> str:
    """Describe the usage of one model by one role."""
    tokens = row["tokens"]
    parts = [f"{row['answered']} answers, {tokens['input']:,} tokens in, {tokens['output']:,} out"]
    parts += [f"{row[what]} {what}" for what in ("cached", "failed", "abandoned", "unmetered") if row[what]]
    parts.append("price not known" if row["money"] is None else f"cost {row['money']}")
    return f"{row['role']} · {row['model']}: {', '.join(parts)}"
