"""Prepares the place where a program runs, then becomes the program. `launch` passes this file as source text.

Knows nothing of this project and imports only the standard library. Receives its job over a socket, sends back
listening sockets, and executes the program. A second process stays and opens further listening sockets on request (`adb
forward`); the program cannot inspect it.
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


def listening_socket(port: int) -> socket.socket:
    """A socket that listens on this port of the loopback."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(512)
    return listener


def serve_requests(control: socket.socket) -> None:
    """Opens listening sockets on request until the other end is closed."""
    os.setsid()
    os.closerange(0, control.fileno())
    os.closerange(control.fileno() + 1, 4096)
    while asked := control.recv(64):
        try:
            with listening_socket(int(asked)) as listener:
                socket.send_fds(control, [b"{}"], [listener.fileno()])
        except OSError as error:
            control.send(json.dumps({"error": error.strerror, "number": error.errno}).encode())


def ignored_names(folder: str, names: list[str]) -> set[str]:
    """Names in a folder that are not copied: Git history, and virtual environments, which are used in place."""
    return {name for name in names if name == ".git" or os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))}


def prepare(job: dict[str, Any]) -> None:
    """Fills the working folder and sets the resource limits."""
    folder = job["folder"]
    if job["copied"]:
        shutil.copytree(job["copied"], folder, symlinks=True, ignore=ignored_names, dirs_exist_ok=True)
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
    """Receives the job, prepares, and executes the program."""
    control = socket.socket(fileno=int(sys.argv[1]))
    job = json.loads(control.recv(MESSAGE))
    words = job["words"]
    try:
        sockets = [listening_socket(port) for port in job["ports"]]
        prepare(job)
        program = shutil.which(words[0])
        if program is None:
            raise OSError(2, "it does not exist or is not executable", words[0])
    except (OSError, shutil.Error) as error:
        control.send(json.dumps({"error": str(error)}).encode())
        sys.exit(127)
    socket.send_fds(control, [b"{}"], [item.fileno() for item in sockets]) if sockets else control.send(b"{}")
    if job["check"]:
        return
    if sockets:
        # Processes forked from here cannot be inspected by the program; `exec` resets the flag for the program itself.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        child = os.fork()
        if child == 0:
            if os.fork() == 0:
                serve_requests(control)
            os._exit(0)
        os.waitpid(child, 0)  # orphan the grandchild, so that the program has no unknown children
    if os.getsid(0) != os.getpid():
        os.setsid()
    if job["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # ignored by Python, but not by default
        signal.signal(number, signal.SIG_DFL)
    os.closerange(3, 4096)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # the program dies with its parent
    try:
        os.execv(program, words)
    except OSError as error:
        sys.stderr.write(f"{program} cannot be started: {error.strerror}\n")
        sys.exit(126)


if __name__ == "__main__":
    main()
