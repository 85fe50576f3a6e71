"""The few lines that run where a program is to run, before it: read as text by `bwrap` and run by a bare Python.

They know nothing of this project and import nothing but the standard library. Over a socket they are told what to do,
send back the sockets that listen where the program is, then become the program. A second process of them stays and
makes further listening sockets when it is asked for some (`adb forward`); the program cannot look into it.
"""

import ctypes
import fcntl
import json
import os
import resource
import shutil
import signal
import socket
import sys
import termios
from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
MESSAGE = 1 << 20


def listening(port: int) -> socket.socket:
    """A socket that listens on that port of the loopback."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", port))
    made.listen(512)
    return made


def serve(line: socket.socket) -> None:
    """Make listening sockets on request until whoever asks is gone."""
    os.setsid()
    os.closerange(0, line.fileno())
    os.closerange(line.fileno() + 1, 4096)
    while asked := line.recv(64):
        try:
            with listening(int(asked)) as made:
                socket.send_fds(line, [b"{}"], [made.fileno()])
        except OSError as error:
            line.send(json.dumps({"error": error.strerror, "number": error.errno}).encode())


def skipped(folder: str, names: list[str]) -> set[str]:
    """What of a folder is not copied: its history, and environments of Python, which are used where they lie."""
    return {name for name in names if name == ".git" or os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))}


def prepare(job: dict[str, Any]) -> None:
    """The working folder as it should be, then the limits."""
    folder = job["folder"]
    if job["copied"]:
        shutil.copytree(job["copied"], folder, symlinks=True, ignore=skipped, dirs_exist_ok=True)
        for name, _, _ in os.walk(folder):
            os.chmod(name, 0o700)
    with open(os.path.join(folder, "instruction.txt"), "w", encoding="utf-8") as file:
        file.write(job["instruction"])
    os.chdir(folder)
    for name, most in job["limits"].items():
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def main() -> None:
    """Be told, prepare, become the program."""
    line = socket.socket(fileno=int(sys.argv[1]))
    job = json.loads(line.recv(MESSAGE))
    words = job["words"]
    try:
        made = [listening(port) for port in job["ports"]]
        prepare(job)
        program = shutil.which(words[0])
        if program is None:
            raise OSError(2, "it is not there, or cannot be executed", words[0])
    except (OSError, shutil.Error) as error:
        line.send(json.dumps({"error": str(error)}).encode())
        sys.exit(127)
    socket.send_fds(line, [b"{}"], [item.fileno() for item in made]) if made else line.send(b"{}")
    if job["check"]:
        return
    if made:
        # What is forked from here on cannot be looked into by the program, which is as it was again when it starts.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        child = os.fork()
        if child == 0:
            if os.fork() == 0:
                serve(line)
            os._exit(0)
        os.waitpid(child, 0)  # its own child belongs to nobody now: the program has no children that it doesn't know
    if os.getsid(0) != os.getpid():
        os.setsid()
    if job["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores, and programs don't expect to
        signal.signal(number, signal.SIG_DFL)
    os.closerange(3, 4096)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # whoever started it is never outlived
    try:
        os.execv(program, words)
    except OSError as error:
        sys.stderr.write(f"{program} cannot be started: {error.strerror}\n")
        sys.exit(126)


if __name__ == "__main__":
    main()
