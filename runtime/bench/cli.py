"""The command line: parses options, runs commands, and turns errors into messages and exit codes."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from runtime.core.errors import Fault, UsageError

_EXAMPLES = """\
examples:
  python -m runtime.bench                                   the whole suite with the reader agent on 20 virtual phones
  python -m runtime.bench --agent oracle --agent silent     two agents, compared task by task
  python -m runtime.bench --agent 'mine=exec:python my_agent.py' --level incomplete --limit 5
                                                            your own program, unmodified, with its own adb server
  python -m runtime.bench --level incomplete --no-ask       the same tasks without questions to the user
  python -m runtime.bench --user human --user-timeout 60    people answer, each question within a minute
  python -m runtime.bench --resume runs/20261120-140500     continue an interrupted run
  python -m runtime.bench --judge rules --judge mine --judge model --model $M --vote majority
                                                            three judges during the run, and their majority vote
  python -m runtime.bench rejudge runs/20261120-140500      judge the recording again; needs no phone
  python -m runtime.bench phones --count 3                  three virtual phones for any ADB tool
  python -m runtime.bench validate mine/order.yaml          your own intents; then: --suite mine
  python -m runtime.bench list --json                       everything that can be named
"""

_AGAIN = """\
examples:
  python -m runtime.bench rejudge runs/A                          reproduces the metrics of the recording
  python -m runtime.bench rejudge runs/A --judge state            another judge, compared with the recorded one
  python -m runtime.bench rejudge runs/A --judge rules --judge model --model $M --model-cache replies
                                                                  rules and a model, whose replies are stored
  python -m runtime.bench rejudge runs/A --judge rules --judge mine --judge model --model $M --vote majority
                                                                  three judges and their majority vote
  python -m runtime.bench prompts --out mine                      write the prompts into a folder, to edit them
  python -m runtime.bench rejudge runs/A --judge model --model $M --model-cache replies --prompts mine --json
                                                                  use the edited prompts; stored replies are reused

Each judge's table shows requirements met at any step (RCR, TSR) and those still met at the end (RCR_final, TSR_final).
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (see {self.prog} --help)")


