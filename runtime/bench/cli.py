"""The command line: defines the options, runs the commands, and turns errors into messages and exit codes."""

from __future__ import annotations

import argparse
import importlib
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from runtime.bench.streams import OutputClosed, complain, refuse, standard_streams
from runtime.core.boundary import flatten_group
from runtime.core.errors import Fault, UsageError
from runtime.core.text import listed
from runtime.plugins.command_line import Parser, seconds, whole_number

_EXAMPLES = """\
examples:
  python -m runtime.bench                                   the complete suite with the reader agent, 20 virtual phones
  python -m runtime.bench --agent oracle --agent silent     two agents, compared task by task
  python -m runtime.bench --agent 'mine=exec:python my_agent.py' --level incomplete --limit 5
                                                            your own unmodified program; it gets its own adb
  python -m runtime.bench --level incomplete --no-ask       the same tasks without questions to the user
  python -m runtime.bench --user human --user-timeout 60    people answer; after 60 s without a reply, “Nobody answers.”
  python -m runtime.bench --live                            watch and operate the run in a browser
  python -m runtime.bench --resume runs/20261120-140500     continue an interrupted run
  python -m runtime.bench --require 'TSR>=0.6' --junit tests.xml
                                                            exit with 3 if the requirement is not met
  python -m runtime.bench --agent oracle --agent silent --until 'TSR oracle>silent'
                                                            stop as soon as it is decided which is better
  python -m runtime.bench --judge rules --judge mine --judge model --model $M --vote majority
                                                            three judges and their majority vote
  python -m runtime.bench show runs/20261120-140500         why episodes failed; with an episode: each of its steps
  python -m runtime.bench serve runs/20261120-140500        look at it in a browser
  python -m runtime.bench rejudge runs/20261120-140500      judge the recorded run again, without phones
  python -m runtime.bench compare runs/A runs/B             what got better and worse, with paired intervals
  python -m runtime.bench verify runs/20261120-140500       check that its numbers follow from undamaged evidence
  python -m runtime.bench phones --count 3                  start three virtual phones for any ADB tool
  python -m runtime.bench validate mine/order.yaml          check your own intents; play them with --suite mine
  python -m runtime.bench list --json                       list agents, users, judges, tasks, …
"""

_MOST_REPEATS = 10_000
_LISTED: Final = (
    "agents", "instruments", "programs", "users", "judges", "devices", "formats", "suites", "apps", "commands",
    "levels", "domains", "splits", "intents", "tasks",
)  # fmt: skip
"""Kinds of names that `list` prints."""

_COMPARE_EXAMPLES = """\
examples:
  python -m runtime.bench compare runs/A runs/B            the agents of both runs; the first one is the baseline
  python -m runtime.bench compare runs/A                   the agents of one run
  python -m runtime.bench compare runs/A runs/B --agent mine --html compared.html
                                                          one agent in two runs, as a page
  python -m runtime.bench compare runs/A runs/B --agent mine --require 'dTSR>=-0.02' --junit tests.xml
                                                          exit with 3 if B is worse than A by more than 0.02
  python -m runtime.bench compare runs/A --agent mine --require 'TSR>=0.6' --require 'ARR<=0.3'
                                                          what one agent must reach

A requirement about a metric must hold for each side; with a d before the metric it is about the second side minus the
first.
"""

_ABLATE_EXAMPLES = """\
examples:
  python -m runtime.bench ablate runs/A --no-ask                      what the run's agent reaches without asking
  python -m runtime.bench ablate runs/A --no-ask --agent mine --device phone://4 --out runs/A-no-ask
"""

_REJUDGE_EXAMPLES = """\
examples:
  python -m runtime.bench rejudge runs/A                          check that the metrics are reproduced
  python -m runtime.bench rejudge runs/A --judge state            another judge, compared with the recorded one
  python -m runtime.bench rejudge runs/A --judge rules --judge model --model $M --model-cache replies
                                                                  rules and a model; its replies are cached
  python -m runtime.bench rejudge runs/A --judge rules --judge mine --judge model --model $M --vote majority
                                                                  three judges and their majority vote
  python -m runtime.bench prompts --out mine                      write the installed prompts as files to edit
  python -m runtime.bench rejudge runs/A --judge model --model $M --model-cache replies --prompts mine --json
                                                                  use them; replies to unchanged prompts are cached

For each judge, the table shows the requirements that were met at some step (RCR, TSR) next to those that were still met
at the end (RCR_final, TSR_final).
"""


