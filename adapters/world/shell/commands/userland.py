"""The small programs beside Android's own that are toybox's (and awk), by their names."""

from __future__ import annotations

from collections.abc import Mapping

from adapters.world.shell.command import Command
from adapters.world.shell.commands import (
    events,
    lines,
    log,
    net,
    octets,
    ordering,
    processes,
    running,
    sed,
    sqlite,
    system,
    tape,
)
from adapters.world.shell.commands.awk.command import awk

TABLE: Mapping[str, Command] = {
    # Bytes.
    "cksum": octets.cksum,
    "cmp": octets.cmp,
    "crc32": octets.cksum,
    "dd": octets.dd,
    "file": octets.file,
    "gunzip": octets.gzip,
    "gzip": octets.gzip,
    "mktemp": octets.mktemp,
    "od": octets.od,
    "truncate": octets.truncate,
    "xxd": octets.xxd,
    "zcat": octets.gzip,
    # Lines.
    "awk": awk,
    "comm": lines.comm,
    "cal": lines.cal,
    "expand": lines.expand,
    "expr": lines.expr,
    "factor": lines.factor,
    "fold": lines.fold,
    "nl": lines.nl,
    "paste": lines.paste,
    "rev": lines.rev,
    "sed": sed.sed,
    "sort": ordering.sort,
    "split": lines.split,
    "strings": lines.strings,
    "tac": lines.tac,
    "tar": tape.tar,
    "uniq": ordering.uniq,
    "yes": lines.yes,
    "sqlite3": sqlite.sqlite,
    # The network, processes, the kernel's devices.
    "free": processes.free,
    "getenforce": system.getenforce,
    "getevent": events.getevent,
    "hostname": system.hostname,
    "ifconfig": net.ifconfig,
    "ip": net.ip,
    "log": log.log,
    "netstat": net.netstat,
    "nproc": system.nproc,
    "pgrep": processes.pgrep,
    "ping": net.ping,
    "run-as": system.run_as,
    "sendevent": events.sendevent,
    "setenforce": system.getenforce,
    "top": processes.top,
    # Programs that start others.
    "env": running.env,
    "ionice": running.through,
    "nice": running.through,
    "nohup": running.through,
    "printenv": running.printenv,
    "setsid": running.through,
    "time": running.through,
    "timeout": running.timeout,
    "toybox": running.toybox,
    "xargs": running.xargs,
}
