"""The bad calls, as data: which words, in which surroundings, and which exit codes are right. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from benchmarks.acceptance.bad_calls.wrong_files import CONTENTS

Stream = Literal["pipe", "full", "closed", "gone"]
"""Where a stream goes: to us, to a full disk, nowhere since it is closed, or to a reader that has gone."""

REFUSED: Final = frozenset({2})


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the command. Paths below `bad/` and `run` exist in its folder."""

    words: tuple[str | bytes, ...]
    codes: frozenset[int] = REFUSED
    environment: Mapping[str, str] = field(default_factory=dict)
    stdin: bytes | None = b""
    """What is read from standard input; None: it is closed."""
    stdout: Stream = "pipe"
    stderr: Stream = "pipe"
    python: tuple[str, ...] = ()
    writes: bool = False
    """It may write into its folder, print, and start phones, because it is a good call in bad surroundings."""

    @property
    def name(self) -> str:
        """How the call is named in a report."""
        words = [word if isinstance(word, str) else repr(word) for word in (*self.python, *self.words)]
        streams = [f"{name} {to}" for name, to in (("stdout", self.stdout), ("stderr", self.stderr)) if to != "pipe"]
        given = [f"{key}={value}" for key, value in self.environment.items()]
        text = " ".join([*given, *(word if len(word) < 60 else f"{word[:50]}…" for word in words), *streams])
        return repr(text)[1:-1] + (
            " stdin closed" if self.stdin is None else f" < {self.stdin[:20]!r}" * bool(self.stdin)
        )


LONG: Final = "x" * 5_000
CONTROL: Final = "a\x1b[31m\x9b1m\x07\r\b[/red]b\nc"
OTHER_BYTES: Final = b"a\xff\xfe"

_NAMES: Final = ("", "nobody", LONG, CONTROL, OTHER_BYTES, "[/red]", "../..")
_COUNTS: Final = ("", "0", "-1", "1.5", "nan", "inf", "x", "²", "1_0", "٣", "9" * 5_000, OTHER_BYTES)
_NATURALS: Final = tuple(text for text in _COUNTS if text != "0")
_SECONDS: Final = ("", "0", "-1", "nan", "inf", "1e999", "soon", "²", CONTROL, OTHER_BYTES)
_DEVICES: Final = (
    *_NAMES, "phone://", "phone://0", "phone://x", "phone://²", "phone://-1", "phone://1001", "phone://" + "9" * 5_000,
    "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:x", "tcp://[::1", "adb://127.0.0.1:1/x", "adb://",
    "unix:", "unix:/nowhere", "unix:/" + LONG, "ssh://", "ssh://a@/b", "headless://0", "headless://x",
    "headless://-1", "tcp://127.0.0.1:1",
)  # fmt: skip
_MODELS: Final = (
    "", "nobody", LONG, CONTROL, OTHER_BYTES, "openai:", "openai:x", "openai:@", "openai:x@nourl", "openai:x@http://",
    "openai:x@http://[::1", "openai:x@file:///etc/passwd", "openai:x@http://127.0.0.1:1/v1", "nobody=openai:x@http://h",
    "openai:x@http://127.0.0.1:99999/v1", "agent=", "=x",
)  # fmt: skip
_AGENTS: Final = (
    *_NAMES, "reader?", "reader?x", "reader?x=1", "reader?=1", "reader?x=1&x=2", "exec:", "exec:'", "exec:\"a",
    "exec:/nowhere/program", "exec:nobody-knows-it", "mine=exec:true {instuction}",
    "=exec:true", "a b=exec:true", "oracle=exec:true", "http:0:x",
    "http:x", "http://127.0.0.1:x", "http:127.0.0.1:99999", "yaml:", "yaml:nowhere.yaml", "nowhere.yaml", "original:",
    "original:nobody", "original:" + LONG, "ui-tars-1.5", "ui-tars-1.5?images=x", "ui-tars-1.5?mode=nobody",
)  # fmt: skip
_FILES: Final = (*CONTENTS, "folder", "circle", "pipe", "unreadable", "endless", "missing")
_FOLDERS: Final = ("missing", "void", "full", "list.json", "circle.json", "pipe.json", "text-inside", LONG)
_OUTS: Final = (
    "bad/full",
    "bad/list.json",
    "bad/list.json/below",
    "bad/circle.json",
    "/proc/nowhere",
    "/dev/full",
    LONG,
)