def run_parser() -> argparse.ArgumentParser:
    """Options of `run`; every default is None, so that `--resume` knows which options were given."""
    parser = _Parser(
        prog="python -m runtime.bench",
        description="Evaluate phone agents that can ask their user, on virtual or real phones.",
        epilog=f"{_EXAMPLES}\ncommands: {', '.join(_commands())}\n(run is the default; each has its own --help)",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    who = parser.add_argument_group("who plays, who answers, who judges")
    who.add_argument(
        "--agent",
        action="append",
        metavar="NAME",
        help="agent or instrument, NAME?KEY=VALUE&… with options, or a program: [NAME=]exec:CMD, [NAME=]FILE.yaml, "
        "http:; repeatable (reader); `list agents` says more",
    )
    who.add_argument("--user", metavar="NAME", help="who answers the agent's questions (rules)")
    who.add_argument(
        "--judge", action="append", metavar="NAME", help="repeatable; the first is the headline (rules, state)"
    )
    _gap(who)
    who.add_argument(
        "--user-timeout",
        type=_seconds,
        metavar="SECONDS",
        help="tell the agent “Nobody answers.” after so long (else a user silent for 120 s loses the episode)",
    )
    _vote(who)
    who.add_argument("--no-ask", action="store_true", default=None, help="turn asking off for every agent")
    _models(parser)
    _programs(parser)
    what = parser.add_argument_group("which tasks")
    what.add_argument(
        "--suite", metavar="NAME|PATH", help="registered suite, or your own FILE.yaml or folder (clarity240)"
    )
    what.add_argument("--level", action="append", choices=("detailed", "standard", "incomplete", "ambiguous"))
    what.add_argument(
        "--domain", action="append", choices=("e-commerce", "social", "productivity", "device", "information")
    )
    what.add_argument("--app", action="append", metavar="NAME")
    what.add_argument("--intent", action="append", metavar="ID")
    what.add_argument("--split", action="append", metavar="NAME", help="part of the suite: train, dev, test, … (all)")
    what.add_argument("--task", action="append", metavar="ID")
    what.add_argument("--limit", type=_positive, metavar="N", help="only the first N tasks that are left")
    what.add_argument("--repeat", type=_positive, metavar="N", help="play each task N times (1)")
    how = parser.add_argument_group("how")
    how.add_argument(
        "--device",
        action="append",
        metavar="URI",
        help="phone://N, adb://host:port/serial, ssh://user@host/serial, tcp://host:port, unix:/path; repeatable "
        "(phone://20)",
    )
    how.add_argument("--concurrency", type=_positive, metavar="N", help="devices used at once (all)")
    how.add_argument("--seed", type=_natural, metavar="N", help="fixes everything that is drawn (7)")
    how.add_argument("--max-steps", type=_positive, metavar="N", help="budget of an episode (25)")
    how.add_argument(
        "--weather",
        choices=("mix",),
        help="three disturbances for every episode, chosen by the seed: pop-ups, slow pages, lost taps, … (none)",
    )
    where = parser.add_argument_group("where it goes")
    where.add_argument("--out", type=Path, metavar="DIR", help="new run folder (runs/DATE-TIME)")
    where.add_argument("--resume", type=Path, metavar="DIR", help="continue the run in this folder")
    where.add_argument("--json", action="store_true", help="print metrics.json instead of the table")
    where.add_argument("--no-progress", action="store_true", help="no live view; one line per episode on stderr")
    return parser


def _gap(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--gap",
        action="store_true",
        help="also hold what agents think against what they do, step by step, by a judge that knows the right way: EM, "
        "GTA, EG, RG beside the metrics (virtual phones only)",
    )


def _vote(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--vote",
        choices=("majority", "all"),
        help="with several --judge: their vote as one judge more; those that see the truth have none, a tie counts as "
        "not met, and who said what is kept in disagreements.jsonl",
    )


def _models(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("models, for those who need one")
    group.add_argument(
        "--model",
        action="append",
        metavar="[ROLE=]URI",
        help="openai:NAME@URL, such as openai:my-model@http://127.0.0.1:8000/v1; key in OPENAI_API_KEY or, with "
        "?key=NAME, in that variable; ROLE: agent, user, judge (all), or executor, the second model of agents that "
        "have two; repeatable",
    )
    group.add_argument(
        "--prompts",
        type=Path,
        metavar="DIR",
        help="texts to ask agents, users and judges with instead of the installed ones; `prompts --out DIR` has them",
    )
    group.add_argument("--prices", type=Path, metavar="FILE", help="YAML: MODEL: {input: 2.5, output: 10} per million")
    mutually_exclusive_group = group.add_mutually_exclusive_group()
    mutually_exclusive_group.add_argument(
        "--model-cache", type=Path, metavar="DIR", help="ask nothing twice: replies are kept there"
    )
    mutually_exclusive_group.add_argument(
        "--record", type=Path, metavar="DIR", help="ask everything anew and keep the replies there"
    )
    mutually_exclusive_group.add_argument(
        "--replay", type=Path, metavar="DIR", help="ask nothing: what was recorded there answers"
    )


def _programs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("programs that play: what they may see and use")
    group.add_argument(
        "--isolation",
        choices=("namespaces", "none"),
        help="namespaces: suite, run folder and other episodes are out of their sight, or nothing is played; none: "
        "only for programs that you trust (namespaces)",
    )
    group.add_argument(
        "--agent-path", action="append", type=Path, metavar="PATH", help="what they may read; repeatable"
    )
    group.add_argument("--agent-env", action="append", metavar="NAME", help="variable that they are given; repeatable")
    group.add_argument(
        "--agent-reach", action="append", metavar="HOST:PORT", help="service here that they may call; repeatable"
    )


def _positive(text: str) -> int:
    return _number(text, 1)


def _natural(text: str) -> int:
    return _number(text, 0)


def _number(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if value < least:
        raise argparse.ArgumentTypeError(f"{text} is less than {least}")
    return value


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no time that could be waited for")
    return value


def _simple(command: str, description: str, json: str = "") -> argparse.ArgumentParser:
    parser = _Parser(prog=f"python -m runtime.bench {command}", description=description)
    if json:
        parser.add_argument("--json", action="store_true", help=json)
    return parser


def list_parser() -> argparse.ArgumentParser:
    """Options of `list`."""
    parser = _simple(
        "list", "Everything that can be named on the command line.", "one object with a key for each kind, or of agents"
    )
    parser.add_argument(
        "kind",
        nargs="?",
        choices=("agents",),
        help="agents: what each is, what it needs, how it asks, an example",
    )
    return parser


def rejudge_parser() -> argparse.ArgumentParser:
    """Options of `rejudge`."""
    parser = _Parser(
        prog="python -m runtime.bench rejudge",
        description="Judge a recorded run again. No phone is needed and the recording is not touched.",
        epilog=_AGAIN,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="run folder")
    parser.add_argument("--judge", action="append", metavar="NAME", help="other judges than the run's; repeatable")
    _gap(parser)
    _vote(parser)
    _models(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where to put the new verdicts (DIR/rejudged/N)")
    parser.add_argument(
        "--json", action="store_true", help="print the metrics as JSON; of several judges all, with paired intervals"
    )
    return parser


def validate_parser() -> argparse.ArgumentParser:
    """Options of `validate`."""
    parser = _simple(
        "validate", "Prove a suite sound: every law that its tasks must obey.", "one object with all findings"
    )
    parser.add_argument("files", nargs="*", metavar="FILE|DIR", help="your own intents instead of a registered suite")
    parser.add_argument("--suite", default="clarity240", metavar="NAME|PATH")
    return parser


def doctor_parser() -> argparse.ArgumentParser:
    """Options of `doctor`."""
    parser = _simple(
        "doctor", "Check that everything here works: parts, disk, devices; says what to do where it doesn't."
    )
    parser.add_argument("--device", action="append", metavar="URI", help="device to try; repeatable (phone://1)")
    parser.add_argument("--model", action="append", metavar="URI", help="model to ask a short question; repeatable")
    return parser


def prompts_parser() -> argparse.ArgumentParser:
    """Options of `prompts`."""
    parser = _simple(
        "prompts",
        "The texts that models are asked with, by name, version and digest.",
        "one object by name, with texts",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write them there as NAME.txt: edit, raise the version, give --prompts DIR",
    )
    return parser


_BUILT_IN = {
    "run": ("runtime.bench.run", run_parser),
    "list": ("runtime.bench.listing", list_parser),
    "prompts": ("runtime.bench.prompts", prompts_parser),
    "rejudge": ("runtime.bench.rejudge", rejudge_parser),
    "validate": ("runtime.bench.validate", validate_parser),
    "doctor": ("runtime.bench.doctor", doctor_parser),
}


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code: 0 success, 1 findings, 2 invalid request, 130 interrupted."""
    try:
        code = _dispatch(list(arguments))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except UsageError as error:
        return _refuse(error)
    except Fault as error:
        return _refuse(error)
    except BaseExceptionGroup as group:
        first = next(_leaves(group), None)
        if isinstance(first, KeyboardInterrupt):
            return 130
        if isinstance(first, (UsageError, Fault)):
            return _refuse(first)
        raise
    except BrokenPipeError:
        # Nobody reads any more; without this the interpreter would complain when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _commands() -> tuple[str, ...]:
    """The names of all commands: the built-in ones and those of plug-ins."""
    from runtime.plugins import registry

    return (*_BUILT_IN, *registry.names(registry.COMMANDS))


def _dispatch(arguments: list[str]) -> int:
    command = arguments[0] if arguments and not arguments[0].startswith("-") else "run"
    rest = arguments[1:] if arguments and arguments[0] == command else arguments
    if command in _BUILT_IN:
        module, parser = _BUILT_IN[command]
        options = parser().parse_args(rest)
        if command != "doctor":  # which says so in its own lines
            _warn_of_collisions()
        answer: int = importlib.import_module(module).execute(options)
        return answer
    from runtime.plugins import registry

    if command not in _commands():
        raise UsageError(f"there is no command {command!r}; there is: {', '.join(_commands())}")
    return registry.load(registry.COMMANDS, command).run(rest)


def _warn_of_collisions() -> None:
    from runtime.components.collisions import PackageCollisionWarning, find_collisions

    for sentence in find_collisions(sys.path):
        sys.stderr.write(f"warning: {sentence}\n")
    warnings.simplefilter("ignore", PackageCollisionWarning)  # `Runtime` need not repeat it


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def _refuse(error: Exception) -> int:
    sys.stderr.write(f"error: {error}\n")
    return 2
