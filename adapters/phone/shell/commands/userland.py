"""The small programs beside Android's own that are toybox's (and awk), by their names."""

from __future__ import annotations

from collections.abc import Mapping

from adapters.phone.shell.commands.android import logcat, touch_events
from adapters.phone.shell.commands.unix import (
    binary,
    launchers,
    line_filters,
    network,
    processes,
    sed,
    sort,
    sqlite,
    system,
    tar,
)
from adapters.phone.shell.commands.unix.awk.command import awk
from adapters.phone.shell.language.command import Command

TABLE: Mapping[str, Command] = {
    # Bytes.
    "cksum": binary.cksum,
    "cmp": binary.cmp,
    "crc32": binary.cksum,
    "dd": binary.dd,
    "file": binary.file,
    "gunzip": binary.gzip,
    "gzip": binary.gzip,
    "mktemp": binary.mktemp,
    "od": binary.od,
    "truncate": binary.truncate,
    "xxd": binary.xxd,
    "zcat": binary.gzip,
    # Lines.
    "awk": awk,
    "comm": line_filters.comm,
    "cal": line_filters.cal,
    "expand": line_filters.expand,
    "expr": line_filters.expr,
    "factor": line_filters.factor,
    "fold": line_filters.fold,
    "nl": line_filters.nl,
    "paste": line_filters.paste,
    "rev": line_filters.rev,
    "sed": sed.sed,
    "sort": sort.sort,
    "split": line_filters.split,
    "strings": line_filters.strings,
    "tac": line_filters.tac,
    "tar": tar.tar,
    "uniq": sort.uniq,
    "yes": line_filters.yes,
    "sqlite3": sqlite.sqlite,
    # The network, processes, the kernel's devices.
    "free": processes.free,
    "getenforce": system.getenforce,
    "getevent": touch_events.getevent,
    "hostname": system.hostname,
    "ifconfig": network.ifconfig,
    "ip": network.ip,
    "log": logcat.log,
    "netstat": network.netstat,
    "nproc": system.nproc,
    "pgrep": processes.pgrep,
    "ping": network.ping,
    "run-as": system.run_as,
    "sendevent": touch_events.sendevent,
    "setenforce": system.getenforce,
    "top": processes.top,
    # Programs that start others.
    "env": launchers.env,
    "ionice": launchers.through,
    "nice": launchers.through,
    "nohup": launchers.through,
    "printenv": launchers.printenv,
    "setsid": launchers.through,
    "time": launchers.through,
    "timeout": launchers.timeout,
    "toybox": launchers.toybox,
    "xargs": launchers.xargs,
}