_COMMANDS: Final = (
    "list", "validate", "verify", "rejudge", "doctor", "prompts", "phones", "farm", "desk", "label", "parse", "record",
    "calibrate", "gap",
)  # fmt: skip
_BARS: Final = (
    "", "x", "x=1", "v_out.jaccard", "v_out.jaccard=", "v_out.jaccard=nan", "v_out.jaccard=inf", "v_out.jaccard=x",
    LONG, CONTROL,
)  # fmt: skip
_PORTS: Final = ("", "-1", "65536", "x", "nan", "²", "9" * 5_000)
_PLAYED: Final = ("--agent", "oracle", "--task", "device.airplane.detailed", "--no-progress")
_GAP: Final = ("gap", "--dataset", "aitz", "--data", "bad/void", "--predictions", "bad/list.jsonl")
_SAMPLE: Final = ("gap", "sample", *_GAP[1:])


def _with(base: Iterable[str], option: str, values: Iterable[str | bytes]) -> Iterator[Call]:
    for value in values:
        yield Call((*base, f"{option}={value}" if isinstance(value, str) else option.encode() + b"=" + value))


def _files(base: Iterable[str], option: str, extension: str) -> Iterator[Call]:
    for name in _FILES:
        yield Call((*base, *([option] if option else []), f"bad/{name}.{extension}"))


def _folders(base: Iterable[str], option: str, inside: bool = True) -> Iterator[Call]:
    for name in (*_FOLDERS, *(f"{name}-inside" for name in CONTENTS if inside)):
        yield Call((*base, *([option] if option else []), f"bad/{name}" if name != LONG else LONG))


def _phones() -> Iterator[Call]:
    yield from _with(("phones",), "--count", _COUNTS)
    yield from _with(("phones",), "--port", _PORTS)
    yield from _with(("phones",), "--host", ("", "nobody.invalid", "256.0.0.1", LONG, CONTROL, OTHER_BYTES))
    for option in ("--clock", "--latency", "--service-time", "--disturbances", "--faults"):
        yield from _with(("phones",), option, (name for name in _NAMES if name or option != "--faults"))
    yield from _with(("phones",), "--seed", _NATURALS)


def _farm() -> Iterator[Call]:
    test = ("farm", "--device", "phone://1", "--dry-run")
    for option in ("--users", "--in-flight"):
        yield from _with(test, option, _COUNTS)
    for option in ("--rate", "--speed", "--connections-per-second", "--run-time"):
        yield from _with(test, option, _SECONDS)
    yield from _with(test, "--seed", _NATURALS)
    for option in ("--shape", "--load", "--arrivals", "--stage", "--mix", "--slo", "--allow", "--scenario", "--think"):
        yield from _with(test, option, _NAMES)
    yield from _with(test, "--abort-delay", ("", "-1", "nan", "soon", CONTROL, OTHER_BYTES))
    yield from _with(("farm", "--run-time", "1s"), "--device", (*_DEVICES, "tcp://127.0.0.1:5-4", "tcp://h:1-99999"))
    yield from _with(("farm", "growth"), "--device", (*_NAMES, "tcp://127.0.0.1:1", "tcp://127.0.0.1:9-1"))
    yield from _with(("farm", "growth", "--device", "tcp://127.0.0.1:1"), "--server", (*_NAMES, "adb://127.0.0.1:1"))
    yield from _with(("farm", "capacity", "--device", "phone://1", "--dry-run"), "--of", _NAMES)
    yield from _with(("farm", "capacity", "--device", "phone://1", "--dry-run"), "--most", _COUNTS)
    yield from _with(("farm", "capacity", "--device", "phone://1", "--dry-run"), "--per-device", _SECONDS)


