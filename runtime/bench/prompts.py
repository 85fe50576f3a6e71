"""The `prompts` command: lists the installed prompts and writes them as files to edit."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from runtime.bench.streams import say_json
from runtime.bench.terminal import show, terminal
from runtime.components.prompting import installed
from runtime.core.errors import UsageError
from runtime.llm import Prompt


def execute(options: argparse.Namespace) -> int:
    """Print the list, write the files if `--out` is given, and return 0."""
    prompts = installed()
    if options.out is not None:
        _write(options.out, prompts)
    if options.json:
        document = {
            name: {
                "version": prompt.version,
                "label": prompt.label,
                "gaps": sorted(prompt.placeholders),
                "text": prompt.text,
            }
            for name, prompt in prompts.items()
        }
        say_json(document)
        return 0
    out = terminal()
    for prompt in prompts.values():
        show(out, f"{prompt.label}: {', '.join(sorted(prompt.placeholders))}")
    if options.out is not None:
        show(out, f"written to {options.out}: raise the version of what you edit")
    return 0


def _write(folder: Path, prompts: Mapping[str, Prompt]) -> None:
    """Write one file per prompt; never overwrite, because it may have been edited."""
    files = {folder / f"{name}.txt": prompt for name, prompt in prompts.items()}
    try:
        if taken := [str(path) for path in files if path.exists()]:
            raise UsageError(f"{taken[0]} already exists: choose another --out, or move it away")
        folder.mkdir(parents=True, exist_ok=True)
        for path, prompt in files.items():
            path.write_text(prompt.source, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}; choose another --out") from error
