"""Commands that wait: input and output of a running command stream, and it can be ended from both sides."""

from __future__ import annotations

import anyio
import pytest

from adapters.adb.daemon.services import PartialResult
from adapters.phone.drawing.painter import Painter
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.services import PhoneServices
from tests.support.demo import APP
from tests.support.live_shell import Keys, Talk, output, talking


@pytest.fixture
def services() -> PhoneServices:
    """A phone on its virtual clock."""
    return PhoneServices(HostedPhone("phone-0", with_launcher((APP,)), ScreenRenderer(Painter())))


async def test_a_command_answers_before_it_reads_on(services: PhoneServices):
    """What was written before a `read` arrives first."""
    async with talking(services, "echo ready; read x; echo got $x; exit 4") as talk:
        assert bytes(talk.result.stdout) == b"ready\n"
        assert await talk.reply(b"tea\n") == b"got tea\n"
        assert talk.result.exit == 4


@pytest.mark.parametrize("command", ["cat", "tee", "cat | tr t T | tr T t", "cat | grep .", "cut -c1-9", "head -n 9"])
async def test_filters_pass_each_line_on(services: PhoneServices, command: str):
    """Line by line, alone and in a pipeline."""
    async with talking(services, command) as talk:
        assert await talk.reply(b"tea\n") == b"tea\n"
        assert await talk.reply(b"oats\n") == b"oats\n"
        await talk.reply(b"")
        assert talk.result.exit == 0


@pytest.mark.parametrize("launcher", ["env A=b", "nohup", "toybox"])
async def test_programs_that_start_others_pass_their_streams_on(services: PhoneServices, launcher: str):
    """What they have started answers while it runs."""
    async with talking(services, f"{launcher} grep --line-buffered t") as talk:
        assert await talk.reply(b"tea\n") == b"tea\n"
        await talk.reply(b"")
        assert talk.result.exit == 0


async def test_output_of_what_xargs_starts_comes_as_it_is_written(services: PhoneServices):
    """Before the next one is started."""
    async with talking(services, "echo a b | xargs -n 1 sh -c 'echo $0; read x < /dev/null; logcat'") as talk:
        assert bytes(talk.result.stdout).startswith(b"a\n")


async def test_a_line_that_reads_nothing_does_not_wait_for_input(services: PhoneServices):
    """It ends although its input stays open."""
    async with talking(services, "echo a | tr a b; if [ -t 0 ]; then cat; fi") as talk:
        assert bytes(talk.result.stdout) == b"b\n"
        assert not isinstance(talk.result, PartialResult)


async def test_a_shell_on_standard_input_runs_line_by_line(services: PhoneServices):
    """Its commands share the input with it."""
    async with talking(services, "sh") as talk:
        assert await talk.reply(b"echo one\n") == b"one\n"
        assert await talk.reply(b"for i in 1 2; do\necho $i; done\n") == b"1\n2\n"
        assert await talk.reply(b"read x; echo got $x\ntea\n") == b"got tea\n"
        await talk.reply(b"exit 3\n")
        assert talk.result.exit == 3


async def test_a_waiting_command_is_a_process_that_others_see_and_end(services: PhoneServices):
    """`ps` lists the shell and its program; the program alone can be ended."""
    async with talking(services, "echo $$; cat; echo status $?") as talk:
        pid = bytes(talk.result.stdout).decode().strip()
        assert pid in await output(services, f"ps {pid} | grep {pid}")
        assert (await output(services, "pidof cat")).strip() != pid
        await output(services, "killall cat")
        assert await talk.reply() == b"status 143\n"
    assert await output(services, f"ps {pid} | grep {pid}; echo $?") == "1\n"