def options() -> Iterator[Call]:
    """Every option with values that it cannot take."""
    for option in ("--user", "--judge", "--level", "--domain", "--app", "--intent", "--split", "--task", "--weather",
                   "--bypass", "--isolation", "--vote", "--suite"):  # fmt: skip
        yield from _with((), option, _NAMES)
    yield from _with((), "--agent", _AGENTS)
    yield from _with((), "--device", _DEVICES)
    yield from _with((), "--model", _MODELS)
    for option in ("--limit", "--repeat", "--concurrency", "--max-steps"):
        yield from _with((), option, _COUNTS)
    yield from _with((), "--repeat", ("1000000000", "10001"))
    yield from _with((), "--seed", _NATURALS)
    yield from _with((), "--user-timeout", _SECONDS)
    yield from _with(
        ("--agent", "mine=exec:true"), "--agent-reach", ("", "x", ":", "h:", ":1", "h:0", "h:x", "h:99999", LONG)
    )
    yield from _with(("--agent", "mine=exec:true"), "--agent-env", ("", "A=B", "NOBODY_SET_THIS", CONTROL))
    yield from _with(("--agent", "mine=exec:true"), "--agent-path", ("bad/missing", "bad/circle.json", LONG))
    for command in _COMMANDS:
        yield Call((command, "--nobody"))
        yield Call((command, "--jso"))
        yield Call((command, f"--{LONG}"))
        yield Call((command, b"--\xff"))
        yield Call((command, CONTROL))
    yield from (
        Call((word,))
        for word in ("", "nobody", LONG, CONTROL, OTHER_BYTES, "-", "--", "-x", "[/red]", "./", "--n", "--age")
    )
    yield from _phones()
    yield from _farm()
    yield from _with(("desk",), "--port", _PORTS)
    yield from _with(("label", "run"), "--port", _PORTS)
    yield from _with(("label", "run"), "--sample", _COUNTS)
    yield from _with(("label", "run"), "--seed", _NATURALS)
    yield from _with(("label", "run"), "--open", ("", "0", "99", "x", "1:x", CONTROL, OTHER_BYTES, LONG))
    yield from _with(
        ("label", "run"), "--host", ("", "0.0.0.0", "nobody.invalid", "256.0.0.1", LONG, CONTROL, OTHER_BYTES)
    )
    yield from _with(("label", "run", "--report"), "--judge", _NAMES)
    yield from _with(("parse",), "--screen", ("", "x", "0x0", "-1x5", "1080", "1080x", "99999x99999", "²x²", LONG))
    yield from _with(("parse", "ui-tars"), "--scheme", _NAMES)
    yield from _with(("parse", "ui-tars"), "--mode", _NAMES)
    yield from (Call(("parse", name)) for name in _NAMES)
    for option in ("--judge", "--vote", "--suite", "--part", "--family", "--device"):
        yield from _with(("calibrate",), option, _NAMES)
    yield from _with(("calibrate",), "--limit", _COUNTS)
    yield from _with(("calibrate",), "--seed", _NATURALS)
    yield from _with(("calibrate", "--gate"), "--bar", _BARS)
    yield from _with(("rejudge", "run"), "--judge", _NAMES)
    yield from _with(("rejudge", "run"), "--vote", _NAMES)
    yield from _with(("rejudge", "run", "--judge", "model"), "--model", _MODELS)
    yield from _with(("validate",), "--suite", _NAMES)
    yield from (Call(("record", name)) for name in _NAMES if name)
    yield from (Call(("record", "--functions", name)) for name in _NAMES)
    yield from (
        Call((*_GAP, *words)) for words in (("--dataset", "nobody"), ("--dataset", "aitz?x"), ("--dataset", LONG))
    )
    yield from _with(_GAP, "--dataset", _NAMES)
    for option in ("--form", "--rule", "--evaluator", "--shift", "--parameters", "--by"):
        yield from _with(_GAP, option, _NAMES)
    yield from _with(_GAP, "--concurrency", _COUNTS)
    yield from _with(("gap", "match"), "--rule", _NAMES)
    for option in ("--size", "--least", "--seed", "--shift"):
        yield from _with(
            (*_SAMPLE, "--out", "made"),
            option,
            ("", "-1" if option != "--shift" else "x", "x", "nan", "²", "9" * 5_000),
        )
    for uri in ("", "nobody", LONG, CONTROL, OTHER_BYTES, "phone://0", "phone://²", "tcp://127.0.0.1:1", "tcp://[::1"):
        yield Call(("doctor", "--device", uri), codes=frozenset({1}))
    for uri in ("", "nobody", LONG, CONTROL, OTHER_BYTES, "openai:x@nourl", "openai:x@http://127.0.0.1:1/v1"):
        yield Call(("doctor", "--device", "headless://1", "--model", uri), codes=frozenset({1}))
    yield from (Call(("gap", word)) for word in ("nobody", LONG, CONTROL, OTHER_BYTES, ""))


