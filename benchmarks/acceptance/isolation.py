"""What a hostile program reaches from inside: files, processes, sockets, the kernel, its phone and the API.

`isolation_program` lies beside an environment of 10,000 folders, recorded runs at depth 1 to 8, a second copy of the
suite and folders of stored replies, all with marks in them. It is played with only itself named, and with its whole
folder named, while another run appears at each depth. Without isolation the same program must find the marks.
"""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import venv
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.acceptance import isolation_program
from benchmarks.acceptance.bar import Bar, command
from benchmarks.clarity240 import suite as suite_files

FAMILIES: Final = ("file", "process", "network", "kernel", "api", "phone")
_TASK: Final = "shop.feast.incomplete"
_FOLDERS: Final = 10_000
_DEPTHS: Final = range(1, 9)
_LEAST: Final = 200
_LEAST_OPEN: Final = 80
"""Probes that succeed without isolation."""
_TIMEOUT: Final = 900.0


@dataclass(frozen=True)
class Scenario:
    """One run: what is named, and the option with a folder of stored replies, given by a relative path."""

    name: str
    options: tuple[str, ...]
    isolated: bool = True


SCENARIOS: Final = (
    Scenario("the program is named, --record", ("--record", "recorded")),
    Scenario("its folder is named, --model-cache", ("--agent-path", ".", "--model-cache", "cached")),
    Scenario("its folder is named, --replay", ("--agent-path", ".", "--replay", "replayed")),
    Scenario("no isolation", ("--isolation", "none"), isolated=False),
)


def measure(only: Sequence[str] | None = None) -> list[Bar]:
    """Every scenario with a folder of its own; `only`: numbers of some."""
    bars: list[Bar] = []
    for number in only or PARTS:
        with tempfile.TemporaryDirectory(prefix="isolation-") as name:
            bars += _bars(PARTS[number], played(Path(name), PARTS[number]))
    return bars


PARTS: Final = {str(number): scenario for number, scenario in enumerate(SCENARIOS, start=1)}


def _bars(scenario: Scenario, found: list[dict[str, Any]]) -> Iterator[Bar]:
    distinct = {probe["probe"] for probe in found}
    reached = [f"{probe['probe']} ({probe['found']})" for probe in found if probe["reached"]]
    if scenario.isolated:
        yield Bar(f"{scenario.name}: distinct probes", str(len(distinct)), len(distinct) >= _LEAST)
        yield Bar(f"{scenario.name}: probes that reach something", "; ".join(reached)[:900] or "0", not reached)
    else:
        families = {name.partition(":")[0] for name in reached}
        figure = f"{len(reached)} of {len(distinct)}, of {', '.join(sorted(families))}"
        holds = len(reached) >= _LEAST_OPEN and {"file", "process", "network", "kernel"} <= families
        yield Bar(f"{scenario.name}: probes that reach something", figure, holds)


# -- one scenario -----------------------------------------------------------------------------------------------------


