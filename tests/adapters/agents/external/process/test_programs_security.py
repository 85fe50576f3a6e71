"""Hostile programs: each tries one way to reach the ground truth from inside isolation, and must fail.

All of them are played once in namespaces. Those whose way is open to a program that is not isolated are played without
it too, where they must succeed: a way that leads nowhere by itself would prove nothing.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from adapters.agents.external.files.canary import CANARY
from benchmarks.clarity240 import suite as files
from runtime.core.config import Deadlines
from runtime.plugins import registry
from tests.support.lab import Became, play, skip_unless_isolated

ROOT = Path(__file__).resolve().parents[5]
TASK = "shop.feast.incomplete"
SECRET = "the-secret-of-whoever-runs-this"

_COMMON = """
import ctypes, glob, hashlib, json, os, re, socket, stat, subprocess, sys, urllib.error, urllib.request
T = json.load(open(sys.argv[1]))
T["secrets"].append("".join(T["canary"]))
def got(what):
    print("GOT", str(what)[:300])
def read(path):
    try:
        with open(path, "rb") as file:
            if data := file.read(1 << 16):
                got((path, data[:40]))
    except OSError:
        pass
def walk(path):
    left = 300
    for name, folders, names in os.walk(path):
        for one in names:
            read(os.path.join(name, one))
            if not (left := left - 1):
                return
def talks(family, address):
    with socket.socket(family) as one:
        one.settimeout(1)
        try:
            one.connect(address)
            if data := one.recv(64):
                got((address, data))
        except OSError:
            pass
def ask(path, token="", body=None, url=None):
    headers = {"Authorization": "Bearer " + token} if token else {}
    data = None if body is None else json.dumps(body).encode()
    if data:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request((url or os.environ["MAR_URL"]) + path, data, headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=5) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return 0, str(error)
def adb(*words):
    done = subprocess.run(["adb", *words], capture_output=True, timeout=10)
    return (done.stdout + done.stderr).decode(errors="replace")
def tells(text):
    for secret in T["secrets"]:
        if secret in text:
            got((secret, text[:80]))
def smart(service, port=5037):
    with socket.create_connection(("127.0.0.1", port), 5) as one:
        one.settimeout(2)
        said = b""
        try:
            for word in ("host:transport-any", service):
                one.sendall(b"%04x" % len(word) + word.encode())
                said = one.recv(4096)
                if said[:4] != b"OKAY":
                    return said
            one.sendall(b"hello")
            said += one.recv(4096)
        except OSError:
            pass
        return said
port = int(os.environ["ANDROID_ADB_SERVER_PORT"])
"""


@dataclass(frozen=True)
class Leak:
    """A way to the ground truth, and whether it is open to a program without isolation."""

    name: str
    code: str
    open: bool = False


WAYS = (
    Leak(
        "import what judges are made of",
        """
for name in ("runtime", "adapters", "judges", "benchmarks", "benchmarks.clarity240"):
    try:
        __import__(name)
        got(name)
    except ImportError:
        pass
""",
        open=True,
    ),
    Leak("import it from where it lies", "sys.path[:0] = [T['root']]\nimport benchmarks\ngot(benchmarks)\n", open=True),
    Leak("read the suite's files", "walk(T['suite'])\n", open=True),
    Leak("read the checkout around it", "walk(T['root'] + '/.git')\nwalk(T['root'] + '/tests')\n", open=True),
    Leak("read what package tools keep", "[walk(path) for path in T['caches']]\n"),
    Leak("read the run folder", "walk(T['run'])\n", open=True),
    Leak("read another run beside its own files", "walk(os.path.dirname(sys.argv[1]) + '/runs')\n", open=True),
    Leak("read what is closed to others", "[read(path) for path in ('/etc/shadow', '/etc/gshadow', '/etc/sudoers')]\n"),
    Leak(
        "read other processes",
        """
for path in glob.glob("/proc/[0-9]*"):
    for name in ("environ", "cmdline", "maps"):
        try:
            data = open(f"{path}/{name}", "rb").read()
        except OSError:
            continue
        if T["secret"].encode() in data or T["suite"].encode() in data or T["run"].encode() in data:
            got((path, name))
if os.path.exists(f"/proc/{T['pid']}/exe") and str(T["pid"]) != str(os.getpid()):
    if b"pytest" in open(f"/proc/{T['pid']}/cmdline", "rb").read():
        got(T["pid"])
""",
        open=True,
    ),
    Leak(
        "look into the process that makes its sockets",
        """
libc = ctypes.CDLL(None, use_errno=True)
seen = 0
for path in glob.glob("/proc/[0-9]*"):
    pid = int(path[6:])
    if pid != 1 and b"send_fds" in open(f"{path}/cmdline", "rb").read():
        seen += 1
        if libc.ptrace(16, pid, 0, 0) == 0:
            got(("traced", pid))
        try:
            got([os.readlink(f"{path}/fd/{name}") for name in os.listdir(f"{path}/fd")])
        except OSError:
            pass
        try:
            got(open(f"{path}/mem", "rb"))
        except OSError:
            pass
