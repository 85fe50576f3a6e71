"""`record`: play the steps of intents on a virtual phone and keep what they turned out to be."""

from __future__ import annotations

import argparse
import inspect
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.clarity240 import schema, suite, user_suites
from benchmarks.clarity240.findings import Finding, Mistakes
from runtime.bench.streams import say
from runtime.core import tasks
from runtime.core.errors import UsageError
from runtime.plugins import registry
from runtime.plugins.command_line import Parser
from runtime.plugins.specs import CommandSpec

SCHEMA = "intent.schema.json"
_SEE = re.compile(r"See `runtime\.core\.tasks\.(\w+)`.*", re.DOTALL)

_EXAMPLES = """\
examples:
  python -m runtime.bench record                        all intents of clarity240 again
  python -m runtime.bench record shop.bunnoon           one of them
  python -m runtime.bench record mine/                  your own; writes mine/references.json
  python -m runtime.bench record --functions            walk through every app again, writes functions.json
  python -m runtime.bench record --functions clock      walk through one and show what can be done in it
  python -m runtime.bench record --check                only say whether recordings and JSON schema are up to date
"""


def run(arguments: Sequence[str]) -> int:
    """Record, or with `--check` compare; 0 if all is up to date in the end, else 1.

    Raises:
        UsageError: no such intent or file, mistakes in files, or steps that cannot be played.
    """
    parser = Parser(
        prog="python -m runtime.bench record",
        description="Play the steps of intents on a virtual phone and write what they turned out to be to "
        "references.json: coordinates, scrolling, and what the right way changes.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("intents", nargs="*", metavar="INTENT|FILE|DIR", help="what to record (all of clarity240)")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if something is out of date")
    parser.add_argument(
        "--functions", action="store_true", help="walk through apps instead, and write what can be done in them where"
    )
    options = parser.parse_args(list(arguments))
    if options.functions:
        return _functions(options.intents, check=options.check)
    home = Path(str(suite.home()))
    ours = {file.stem: file for file in (home / "intents").glob("*.yaml")}
    names = options.intents or [str(home)]
    files = user_suites.found([str(ours.get(name, name)) for name in names])
    same = [
        _folder(folder, files, check=options.check)
        for folder in dict.fromkeys(user_suites.root(file) for file in files)
    ]
    if not options.intents:
        same.append(_written(home / SCHEMA, dumped_schema(), "the keys of intent files", check=options.check))
    return 0 if all(same) or not options.check else 1


def _functions(names: Sequence[str], *, check: bool) -> int:
    """Walk through the apps of these names, or all; the pages of the others stay as they are."""
    from benchmarks.clarity240 import app_exploration, long_tail_requirements, replay

    apps = {app.name: app for app in replay.installed() if app.name in registry.names(registry.APPS)}
    if unknown := [name for name in names if name not in apps]:
        raise UsageError(f"no app is called {', '.join(unknown)}; there is: {', '.join(apps)}")
    file = Path(str(suite.home())) / long_tail_requirements.FILE
    phone = replay.phone()
    found = {name: app_exploration.walk(apps[name], phone) for name in names or apps}
    for name in names:
        say(*app_exploration.describe(name, found[name]))
    trees = {**(long_tail_requirements.trees() if names else {}), **found}
    ours = {name: pages for name, pages in trees.items() if name in apps}
    summary = f"{sum(map(len, found.values()))} pages in {len(found)} apps"
    same = _written(file, app_exploration.dumped(ours), summary, check=check)
    return 0 if same or not check else 1


def _folder(folder: Path, files: Iterable[Path], *, check: bool) -> bool:
    """Record the files of one folder into its `references.json`; whether it was up to date."""
    from benchmarks.clarity240 import record

    mine = [file for file in files if user_suites.root(file) == folder]
    there = user_suites.gathered(mine)
    wrong = list(there.findings)
    made: dict[str, schema.Recording] = {}
    recorder = user_suites.Recorder()
    for source in there.files:
        if source.real:
            continue
        outcome = recorder.record(source, there.documents[source.id])
        if isinstance(outcome, Finding):
            wrong.append(outcome)
        else:
            made.update(outcome.intents)
    if wrong:
        raise Mistakes(wrong)
    # Of a folder that is recorded in part, the other intents keep what they have.
    complete = set(mine) == set(user_suites.found([str(folder)]))
    intents = made if complete else {**suite.recordings(folder).intents, **made}
    summary = f"{len(made)} of {len(there.files)} intents recorded"
    return _written(folder / suite.REFERENCES, record.dumped(record.references(intents)), summary, check=check)


def _written(file: Path, content: bytes, summary: str, *, check: bool) -> bool:
    same = file.is_file() and file.read_bytes() == content
    if check:
        say(f"{file.name} is {'up to date' if same else f'out of date; run `{suite.RECORD}`'}")
    else:
        if not same:
            file.write_bytes(content)
        say(f"{file}: {summary}{'' if same else ', changed'}")
    return same


def dumped_schema() -> bytes:
    """The content of `intent.schema.json`: what editors know of intent files."""
    return (json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n").encode()


def json_schema() -> dict[str, Any]:
    """The JSON schema of an intent file, from the models that read one."""
    made = schema.IntentFile.model_json_schema()
    # Of optional parts the models allow `null`, which nobody writes: without it editors propose better.
    for part in made["$defs"].values():
        named = _SEE.fullmatch(part.get("description", ""))
        if named is not None:
            part["description"] = inspect.getdoc(getattr(tasks, named[1]))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_slim(made)}


def _slim(part: Any) -> Any:
    match part:
        case {"anyOf": [*items, {"type": "null"}], **rest}:
            item = items[0] if len(items) == 1 else {"anyOf": items}
            return _slim({**{key: value for key, value in rest.items() if key != "default"}, **item})
        case dict():
            return {key: _slim(value) for key, value in part.items() if key != "title" or isinstance(value, dict)}
        case list():
            return [_slim(item) for item in part]
        case _:
            return part


COMMAND: Final = CommandSpec(
    run=run, title="play the steps of intents on a virtual phone and keep what they turned out to be"
)