@dataclass
class Place:
    """The folder of an agent, and the secrets in it and around it."""

    base: Path
    files: dict[str, list[str]] = field(default_factory=dict)

    @property
    def agent(self) -> Path:
        return self.base / "agent"

    def plant(self, kind: str, path: Path, text: str = "") -> Path:
        """Writes a file with a mark, and remembers it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text or f"{_mark()}\n")
        self.files.setdefault(kind, []).append(str(path))
        return path

    def plant_run(self, kind: str, folder: Path) -> None:
        """Writes a recorded run with marks."""
        record = '{"episode":"reader/%s/0","attempt":0,"seq":1,"mark":"%s"}\n'
        for name in ("truth/reader.0.jsonl", "events/reader.0.jsonl", "verdicts/state.jsonl", "results.jsonl"):
            self.plant(kind, folder / name, record % (_TASK, _mark()))
        self.plant(kind, folder / "blobs" / "ab" / f"tree-{secrets.token_hex(16)}.xml")
        self.plant(kind, folder / "run.json", json.dumps({"mark": _mark()}))

    def plant_reply(self, kind: str, folder: Path) -> None:
        """Writes a stored reply of a model."""
        key = secrets.token_hex(32)
        self.plant(kind, folder / key[:2] / f"{key}.json", json.dumps({"format": 1, "text": _mark()}))


def _mark() -> str:
    return f"tok-{secrets.token_hex(16)}"


def prepare(base: Path, folders: int, depths: Sequence[int]) -> Place:
    """Makes everything that must stay hidden."""
    place = Place(base)
    place.agent.mkdir()
    venv.create(place.agent / "env", symlinks=True, with_pip=False)
    site = next((place.agent / "env").glob("lib/python3*/site-packages"))
    for number in range(folders // 2):
        (site / f"package{number}" / "part").mkdir(parents=True)
    place.plant_run("run in the environment", site / "package7" / "part" / "a" / "b" / "c" / "run")
    place.plant_run("run at the environment's root", place.agent / "env" / "runs" / "one")
    for depth in depths:
        place.plant_run(f"run at depth {depth}", _at_depth(place.agent, depth) / "earlier")
    home = Path(str(suite_files.home()))
    for folder in (place.agent / "copy" / "suite", site / "vendored" / "suite", base / "project"):
        shutil.copytree(home, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        intents = sorted((folder / "intents").glob("*.yaml"))[:3]
        place.files.setdefault("copy of the suite", []).extend(map(str, intents))
        place.plant("copy of the suite", folder / "references.json")
    place.files["suite"] = [str(path) for path in sorted((home / "intents").iterdir())[:3]]
    for name in ("recorded", "cached", "replayed"):
        place.plant_reply(f"replies {name}", place.agent / name)
        place.plant_reply(f"replies {name}", place.agent / "deep" / "er" / name)
    place.plant("file beside the agent's folder", base / "beside.txt")
    shutil.copy(str(isolation_program.__file__), place.agent / "agent.py")
    return place


def _at_depth(folder: Path, depth: int) -> Path:
    return folder.joinpath(*(f"d{number}" for number in range(1, depth)))


def played(
    base: Path,
    scenario: Scenario,
    *,
    families: Sequence[str] = FAMILIES,
    folders: int = _FOLDERS,
    depths: Sequence[int] = _DEPTHS,
) -> list[dict[str, Any]]:
    """What each probe of the program found in a run of its own."""
    place = prepare(base, folders, depths)
    with ExitStack() as stack:
        known = stack.enter_context(_surroundings(place))
        gate = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        known |= {
            "gate": gate.getsockname()[1],
            "own run": [str(base / "out" / name) for name in ("run.json", "results.jsonl")],
        }
        late = Place(base)
        for depth in depths:
            for kind in ("truth/reader.0.jsonl", "run.json"):
                name = str(_at_depth(place.agent, depth) / "late" / kind)
                place.files.setdefault(f"run started later at depth {depth}", []).append(name)
        known["files"] = place.files
        known |= {"isolated": scenario.isolated, "families": families}
        known["searched"] = ["/"] if scenario.isolated else [str(place.agent)]
        process = subprocess.Popen(
            command(_arguments(place, scenario, known["gate"])),
            cwd=place.agent, env={**os.environ, "ISOLATION_MARK": _mark()}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        stack.callback(process.kill)
        known["pids"]["the runtime"] = process.pid
        (place.agent / "known.json").write_text(json.dumps(known))
        threading.Thread(target=_open_gate, args=(gate, late, depths), daemon=True).start()
        output, _ = process.communicate(timeout=_TIMEOUT)
    printed = sorted((base / "out" / "programs").rglob("stdout.txt"))
    lines = printed[0].read_text().splitlines() if printed else []
    if not lines or lines[-1] != "DONE":
        raise RuntimeError(f"{scenario.name}: the program did not try everything: {lines[-1:]} {output[-2000:]}")
    return [json.loads(line) for line in lines[:-1]]


def _arguments(place: Place, scenario: Scenario, gate: int) -> list[str]:
    agent = f"hostile=exec:{place.agent}/env/bin/python {place.agent}/agent.py {place.agent}/known.json"
    return [
        *("--agent", agent, "--task", _TASK, "--device", "phone://2", "--out", str(place.base / "out")),
        *("--agent-reach", f"127.0.0.1:{gate}", "--no-progress", *scenario.options),
    ]


def _open_gate(gate: socket.socket, late: Place, depths: Sequence[int]) -> None:
    """Lets the program begin when another run has appeared at each depth; the first client only tries the port."""
    for client in (gate.accept()[0], gate.accept()[0]):
        with client:
            client.settimeout(1)
            for depth in depths:
                folder = _at_depth(late.agent, depth) / "late"
                if not folder.exists():
                    late.plant_run("late", folder)
            client.sendall(b"go")


# -- what surrounds the program ---------------------------------------------------------------------------------------


@contextmanager
def _surroundings(place: Place) -> Iterator[dict[str, Any]]:
    """A process, sockets and shared memory with marks; what an attacker may know of them."""
    with ExitStack() as stack:
        decoy = subprocess.Popen(
            [sys.executable, "-c", "import sys; sys.stdin.read()", _mark()],
            stdin=subprocess.PIPE, env={**os.environ, "DECOY": _mark()},
        )  # fmt: skip
        stack.callback(decoy.communicate)
        stack.callback(decoy.kill)
        abstract, path = f"isolation-{secrets.token_hex(4)}", f"/tmp/isolation-{secrets.token_hex(4)}.sock"
        ports = {
            name: _greeter(stack, ("0.0.0.0", 0))
            for name in ("a service", "the adb server", "another phone", "the desk")
        }
        _greeter(stack, f"\0{abstract}")
        _greeter(stack, path)
        stack.callback(Path(path).unlink)
        shared = Path(f"/dev/shm/isolation-{secrets.token_hex(4)}")
        shared.write_text(_mark())
        stack.callback(shared.unlink)
        addresses = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        yield {
            "base": str(place.base),
            "plain": str(place.base / "beside.txt"),
            "pids": {"a process": decoy.pid, "the test": os.getpid()},
            "port": ports["a service"],
            "ports": ports,
            "hosts": sorted({"127.0.0.1", *(str(row[4][0]) for row in addresses)}),
            "hostname": socket.gethostname(),
            "abstract": abstract,
            "sockets": [path],
            "socket": path,
            "shared": shared.name,
            "segment": _segment(stack),
            "telling": [_TASK],
        }


def _greeter(stack: ExitStack, address: Any) -> int:
    """Starts a service that greets each client with a mark; returns its port."""
    listener = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
    listener.bind(address)
    listener.listen()
    stack.callback(listener.close)
    stack.callback(listener.shutdown, socket.SHUT_RDWR)

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
                with client:
                    client.sendall(_mark().encode())
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    return 0 if isinstance(address, str) else int(listener.getsockname()[1])


def _segment(stack: ExitStack) -> int:
    """A System V segment of shared memory with a mark; returns its number."""
    libc = ctypes.CDLL(None)
    libc.shmat.restype = ctypes.c_void_p
    number = int(libc.shmget(0, 4096, 0o1600))
    stack.callback(libc.shmctl, number, 0, None)
    place = libc.shmat(number, None, 0)
    text = _mark().encode()
    ctypes.memmove(place, text, len(text))
    return number