def files() -> Iterator[Call]:
    """Every option that reads a file or a folder, with files and folders of the wrong kind."""
    yield from _files((), "--suite", "yaml")
    yield from _files(("validate",), "", "yaml")
    yield from _files(("record",), "", "yaml")
    yield from _files((), "--prices", "yaml")
    yield from _files((), "--agent", "yaml")
    yield from _files(("parse", "appagent"), "--marks", "json")
    yield from _files(("gap", "merge"), "", "json")
    yield from _files(("gap", "figures", "--out", "made"), "", "json")
    yield from _files((*_GAP[:-2],), "--predictions", "jsonl")
    for call in _files((*_GAP[:-4], "--predictions", "bad/list.jsonl", "--strict"), "--data", "json"):
        yield replace(call, codes=frozenset({1, 2}))
    yield from _files(_GAP, "--labels", "json")
    yield from (replace(call, codes=frozenset({1, 2})) for call in _folders(("verify",), ""))
    for command in ("rejudge", "label", "--resume", "validate", "record"):
        yield from _folders((command,), "")
    yield from _folders(("calibrate",), "--from")
    yield from _folders((), "--prompts")
    yield from _folders(("--user", "model", "--model", "openai:x@http://127.0.0.1:1/v1"), "--prompts")
    for replay in ("bad/missing", "bad/list.json", "bad/circle.json", "bad/pipe.json", LONG):
        yield Call((*_PLAYED, "--user", "model", "--model", "openai:x@http://127.0.0.1:1/v1", "--replay", replay))
    yield from _folders(_GAP, "--labels", inside=False)
    yield from _files(("farm", "--device", "phone://1", "--dry-run"), "--profile", "yaml")
    yield from _files(("farm", "--device", "phone://1", "--dry-run"), "--scenario", "py")
    yield from _folders(("farm", "--device", "phone://1", "--dry-run"), "--replay")
    for out in _OUTS:
        yield Call((*_PLAYED, "--out", out))
        yield Call(("calibrate", "--limit", "1", "--out", out))
        yield Call(("rejudge", "run", "--out", out))
        yield Call(("prompts", "--out", out if out != "bad/full" else "bad/list.json"))
        yield Call((*_SAMPLE, "--out", out))
        yield Call((*_GAP, "--out", out if out != "bad/full" else "bad/list.json"))
        for option in ("--record", "--model-cache"):
            yield Call((*_PLAYED, "--model", "user=openai:x@http://127.0.0.1:1/v1", "--user", "model", option, out))
    for content in (b"\xff\xfe", b"\x00" * 100, b"[" * 20_000, b"x" * (17 << 20)):
        yield Call(("parse", "ui-tars"), codes=frozenset({1, 2}), stdin=content)
        yield Call(("gap", "match"), codes=frozenset({1, 2}), stdin=content)
    yield Call(("parse", "ui-tars"), codes=frozenset({1, 2}), stdin=None)
    yield Call(("gap", "match"), codes=frozenset({0, 1, 2}), stdin=None)


def conflicts() -> Iterator[Call]:
    """Options that contradict each other, lack what they need, or are cut short."""
    texts = (
        "--resume run --out made", "--resume run --seed 8", "--resume run --agent silent", "--resume bad/void",
        "--model-cache a --record b", "--record a --replay b", "--vote majority", "--vote all --judge rules",
        "--isolation none", "--isolation namespaces --agent oracle", "--user human", "--user model",
        "--user human --user-timeout 5", "--agent ui-tars-1.5", "--agent fairy --model agent=openai:x@http://127.0.0.1:1/v1",
        "--agent a=exec:true --agent a=exec:false", "--agent oracle=exec:true", "--judge model", "--judge nobody --gap",
        "--level incomplete --intent device.airplane", "--task device.airplane.detailed --app clock", "--age oracle",
        "--dev phone://1", "--lim 3", "--no-prog --agent nobody", "--device phone://1 --device nobody://1",
        "--device phone://1 --device tcp://127.0.0.1:x", "rejudge", "rejudge run run", "rejudge run --vote majority",
        "rejudge run --judge model", "rejudge run --replay bad/missing --judge model", "verify", "verify run run",
        "label", "label run --adjudicate", "label run --json", "label run --report --open 1", "label run --judge rules",
        "label run --annotator a", "label run --report --sample 3", "parse", "parse ui-tars --marks bad/list.json",
        "calibrate --from run --out made", "calibrate --from run --limit 3", "calibrate --headless --device phone://1",
        "calibrate --vote majority", "calibrate --from run", "calibrate --family nobody", "gap", "gap --dataset aitz",
        "gap figures", "gap figures bad/void", "gap merge", "gap sample", "gap rules --nobody", "gap forms x",
        "export", "export run", "export run --format xml", "export bad/void --format csv", "figures", "figures run",
        "figures bad/void --out made", "figures run --judge nobody --out made",
        "gap datasets --jso", "list nobody", "list agents agents", "record --check nobody",
        "phones --count 2 --port 65535", "phones 3", "farm", "farm capacity", "farm growth", "farm nobody",
        "farm --device phone://1 --users 2 --rate 3", "farm --device phone://1 --mix stat --scenario x.py",
        "farm --device phone://1 --mix reboot", "farm --device phone://1 --slo tap.p99<1s", "farm --device headless://1",
        "desk 3", "prompts x", "doctor x", "validate --suite", "run --agent", "run run", "--concurrency 0",
        "--prompts bad/void", "--agent exec:true --agent-reach 127.0.0.1", "--domain social --app clock",
    )  # fmt: skip
    yield from (Call(tuple(text.split())) for text in texts)
    yield Call((*_PLAYED, "--user", "human"), environment={"MOBILE_AGENT_DESK": "http://127.0.0.1:1/#x"})
    yield Call((*_PLAYED, "--user", "human"), environment={"MOBILE_AGENT_DESK": "nonsense"})
    yield Call(("label", "run"), environment={"MOBILE_AGENT_LABEL_TOKEN": "short"})
    yield Call(("--agent", "ui-tars-1.5", "--model", "openai:x@http://127.0.0.1:1/v1?key=NOBODY_SET_THIS"))


