"""A phone's interactive shell without ADB and sockets."""

from __future__ import annotations

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import InteractiveShell, Shell
from adapters.phone.workers.registry import installed_apps


@pytest.fixture(scope="module")
def shell() -> Shell:
    """A phone's shell; nothing here changes it."""
    return Shell(Phone(installed_apps()), lambda: memoryview(b""))


@pytest.fixture
def seat(shell: Shell) -> InteractiveShell:
    """At a terminal."""
    return InteractiveShell(shell.machine, "xterm")


def output(sitting: InteractiveShell, *lines: str) -> str:
    """The output of the lines, one after the other."""
    return "".join(bytes(sitting.line(line).stdout).decode() for line in lines)


def test_what_a_line_sets_stays(seat: InteractiveShell):
    """Variables, parameters, the folder and the last status."""
    assert output(seat, "x=1; cd /sdcard", "echo $x $PWD $TERM") == "1 /sdcard xterm\n"
    assert output(seat, "set -- a b", "echo $# $2", "false", "echo $?") == "2 b\n1\n"


def test_the_prompt_tells_folder_and_failure(seat: InteractiveShell):
    """As mksh on Android: a failure's status is shown, success is not, and an empty line changes nothing."""
    assert seat.prompt == "phone:/ $ "
    output(seat, "cd /sdcard")
    assert seat.prompt == "phone:/sdcard $ "
    assert output(seat, "nosuch") == "/system/bin/sh: nosuch: inaccessible or not found\n"
    assert seat.prompt == "127|phone:/sdcard $ "
    output(seat, "", "   ")
    assert seat.prompt == "127|phone:/sdcard $ "
    output(seat, "true")
    assert seat.prompt == "phone:/sdcard $ "


@pytest.mark.parametrize(
    ("lines", "out"),
    [
        (("for i in 1 2; do", "echo $i", "done"), "1\n2\n"),
        (("echo 'a", "b'"), "a\nb\n"),
        (('echo "a', 'b"'), "a\nb\n"),
        (("if true", "then echo yes", "fi"), "yes\n"),
        (("echo a |", "cat"), "a\n"),
        (("echo a \\", "b"), "a b\n"),
        (("true &&", "echo b"), "b\n"),
    ],
)
def test_a_command_may_take_several_lines(seat: InteractiveShell, lines: tuple[str, ...], out: str):
    """Until it is complete the prompt asks for more, and nothing runs."""
    for line in lines[:-1]:
        assert output(seat, line) == ""
        assert seat.prompt == "> "
    assert output(seat, lines[-1]) == out
    assert seat.prompt == "phone:/ $ "


def test_a_mistake_is_told_and_survived(seat: InteractiveShell):
    """At a terminal; a script ends with it."""
    assert "syntax error" in output(seat, "echo a; )")
    assert seat.exit is None
    assert seat.prompt == "1|phone:/ $ "


@pytest.mark.parametrize(("line", "status"), [("exit", 0), ("exit 300", 44), ("false; exit", 1), ("exec false", 1)])
def test_it_is_left_with_a_status(seat: InteractiveShell, line: str, status: int):
    """That of `exit`, or of the last command."""
    output(seat, line)
    assert seat.exit == status


def test_an_exit_inside_leaves_only_what_is_inside(seat: InteractiveShell):
    """A subshell, a pipeline and `sh -c` are shells of their own."""
    output(seat, "(exit 3)", "exit 4 | cat", "sh -c 'exit 5'")
    assert seat.exit is None
    assert seat.prompt == "5|phone:/ $ "


def test_ctrl_c_drops_what_was_begun(seat: InteractiveShell):
    """And is the status 130."""
    output(seat, "for i in 1 2; do")
    seat.interrupt()
    assert seat.prompt == "130|phone:/ $ "


def test_the_terminal_has_a_size(seat: InteractiveShell, shell: Shell):
    """`stty size` and the variables show it, also in a nested shell; without a terminal it is an error."""
    assert output(seat, "stty size") == "0 0\n"
    seat.resize(50, 132)
    assert output(seat, "stty size; echo $LINES $COLUMNS; sh -c 'stty size'") == "50 132\n50 132\n50 132\n"
    assert "rows 50; columns 132;" in output(seat, "stty -a")
    assert output(seat, "stty raw -echo; echo $?") == "0\n"
    result = shell.run("stty size")
    assert (result.exit, bytes(result.stderr)) == (1, b"stty: standard input: Inappropriate ioctl for device\n")


def test_a_script_keeps_error_output_apart_and_ends_at_a_mistake(shell: Shell):
    """Without a terminal there is no prompt; the end of input ends what is unfinished."""
    script = InteractiveShell(shell.machine, tty=False)
    result = script.line("nosuch")
    assert (bytes(result.stdout), result.exit) == (b"", 127)
    assert b"not found" in result.stderr
    script.line("echo 'open")
    assert b"no closing quote" in script.end().stderr
    assert script.exit == 1


def test_each_sitting_has_its_own_variables(shell: Shell):
    """Two shells at once, and separate command lines, share only files."""
    sitting, two = InteractiveShell(shell.machine), InteractiveShell(shell.machine)
    output(sitting, "x=1; cd /data")
    assert output(two, "echo [$x] $PWD") == "[] /\n"
    assert bytes(shell.run("echo [$x] $PWD").stdout) == b"[] /\n"


def test_a_script_that_runs_wild_is_killed(seat: InteractiveShell):
    """It does not hold the phone up, and the shell is still there."""
    assert output(seat, "while true; do :; done") == "Killed\n"
    assert output(seat, "echo on") == "on\n"