_SHOW_EXAMPLES = """\
examples:
  python -m runtime.bench show runs/A                                   failed episodes by cause, each with its reason
  python -m runtime.bench show runs/A reader/shop.burger.ambiguous/0    that episode step by step
  python -m runtime.bench show runs/A burger.ambiguous                  the same, if no other episode has that name
  python -m runtime.bench show runs/A burger.ambiguous --step 7         everything that is known of step 7
  python -m runtime.bench show runs/A burger.ambiguous --step 7 --png screen.png
"""


def run_parser() -> argparse.ArgumentParser:
    """Options of `run`. All defaults are None, so that `--resume` can tell which options were given."""
    parser = Parser(
        prog="python -m runtime.bench",
        description="Evaluate phone agents that can ask their user, on virtual or real phones.",
        epilog=f"{_EXAMPLES}\ncommands: {', '.join(_commands())}\n(run is the default; each has its own --help)",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    players = parser.add_argument_group("agents, user and judges")
    players.add_argument(
        "--agent",
        action="append",
        metavar="NAME",
        help="agent or instrument, NAME?KEY=VALUE&… with options, or a program: [NAME=]exec:CMD, [NAME=]FILE.yaml, "
        "http:; repeatable (default: reader); see `list agents`",
    )
    players.add_argument(
        "--user", metavar="NAME", help="user simulator that answers the agent's questions (default: rules)"
    )
    players.add_argument(
        "--judge",
        action="append",
        metavar="NAME",
        help="repeatable; the first gives the main scores (default: rules, state)",
    )
    _gap(players)
    players.add_argument(
        "--user-timeout",
        type=seconds,
        metavar="SECONDS",
        help="reply “Nobody answers.” if the user has not replied in time (default: the episode is lost after 120 s)",
    )
    _vote(players)
    players.add_argument(
        "--bypass",
        choices=("refuse", "count"),
        help="whether changes made by shell commands instead of the user interface meet requirements (default: refuse)",
    )
    players.add_argument("--no-ask", action="store_true", default=None, help="no agent may ask its user")
    _models(parser)
    _programs(parser)
    tasks = parser.add_argument_group("tasks")
    tasks.add_argument(
        "--suite", metavar="NAME|PATH", help="registered name, or your own FILE.yaml or folder (default: clarity240)"
    )
    tasks.add_argument("--level", action="append", choices=("detailed", "standard", "incomplete", "ambiguous"))
    tasks.add_argument(
        "--domain", action="append", choices=("e-commerce", "social", "productivity", "device", "information")
    )
    tasks.add_argument("--app", action="append", metavar="NAME")
    tasks.add_argument("--intent", action="append", metavar="ID")
    tasks.add_argument(
        "--split", action="append", metavar="NAME", help="part of the suite: train, dev, test, … (default: all)"
    )
    tasks.add_argument("--task", action="append", metavar="ID")
    tasks.add_argument(
        "--limit",
        type=whole_number(1),
        metavar="N",
        help="only N of the selected tasks: a seeded sample by level and domain",
    )
    tasks.add_argument(
        "--repeat", type=whole_number(1, _MOST_REPEATS), metavar="N", help="play each task N times (default: 1)"
    )
    tasks.add_argument(
        "--until",
        metavar="'METRIC A>B'",
        help="play agents A and B intent by intent, in an order drawn from the seed, until it is decided which is "
        "better by METRIC, or everything is played; at most 5 %% of such decisions are false",
    )
    execution = parser.add_argument_group("execution")
    execution.add_argument(
        "--device",
        action="append",
        metavar="URI",
        help="phone://N, adb://host:port/serial, ssh://user@host/serial, tcp://host:port, unix:/path; repeatable "
        "(default: a virtual phone for each episode, at most 20)",
    )
    execution.add_argument(
        "--engine",
        choices=("ray",),
        help="play on hosts: each machine of a Ray cluster opens the devices (docs/machines.md)",
    )
    execution.add_argument(
        "--address",
        metavar="CLUSTER",
        help="cluster of --engine: HOST:PORT; auto: the one on this machine; local: start one for this run "
        "(default: auto)",
    )
    execution.add_argument(
        "--concurrency", type=whole_number(1), metavar="N", help="number of devices used at once (default: all)"
    )
    execution.add_argument("--seed", type=whole_number(0), metavar="N", help="seed of all random choices (default: 7)")
    execution.add_argument(
        "--max-steps", type=whole_number(1), metavar="N", help="maximum number of steps of an episode (default: 25)"
    )
    execution.add_argument(
        "--weather",
        choices=("mix",),
        help="three disturbances per episode, chosen by the seed: pop-ups, slow pages, lost taps, … (default: none)",
    )
    output = parser.add_argument_group("output")
    output.add_argument("--out", type=Path, metavar="DIR", help="new run folder (default: runs/DATE-TIME)")
    output.add_argument("--resume", type=Path, metavar="DIR", help="continue the run in this folder")
    output.add_argument("--json", action="store_true", help="print metrics.json instead of the table")
    _requirements(output)
    output.add_argument(
        "--live",
        type=whole_number(0, 65535),
        nargs="?",
        const=0,
        metavar="PORT",
        help="a page on 127.0.0.1 to watch and operate the run: all screens, pause, cancel, drain; with --user human "
        "also to answer (default: any free port)",
    )
    output.add_argument("--no-progress", action="store_true", help="no live view; one line per episode on stderr")
    return parser


def _requirements(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--require",
        action="append",
        metavar="'METRIC>=NUMBER'",
        help="exit with 3 if this does not hold, and say on stderr what was measured; also <=, > and <; repeatable",
    )
    parser.add_argument(
        "--junit", type=Path, metavar="FILE", help="write the episodes and requirements as tests, in JUnit's XML"
    )


def _gap(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--gap",
        action="store_true",
        help="also compare, at each step, the agent's thought and its action with the actions that are right there: "
        "adds EM, GTA, EG and RG (virtual phones only)",
    )


def _vote(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--vote",
        choices=("majority", "all"),
        help="add the vote of several --judge as another judge: those that see the ground truth have no vote, a tie "
        "counts as not met, differing verdicts are listed in disagreements.jsonl",
    )


def _models(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("models, for agents, users and judges that need one")
    group.add_argument(
        "--model",
        action="append",
        metavar="[ROLE=]URI",
        help="openai:NAME@URL, such as openai:my-model@http://127.0.0.1:8000/v1; the API key is read from "
        "OPENAI_API_KEY or, with ?key=NAME, from that variable; ROLE: agent, user, judge (default: these three), "
        "or executor, the second model of agents with two; repeatable",
    )
    group.add_argument(
        "--prompts",
        type=Path,
        metavar="DIR",
        help="prompts that replace the installed ones of agents, users and judges; `prompts --out DIR` writes those",
    )
    group.add_argument(
        "--prices", type=Path, metavar="FILE", help="YAML: MODEL: {input: 2.5, output: 10}, per million tokens"
    )
    storage = group.add_mutually_exclusive_group()
    storage.add_argument(
        "--model-cache", type=Path, metavar="DIR", help="cache replies there: no request is sent twice"
    )
    storage.add_argument("--record", type=Path, metavar="DIR", help="send every request and store the replies there")
    storage.add_argument("--replay", type=Path, metavar="DIR", help="send no request: use the replies stored there")


def _programs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("external programs as agents: what they may see and use")
    group.add_argument(
        "--isolation",
        choices=("namespaces", "none"),
        help="namespaces: programs cannot see the suite, the run folder and other episodes; the run is refused if this "
        "cannot be ensured; none: no isolation, only for programs that you trust (default: namespaces)",
    )
    group.add_argument(
        "--agent-path", action="append", type=Path, metavar="PATH", help="further file or folder to read; repeatable"
    )
    group.add_argument("--agent-env", action="append", metavar="NAME", help="environment variable to pass; repeatable")
    group.add_argument("--agent-reach", action="append", metavar="HOST:PORT", help="service to connect to; repeatable")


def _simple(command: str, description: str, json: str = "") -> argparse.ArgumentParser:
    parser = Parser(prog=f"python -m runtime.bench {command}", description=description)
    if json:
        parser.add_argument("--json", action="store_true", help=json)
    return parser


def list_parser() -> argparse.ArgumentParser:
    """Options of `list`."""
    parser = _simple(
        "list",
        "List agents, users, judges, devices, suites, tasks and other names for the command line.",
        "print JSON: one object with a key for each kind, or the list of one kind",
    )
    parser.add_argument(
        "kind",
        nargs="?",
        choices=_LISTED,
        metavar="KIND",
        help=f"one line for each item of this kind: {', '.join(_LISTED)}; for agents on a terminal also what each "
        "needs, how it asks and an example",
    )
    return parser


def rejudge_parser() -> argparse.ArgumentParser:
    """Options of `rejudge`."""
    parser = Parser(
        prog="python -m runtime.bench rejudge",
        description="Judge a recorded run again. Needs no phone and does not change the recording.",
        epilog=_REJUDGE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="run folder")
    parser.add_argument(
        "--judge", action="append", metavar="NAME", help="judge to use instead of the run's; repeatable"
    )
    _gap(parser)
    _vote(parser)
    _models(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the new verdicts (default: DIR/rejudged/N)")
    parser.add_argument(
        "--json", action="store_true", help="print the metrics as JSON; for several judges, with paired intervals"
    )
    return parser


def compare_parser() -> argparse.ArgumentParser:
    """Options of `compare`."""
    parser = Parser(
        prog="python -m runtime.bench compare",
        description="Compare runs, or the agents of one run: metrics with paired intervals, the tasks that one side "
        "passed and another failed, and what so many tasks can show.",
        epilog=_COMPARE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directories", type=Path, nargs="+", metavar="RUN", help="run folder")
    parser.add_argument(
        "--agent", action="append", metavar="NAME", help="only this agent; repeatable, the first is the baseline"
    )
    parser.add_argument(
        "--flips",
        choices=("TSR_final", "TSR"),
        default="TSR_final",
        help="the metric by which a task is passed or failed (default: TSR_final)",
    )
    _requirements(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write the comparison as one HTML page")
    return parser


def ablate_parser() -> argparse.ArgumentParser:
    """Options of `ablate`."""
    parser = Parser(
        prog="python -m runtime.bench ablate",
        description="Play the Incomplete and Ambiguous episodes that an agent has solved again, without what is named, "
        "and compare: the ablation of the AmbiBench paper.",
        epilog=_ABLATE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directory", type=Path, metavar="RUN", help="run folder")
    parser.add_argument("--no-ask", action="store_true", required=True, help="the agent may not ask its user")
    parser.add_argument("--agent", metavar="NAME", help="the agent, if the run has several")
    _models(parser)
    _programs(parser)
    execution = parser.add_argument_group("execution")
    execution.add_argument(
        "--device",
        action="append",
        metavar="URI",
        help="as in `run`; repeatable (default: a phone for each episode, at most 20)",
    )
    execution.add_argument(
        "--concurrency", type=whole_number(1), metavar="N", help="number of devices used at once (default: all)"
    )
    output = parser.add_argument_group("output")
    output.add_argument("--out", type=Path, metavar="DIR", help="new run folder (default: runs/DATE-TIME)")
    output.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    output.add_argument("--no-progress", action="store_true", help="no live view; one line per episode on stderr")
    return parser


def validate_parser() -> argparse.ArgumentParser:
    """Options of `validate`."""
    parser = _simple("validate", "Check a suite for errors in its tasks.", "print one JSON object with all findings")
    parser.add_argument("files", nargs="*", metavar="FILE|DIR", help="your own intents instead of a registered suite")
    parser.add_argument("--suite", default="clarity240", metavar="NAME|PATH")
    return parser


def verify_parser() -> argparse.ArgumentParser:
    """Options of `verify`."""
    parser = _simple(
        "verify",
        "Check a run folder: that nothing is missing or changed, and that scores and metrics follow from the records.",
        "print one JSON object with the checksum and all problems",
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="run folder")
    return parser


def doctor_parser() -> argparse.ArgumentParser:
    """Options of `doctor`."""
    parser = _simple(
        "doctor",
        "Check that plug-ins, disk, devices and models work, name what listens at a device's address, and say how to "
        "fix problems.",
    )
    parser.add_argument(
        "--device", action="append", metavar="URI", help="device to check; repeatable (default: phone://1)"
    )
    parser.add_argument("--model", action="append", metavar="URI", help="model to ask a short question; repeatable")
    return parser


def prompts_parser() -> argparse.ArgumentParser:
    """Options of `prompts`."""
    parser = _simple(
        "prompts",
        "List the installed prompts by name, version and digest.",
        "print one JSON object by name, with the texts",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write them there as NAME.txt; to use edited ones, raise their versions and pass --prompts DIR",
    )
    return parser


def show_parser() -> argparse.ArgumentParser:
    """Options of `show`."""
    parser = Parser(
        prog="python -m runtime.bench show",
        description="Show a recorded run: its failed episodes by cause, one episode step by step, or one step.",
        epilog=_SHOW_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directory", type=Path, metavar="RUN", help="run folder, finished or not")
    parser.add_argument(
        "episode", nargs="?", metavar="EPISODE", help="AGENT/TASK/REPEAT, or a part that only one episode has"
    )
    parser.add_argument("--judge", metavar="NAME", help="whose verdicts to show (default: the run's main judge)")
    parser.add_argument("--step", type=whole_number(0), metavar="N", help="show only this step, with all its details")
    parser.add_argument(
        "--png", type=Path, metavar="FILE", help="write the screen after that step; without --step after the last"
    )
    return parser


_BUILT_IN = {
    "run": ("runtime.bench.run", run_parser),
    "show": ("runtime.bench.show", show_parser),
    "list": ("runtime.bench.listing", list_parser),
    "prompts": ("runtime.bench.prompts", prompts_parser),
    "rejudge": ("runtime.bench.rejudge", rejudge_parser),
    "compare": ("runtime.bench.compare", compare_parser),
    "ablate": ("runtime.bench.ablate", ablate_parser),
    "validate": ("runtime.bench.validate", validate_parser),
    "verify": ("runtime.bench.verify", verify_parser),
    "doctor": ("runtime.bench.doctor", doctor_parser),
}


def main(arguments: Sequence[str]) -> int:
    """Runs a command; returns the exit code.

    Exit codes: 0 success, 1 completed with problems, 2 usage error or fault, 3 a gate failed, 130
    interrupted, 141 closed pipe.
    """
    with standard_streams():
        try:
            try:
                return _dispatch(list(arguments))
            finally:
                sys.stdout.flush()
        except (Exception, KeyboardInterrupt) as error:
            found = [leaf for leaf in flatten_group(error) if isinstance(leaf, _EXPECTED)]
            if not found:
                raise
            return _failed(found[0])


_EXPECTED: Final = (KeyboardInterrupt, UsageError, Fault, OSError)


def _failed(error: BaseException) -> int:
    """Tell what ended the command; return the exit code."""
    if isinstance(error, KeyboardInterrupt):
        return 130
    if isinstance(error, OutputClosed):
        return 141
    if isinstance(error, OSError):
        # What the system refuses where nothing more is known about it: a full disk, too many open files, …
        refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    else:
        refuse(str(error))
    return 2


def _commands() -> tuple[str, ...]:
    """The names of all commands: the built-in ones and those of plug-ins."""
    from runtime.plugins import registry

    return (*_BUILT_IN, *registry.names(registry.COMMANDS))


def _dispatch(arguments: list[str]) -> int:
    if any("\0" in word for word in arguments):
        raise UsageError("an argument holds a NUL character: leave it out")
    command = arguments[0] if arguments and not arguments[0].startswith("-") else "run"
    rest = arguments[1:] if arguments and arguments[0] == command else arguments
    if command in _BUILT_IN:
        module, parser = _BUILT_IN[command]
        options = parser().parse_args(rest)
        if command != "doctor":  # `doctor` reports collisions among its findings
            _warn_of_collisions()
        answer: int = importlib.import_module(module).execute(options)
        return answer
    from runtime.plugins import registry

    if command not in _commands():
        raise UsageError(f"there is no command {command!r}; there is: {listed(_commands())}")
    return registry.load(registry.COMMANDS, command).run(rest)


def _warn_of_collisions() -> None:
    from runtime.components.collisions import PackageCollisionWarning, find_collisions

    for sentence in find_collisions(tuple(sys.path)):
        complain(f"warning: {sentence}")
    warnings.simplefilter("ignore", PackageCollisionWarning)  # `Runtime` need not repeat it