_PRINTING: Final = (
    ("--help",), ("list",), ("list", "agents"), ("list", "--json"), ("prompts",), ("prompts", "--json"),
    ("gap", "rules"), ("gap", "datasets"), ("gap", "forms"), ("parse", "ui-tars", "--about"), ("verify", "run"),
    ("verify", "run", "--json"), ("gap", "datasets", "--json"), ("rejudge", "run", "--json"), ("rejudge", "run"),
    ("calibrate", "--help"),
)  # fmt: skip
_TERMINALS: Final[tuple[Mapping[str, str], ...]] = (
    {"LANG": "C", "LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"TERM": "dumb"}, {"TERM": ""}, {"NO_COLOR": "1"}, {"COLUMNS": "1"}, {"COLUMNS": "x", "LINES": "x"},
)  # fmt: skip
_RUN: Final = (*_PLAYED, "--device", "headless://1", "--out", "made")


def surroundings() -> Iterator[Call]:
    """Good and refused calls in terminals, streams, folders and interpreters that something is wrong with."""
    good = frozenset({0})
    for words in (*_PRINTING, _RUN):
        yield Call(words, good, {"PYTHONIOENCODING": "ascii"}, writes=True)
        yield Call(words, REFUSED, stdout="full", writes=True)
        yield Call(words, REFUSED, stdout="closed", writes=True)
        yield Call(words, frozenset({141}), stdout="gone", writes=True)
    for environment in _TERMINALS:
        for words in (("list", "agents"), ("prompts",), ("verify", "run"), ("rejudge", "run")):
            yield Call(words, good, environment, writes=True)
        yield Call(("--agent", CONTROL), REFUSED, environment)
    yield Call(_RUN, good, {"LANG": "C", "LC_ALL": "C", "TERM": "dumb"}, writes=True)
    for words in (("--agent", "nobody"), ("list",), ("gap", "rules"), ("verify", "bad/missing"), _RUN):
        codes = good if words in {("list",), ("gap", "rules"), _RUN} else REFUSED
        for stream in ("full", "closed", "gone"):
            yield Call(words, codes, stderr=stream, writes=words == _RUN or codes == good)
        yield Call(words, codes, stdin=None, writes=words == _RUN or codes == good)
        yield Call(words, codes, {"HOME": "/nowhere"}, writes=words == _RUN or codes == good)
        yield Call(words, codes, {"HOME": ""}, writes=words == _RUN or codes == good)
        for python in (("-I",), ("-W", "error"), ("-X", "dev"), ("-O",), ("-OO",), ("-B",), ("-X", "utf8=0")):
            yield Call(words, codes, python=python, writes=words == _RUN or codes == good)
    yield Call(("--device", "phone://1", *_PLAYED, "--out", "made"), good, {"TMPDIR": "{long}"}, writes=True)
    yield Call(_RUN, good, {"TMPDIR": "{long}"}, writes=True)
    yield Call((*_RUN[:-1], "o[/bold]"), good, writes=True)
    yield Call((*_RUN[:-1], CONTROL), good, writes=True)
    yield Call(
        ("--device", "phone://1", *_PLAYED, "--out", "made"), frozenset({0, 2}), {"TMPDIR": "/nowhere"}, writes=True
    )
