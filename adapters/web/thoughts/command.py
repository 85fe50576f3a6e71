"""The subcommand `label` for a sample folder: serves one annotator's page until Ctrl-C, or prints the report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import anyio

from adapters.web.shared.pages import port_error, serve
from adapters.web.shared.person_names import normalize_name
from runtime.bench.streams import complain, say_json
from runtime.core.errors import UsageError

if TYPE_CHECKING:
    from adapters.web.thoughts.decisions import Role
    from adapters.web.thoughts.page import ThoughtPage


def run(options: argparse.Namespace, token: str) -> int:
    """Serve until Ctrl-C (130), or print the report (0).

    Raises:
        UsageError: the folder cannot be read, this person may not label it, or the port is not available.
    """
    _check(options)
    if options.report:
        return _report(options)
    from adapters.web.thoughts.folder import Labels
    from adapters.web.thoughts.page import ThoughtPage
    from adapters.web.thoughts.sample import read

    name = _name(options.annotator)
    sample, labels = read(options.run), Labels(options.run)
    role: Role = "adjudicator" if options.adjudicate else "annotator"
    labels.admit(name, role)
    only = None
    if options.adjudicate:
        only = labels.conflicts([sample.place(item) for item in sample.asked])
        if not only:
            raise UsageError(
                f"the two annotators of {options.run} agree on every thought: there is nothing to adjudicate"
            )
    page = ThoughtPage(
        options.run, sample, labels, name, role, only=only, host=options.host, port=options.port, token=token
    )
    if not page.count:
        raise UsageError(f"{options.run} has no thoughts to label")
    start = _place(options.open, page.count) if options.open is not None else ""
    try:
        anyio.run(_serve, page, start, options)
    except KeyboardInterrupt:
        return 130
    return 0


def _check(options: argparse.Namespace) -> None:
    if options.judge or options.sample is not None or options.seed is not None:
        raise UsageError(
            f"{options.run} is a sample of thoughts: --judge, --sample and --seed apply to traces of a run"
        )
    if options.report and (options.annotator or options.adjudicate or options.open is not None):
        raise UsageError("--report covers all labels: omit --annotator, --adjudicate and --open")
    if options.json and not options.report:
        raise UsageError("--json requires --report")
    if not options.report and len(options.annotator or ()) != 1:
        raise UsageError(
            f"{options.run} is a sample of thoughts, labelled by one person at a time: name that person "
            "with --annotator NAME"
        )


def _name(given: list[str]) -> str:
    try:
        return normalize_name(given[0])
    except ValueError as error:
        raise UsageError(f"--annotator {given[0]!r}: {error}") from error


def _place(given: str, last: int) -> str:
    if not given.isascii() or not given.isdecimal() or not 1 <= int(given) <= last:
        raise UsageError(f"--open {given}: no such thought; thoughts are numbered from 1 to {last}")
    return f"&item={int(given)}"


async def _serve(page: ThoughtPage, start: str, options: argparse.Namespace) -> None:
    try:
        async with page:
            await serve({"label": page.server.address + start, "thoughts": page.count})
    except OSError as error:
        raise port_error(options.host, options.port, error) from error


def _report(options: argparse.Namespace) -> int:
    from adapters.web.thoughts.folder import Labels
    from adapters.web.thoughts.report import document, tables
    from adapters.web.thoughts.sample import read

    found = document(read(options.run), Labels(options.run))
    if options.json:
        say_json(found)
    else:
        from runtime.bench.terminal import terminal

        console = terminal()
        for table in tables(found):
            console.print(table)
    for person in found["people"]:
        if person["damaged_lines"]:
            numbers = ", ".join(map(str, person["damaged_lines"]))
            complain(f"labels of {person['name']}: incomplete lines ignored: {numbers}")
    return 0