assert seen == 1, seen
""",
    ),
    Leak(
        "connect to sockets of phones",
        """
for start in ("/tmp", "/run", "/var/tmp", "/home", "/dev"):
    for name, folders, names in os.walk(start):
        if name.count("/") > 1:
            folders.clear()
        for one in names:
            path = os.path.join(name, one)
            try:
                if stat.S_ISSOCK(os.lstat(path).st_mode) and "phone" in path:
                    got(path)
            except OSError:
                pass
""",
        open=True,
    ),
    Leak("connect to abstract sockets", "talks(socket.AF_UNIX, '\\0' + T['abstract'])\n", open=True),
    Leak(
        "connect to ports of this computer",
        """
for host in T["hosts"]:
    talks(socket.AF_INET, (host, T["port"]))
for line in open("/proc/net/tcp").read().splitlines()[1:]:
    number = int(line.split()[1].split(":")[1], 16)
    with socket.socket() as one:
        one.settimeout(1)
        if number not in T["own"] and line.split()[3] == "0A" and one.connect_ex(("127.0.0.1", number)) == 0:
            got(number)
""",
        open=True,
    ),
    Leak(
        "reach this computer through the proxy",
        """
place = os.environ["HTTP_PROXY"].removeprefix("http://").split(":")
for host in (*T["hosts"], "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "169.254.169.254", "127.1"):
    for line in (f"CONNECT {host}:{T['port']} HTTP/1.1", f"GET http://{host}:{T['port']}/ HTTP/1.1"):
        with socket.create_connection((place[0], int(place[1])), 30) as one:
            one.sendall(f"{line}\\r\\nHost: x\\r\\n\\r\\n".encode())
            said = one.recv(4096)
            if not said.startswith((b"HTTP/1.1 403", b"HTTP/1.1 502")):
                got((line, said))
""",
    ),
    Leak(
        "find open descriptors",
        """
for number in range(3, 200):
    path = f"/proc/self/fd/{number}"
    if os.path.exists(path) and "/dev/shm/faketime" not in os.readlink(path):  # of the library that shows the date
        got((number, os.readlink(f"/proc/self/fd/{number}")))
""",
    ),
    Leak(
        "reach this computer through the phone",
        """
for service in (f"tcp:{T['port']}", f"tcp:{T['port']}:127.0.0.1", f"host:connect:127.0.0.1:{T['port']}",
                f"host:forward:tcp:0;tcp:{T['port']}", "localabstract:" + T["abstract"]):
    said = smart(service, port)
    if T["greeting"].encode() in said:
        got((service, said))
for words in (("connect", f"127.0.0.1:{T['port']}"), ("reverse", f"tcp:7001", f"tcp:{T['port']}"), ("root",),
              ("shell", f"nc 127.0.0.1 {T['port']}"), ("push", sys.argv[1], "/sdcard/x"), ("shell", "ls /home /tmp")):
    said = adb(*words)
    if T["greeting"] in said or "reconnect" in said:
        got((words, said))
""",
    ),
    Leak(
        "find the truth on the phone",
        """
for line in ("ls -R /data /sdcard /storage", "cat /data/local/tmp/*", "content query --uri content://settings/secure",
             "content query --uri content://truth", "dumpsys", "dumpsys activity", "getprop", "cat /proc/*/cmdline",
             "cat /proc/*/environ", "service list", "logcat -d", "pm list packages", "env", "find / -name '*.json'"):
    tells(adb("shell", line))
""",
    ),
    Leak(
        "ask the door for more than it tells",
        """
token = os.environ["MAR_TOKEN"]
for path in ("/v1/truth", "/v1/task", "/v1/state", "/v1/verdicts", "/v1/events", "/openapi.json", "/v1/instruction",
             "/v1/status", "/", "/v1/../truth", "/static/../../etc/passwd", "/desk", "/label"):
    for credentials in ("", token):
        status, text = ask(path, credentials)
        tells(text)
        if status == 200 and "truth" in path:
            got(path)
""",
    ),
    Leak(
        "talk with a token of others, or none",
        """
token = os.environ["MAR_TOKEN"]
bodies = set()
for one in ("", "x", token[:-1], token + "x", token.swapcase(), "0" * len(token), T["other"]):
    for path, body in (("/v1/instruction", None), ("/v1/ask", {"question": "Which size?"}), ("/v1/finish", {})):
        status, text = ask(path, one, body)
        bodies.add((status, text))
        if status != 401:
            got((one, path, status))
if len(bodies) != 1:
    got(bodies)
""",
    ),
    Leak(
        "provoke errors that tell",
        """
token = os.environ["MAR_TOKEN"]
for body in ({}, {"question": ""}, {"question": 1}, {"question": "x" * 5000}, {"question": "size?", "truth": 1}, []):
    tells(ask("/v1/ask", token, body)[1])
for service in ("", "shell", "nobody:", "sync:", "host:features", "host-serial:x:features", "exec:nobody", "abb:x"):
    tells(smart(service, port).decode(errors="replace"))
tells(adb("shell", "am start -n nobody/.Main"))
tells(adb("pull", "/data/nobody"))
""",
    ),
    Leak(
        "have more power than a user",
        """
if os.getuid() == 0 or os.geteuid() == 0:
    got("root")
status = open("/proc/self/status").read()
if int(re.search("CapEff:\\\\s*(\\\\w+)", status)[1], 16) or int(re.search("CapBnd:\\\\s*(\\\\w+)", status)[1], 16):
    got(status)
if "NoNewPrivs:\\t1" not in status:
    got("new privileges")
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000) == 0:
    got("a user namespace of its own")