async def test_a_host_that_leaves_hangs_its_command_up(services: PhoneServices):
    """The trap of SIGHUP runs; without one nothing is left."""
    path = "/data/local/tmp/signal"
    async with talking(services, f"trap 'echo HUP > {path}; exit' HUP; trap 'echo INT > {path}' INT; read x"):
        pass
    assert await output(services, f"cat {path}") == "HUP\n"
    async with talking(services, "trap 'echo never' EXIT; cat"):
        assert await output(services, "pidof cat") != ""
    assert await output(services, "pidof cat") == ""


async def test_ctrl_c_ends_the_line_and_not_the_shell(services: PhoneServices):
    """With status 130; a trap of SIGINT runs instead."""
    shell, keys = services.sit("xterm", tty=True), Keys()
    talk = Talk(await shell.line("[ -t 0 ] && [ -t 1 ] && tty; cat", keys), keys)
    assert bytes(talk.result.stdout) == b"/dev/pts/0\n"
    shell.interrupt()
    await talk.reply()
    assert (talk.result.exit, shell.exit) == (130, None)
    talk = Talk(await shell.line("trap 'echo caught' INT; cat", keys), keys)
    shell.interrupt()
    assert await talk.reply() == b"caught\n"


async def test_a_job_goes_on_when_the_clock_does(services: PhoneServices):
    """On the virtual clock a background job sleeps until commands have advanced it, at its own time."""
    assert await output(services, "(sleep 5; echo late) & sleep 2; echo early; wait; echo $?") == "early\nlate\n0\n"
    quiet = "> /dev/null 2>&1"
    pid = (await output(services, f"sleep 100 {quiet} & echo $!")).strip()
    assert f" {pid} " in await output(services, "ps")
    assert await output(services, f"sleep 99; ps {pid} | grep -c sleep; sleep 2; ps {pid} | grep -c sleep") == "1\n0\n"
    assert await output(services, "sleep 100 & kill $!; wait $!; echo $?") == "143\n"


async def test_nohup_survives_a_host_that_leaves(services: PhoneServices):
    """SIGHUP is ignored; other signals are not."""
    async with anyio.create_task_group() as tasks:
        services.keep_jobs(tasks.start_soon)
        async with talking(services, "nohup cat"):
            pass
        assert (await output(services, "pidof cat")).strip().isdigit()
        await output(services, "killall cat")
        assert await output(services, "pidof cat") == ""
        tasks.cancel_scope.cancel()


async def test_a_reset_ends_jobs():
    """They are in no snapshot."""
    hosted = HostedPhone("phone-0", with_launcher((APP,)), ScreenRenderer(Painter()))
    services = PhoneServices(hosted)
    await output(services, "sleep 100 > /dev/null 2>&1 &")
    hosted.shell.reset()
    assert await output(services, "pidof sleep") == ""


async def test_process_files_agree_with_ps(services: PhoneServices):
    """One process table; the files are made when they are read."""
    async with talking(services, "echo $$; cat") as talk:
        pid = bytes(talk.result.stdout).decode().strip()
        assert await output(services, f"cat /proc/{pid}/comm; tr '\\0' ' ' < /proc/{pid}/cmdline") == "sh\nsh "
        assert pid in (await output(services, "ls /proc")).split()
        assert (await output(services, f"grep State /proc/{pid}/status")) == "State:\tS (sleeping)\n"
    assert await output(services, f"cat /proc/{pid}/comm 2>/dev/null; echo $?") == "1\n"
    first = float((await output(services, "cat /proc/uptime")).split()[0])
    second = float((await output(services, "cat /proc/uptime")).split()[0])
    assert 0 < first <= second
    assert await output(services, "cat /proc/self/comm; cat /sys/devices/system/cpu/present") == "cat\n0-7\n"
    assert await output(services, "echo x > /proc/uptime; echo $?") == "1\n"


async def test_a_file_without_read_permission_cannot_be_read(services: PhoneServices):
    """Its mode is enforced for the shell user."""
    line = "cd /data/local/tmp; echo a > f; chmod a-rwx f; cat f; echo $?; chmod u+r f; cat f"
    assert await output(services, line) == "1\na\n"