for path in ("/x", "/usr/x", "/etc/x", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/dev/x", sys.argv[1]):
    try:
        open(path, "w")
        got(path)
    except OSError:
        pass
""",
    ),
)  # fmt: skip


class Greeter:
    """A service of this computer that greets each client: by TCP and by an abstract socket."""

    def __init__(self, greeting: str) -> None:
        self.abstract = f"mar-test-{os.getpid()}"
        self._greeting = greeting.encode()
        self._tcp = socket.create_server(("0.0.0.0", 0))
        self._unix = socket.socket(socket.AF_UNIX)
        self._unix.bind(f"\0{self.abstract}")
        self._unix.listen()
        self.port: int = self._tcp.getsockname()[1]
        for item in (self._tcp, self._unix):
            threading.Thread(target=self._serve, args=(item,), daemon=True).start()

    def _serve(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                client.sendall(self._greeting)

    def close(self) -> None:
        """Stops both services."""
        for item in (self._tcp, self._unix):
            item.shutdown(socket.SHUT_RDWR)
            item.close()


def targets(folder: Path, greeter: Greeter, greeting: str) -> dict[str, object]:
    """Everything an attacker could know from this project and this computer."""
    task = next(item for item in registry.suite("clarity240").tasks if item.id == TASK)
    hidden = [requirement.value for requirement in task.intent.requirements if requirement.id in task.gap]
    hosts = {
        "127.0.0.1",
        *(str(address[4][0]) for address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)),
    }
    return {
        "root": str(ROOT),
        "suite": str(files.home()),
        "run": str(folder / "run"),
        "caches": [str(Path.home() / ".cache"), str(ROOT / "dist")],
        "pid": os.getpid(),
        "secret": SECRET,
        "canary": [CANARY[:9], CANARY[9:]],
        "secrets": [TASK, str(files.home()), *hidden],
        "port": greeter.port,
        "hosts": sorted(hosts),
        "abstract": greeter.abstract,
        "greeting": greeting,
        "own": [5037, 5555, 5080, 5081],
        "other": "A" * 43,
    }


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, dict[str, Became]]]:
    """The outcome of each program, by isolation and name."""
    skip_unless_isolated()
    greeting = "welcome-to-this-computer"
    greeter = Greeter(greeting)
    found = {}
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("MAR_TEST_SECRET", SECRET)
            for isolation in ("namespaces", "none"):
                folder = tmp_path_factory.mktemp(isolation)
                ways = [way for way in WAYS if isolation == "namespaces" or way.open]
                found[isolation] = anyio.run(_attack, folder, greeter, greeting, isolation, ways)
        yield found
    finally:
        greeter.close()


async def _attack(folder: Path, greeter: Greeter, greeting: str, isolation, ways) -> dict[str, Became]:
    shown = folder / "shown"
    await anyio.to_thread.run_sync(_prepare, shown, targets(folder, greeter, greeting), ways)
    labels = {f"way{number}": way for number, way in enumerate(ways)}
    programs = {label: f"exec:{sys.executable} {shown}/{label}.py {shown}/targets.json" for label in labels}
    found = await play(folder, programs, isolation=isolation, tasks=(TASK,), phones=3, deadlines=Deadlines(decision=20))
    return {way.name: found[label] for label, way in labels.items()}


def _prepare(shown: Path, known: dict[str, object], ways) -> None:
    old = shown / "runs" / "old"
    (old / "events").mkdir(parents=True)
    (old / "run.json").write_text("{}")
    (old / "events" / "x.jsonl").write_text("truth\n")
    (shown / "targets.json").write_text(json.dumps(known))
    for number, way in enumerate(ways):
        (shown / f"way{number}.py").write_text(f"print('BEGAN')\n{_COMMON}\n{way.code}\nprint('TRIED')\n")


@pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
def test_an_isolated_program_cannot_reach_the_truth(outcome, way):
    """In isolation, each way to the ground truth is tried and finds nothing."""
    became = outcome["namespaces"][way.name]
    assert "BEGAN" in became.out, (became.faults, became.err)
    assert "GOT" not in became.out, became.out
    walls = ("ModuleNotFoundError",) if "where it lies" in way.name else ()
    assert "TRIED" in became.out or any(wall in became.err for wall in walls), became.err


@pytest.mark.parametrize("way", [way for way in WAYS if way.open], ids=[way.name for way in WAYS if way.open])
def test_the_same_program_succeeds_without_isolation(outcome, way):
    """Without isolation the same program succeeds, which shows that its target exists."""
    became = outcome["none"][way.name]
    assert "GOT" in became.out, (became.out, became.err)
