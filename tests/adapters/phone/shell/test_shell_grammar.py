"""The shell language: output and status equal mksh's, for chosen scripts and for random texts."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.android.shell_grammar.parser import parse_lines
from adapters.android.shell_grammar.syntax_tree import ShellSyntaxError
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.workers.registry import with_launcher

SH = "/system/bin/sh"


@pytest.fixture(scope="module")
def shell() -> Shell:
    """One shell for all tests here."""
    return Shell(Phone(with_launcher(())), lambda: memoryview(b""))


# Outputs and statuses below were compared with mksh 59c and toybox 0.8.9.
WORDS = [
    ('echo a b   c "d  e"', "a b c d  e\n"),
    ('x="a  b"; echo $x; echo "$x"', "a b\na  b\n"),
    ("echo 'a'\\''b'", "a'b\n"),
    ("echo a\\ b", "a b\n"),
    ('echo "a\\$b"', "a$b\n"),
    ("echo 'a\\nb'", "a\nb\n"),
    ('echo -E "a\\nb"', "a\\nb\n"),
    ("echo -n a", "a"),
    ("echo a # b", "a\n"),
    ("echo a#b", "a#b\n"),
    ("echo $", "$\n"),
    ("echo ~", "/\n"),
    ("echo a\\\nb", "ab\n"),
    ("echo $'a\\tb'", "a\tb\n"),
    ("x=5; echo ${x:-3} ${y:-3} ${y-4} ${x:+7} ${#x} ${y:=9} $y", "5 3 4 7 1 9 9\n"),
    ("x=abc/def/ghi; echo ${x%/*} ${x%%/*} ${x#*/} ${x##*/}", "abc/def abc def/ghi ghi\n"),
    ("x=hello; echo ${x/l/L} ${x//l/L} ${x:1:2}", "heLlo heLLo el\n"),
    ("V='a b/c'; V=${V%%/*} && V=${V##* } && echo $V", "b\n"),
    ('echo "`echo a b`" $(echo $(echo c))', "a b c\n"),
    ("echo $(printf 'a\\n\\n')x", "ax\n"),
    ("echo $(( 0x10 + 2*3 )) $((2>1)) $((-7/2)) $((1<<4))", "22 1 -3 16\n"),
    ("x=3; echo $((x*2)) $(($x+1))", "6 4\n"),
    ("x=a:b:c; IFS=:; echo $x", "a b c\n"),
    ('set -- a b c; echo $2 $#; shift; echo $1 "$@"', "b 3\nb b c\n"),
    ("foo=bar echo [$foo]", "[]\n"),
    ("a=1 b=2; echo $a$b", "12\n"),
    ("echo /nosuch*", "/nosuch*\n"),
    ("cd /storage/emulated; echo 0/D*", "0/DCIM 0/Documents 0/Download\n"),
]

CONTROL = [
    ("true && echo y || echo n", "y\n", 0),
    ("true && false || echo r", "r\n", 0),
    ("! true; echo $?", "1\n", 0),
    ("true | false; echo $?", "1\n", 0),
    ("false; exit", "", 1),
    ("exit 3; echo no", "", 3),
    ("exit 300", "", 44),
    ("(exit 4); echo $?", "4\n", 0),
    ("x=1; (x=2); echo $x", "1\n", 0),
    ("if [ -d / ]; then echo d; else echo n; fi", "d\n", 0),
    ("if false; then echo a; elif true; then echo b; fi", "b\n", 0),
    ("for i in 1 2; do echo $i; done", "1\n2\n", 0),
    ("for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done", "1\n3\n", 0),
    ("for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done", "1a\n2a\n", 0),
    ("i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done", "0\n1\n2\n", 0),
    ("i=0; until [ $i -ge 2 ]; do i=$((i+1)); done; echo $i", "2\n", 0),
    ("case abc in x|a*) echo 1;; *) echo 2;; esac", "1\n", 0),
    ('case "a*" in "a*") echo literal;; esac', "literal\n", 0),
    ("printf 'a\\nb\\n' | while read l; do echo \"<$l>\"; done", "<a>\n<b>\n", 0),
    ('echo hi | (read x; echo "[$x]")', "[hi]\n", 0),
    ("{ echo a; echo b; } | wc -l", "2\n", 0),
    ("exec echo hi; echo b", "hi\n", 0),
    ('eval "echo a; echo b"', "a\nb\n", 0),
    ("sh -c 'echo $1' x y", "y\n", 0),
    ("set -e; false; echo no", "", 1),
    ("set -e; if false; then :; fi; false || echo ok; ! true; echo yes", "ok\nyes\n", 0),
    ("echo a 2>&1 >/dev/null", "", 0),
    ("ls /nosuch 2>&1 | cat", "ls: /nosuch: No such file or directory\n", 0),
    ("nosuch 2>/dev/null; echo $?", "127\n", 0),
    ("echo a >/dev/null 2>&1; echo $?", "0\n", 0),
    ("ps || ps -A", None, 0),
    ("VAR=$(echo 'w u0 com.x/y' | grep -E -m 1 'u0|v') && VAR=${VAR%%/*} && VAR=${VAR##* } && echo $VAR", "com.x\n", 0),
    ("rm -f /sdcard/T; echo X4EXIT:$?", "X4EXIT:0\n", 0),
    ("ls -t -1 /nosuch 2>/dev/null || echo _ERROR_", "_ERROR_\n", 0),
]

MISTAKES = [
    ("if", "syntax error: unmatched 'if'", 1),
    ('echo "x', "no closing quote", 1),
    ("echo `x", "no closing quote", 1),
    ("echo $(x", "syntax error: unmatched '('", 1),
    ("echo ;;", "syntax error: unexpected ';;'", 1),
    (";", "syntax error: unexpected ';'", 1),
    ("echo a |", "syntax error: unexpected EOF", 1),
    ("&& a", "syntax error: unexpected '&&'", 1),
    ("echo )", "syntax error: unexpected ')'", 1),
    ("fi", "syntax error: unexpected 'fi'", 1),
    ("if true; fi", "syntax error: unexpected 'fi'", 1),
    ("for 1 in a; do echo; done", "for: bad identifier", 1),
    ("for i in a b", "syntax error: unmatched 'for'", 1),
    ("echo > ;", "syntax error: unexpected ';'", 1),
    ("echo ${x&}", "${x&}: bad substitution", 1),
    ("echo ${y:?bad}; echo z", "y: bad", 1),
    ("echo $((1/0))", "1/0: zero divisor", 1),
    ("echo $((1+))", "1+: unexpected 'end of expression'", 1),
    ("foo", "foo: inaccessible or not found", 127),
    ("/", "/: can't execute: Is a directory", 126),
    ("/nosuch/x", "/nosuch/x: inaccessible or not found", 127),
    ("test 1 -eq", "test: -eq: missing second argument", 2),
    ("[ 1", "[: missing ]", 2),
    ("echo hi > /nosuch/x", "can't create /nosuch/x: No such file or directory", 1),
    ("echo hi > /system/x", "can't create /system/x: Read-only file system", 1),
    ("cat < /nosuch", "can't open /nosuch: No such file or directory", 1),
    ("cd /nosuch", "cd: /nosuch: No such file or directory", 2),
    ("exit foo", "exit: bad number: foo", 1),
]


@pytest.mark.parametrize(("command", "out"), WORDS, ids=[row[0] for row in WORDS])
def test_words_are_expanded_as_mksh_does(shell: Shell, command: str, out: str) -> None:
    """Quotes, parameters, substitutions, arithmetic and patterns expand as in mksh."""
    result = shell.run(command)
    assert (bytes(result.stdout).decode(), result.stderr, result.exit) == (out, b"", 0)


@pytest.mark.parametrize(("command", "out", "status"), CONTROL, ids=[row[0] for row in CONTROL])
def test_control_flow_and_redirections_follow_mksh(shell: Shell, command: str, out: str | None, status: int) -> None:
    """Chains, pipelines, loops and redirections have mksh's output and exit status."""
    result = shell.run(command)
    assert result.exit == status
    if out is not None:
        assert bytes(result.stdout).decode() == out


@pytest.mark.parametrize(("command", "message", "status"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_mistakes_are_reported_in_mksh_words(shell: Shell, command: str, message: str, status: int) -> None:
    """A mistake in a script gives mksh's error message and exit status."""
    result = shell.run(command)
    assert (result.stderr.decode(), result.exit) == (f"{SH}: {message}\n", status)


def test_lines_before_a_syntax_error_are_run(shell: Shell) -> None:
    """A script is read line by line, so the lines before a syntax error take effect."""
    result = shell.run("echo a\nif")
    assert (result.stdout, result.exit) == (b"a\n", 1)


def test_endless_scripts_are_killed(shell: Shell) -> None:
    """Endless loops, recursion and memory growth end with status 137 and `Killed`."""
    for script in ("while true; do :; done", "x=aaaaaaaa; while true; do x=$x$x; done", 'f=\'eval "$f"\'; eval "$f"'):
        result = shell.run(script)
        assert result.exit == 137, script
        assert result.stderr.endswith(b"Killed\n")


def test_merged_output_keeps_the_order_of_writes(shell: Shell) -> None:
    """With merged streams, standard output and errors come in the order in which they were written."""
    result = shell.run("echo a; nosuch; echo b", merged=True)
    assert bytes(result.stdout) == b"a\n/system/bin/sh: nosuch: inaccessible or not found\nb\n"
    assert result.stderr == b""


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)


@given(TEXT)
@example('it\'s $HOME `x` "q" \\ * ? [a] {b,c} ~ # ; & | < > ( )')
def test_any_text_survives_quoting(shell: Shell, text: str) -> None:
    """Text quoted by `shlex.quote` reaches the program's argument unchanged."""
    assert bytes(shell.run(f"printf %s {shlex.quote(text)}").stdout).decode() == text
    plain = text.replace("\\", "/")
    if not plain.startswith("-"):
        assert bytes(shell.run(f"echo {shlex.quote(plain)}").stdout).decode() == plain + "\n"


@given(st.binary(max_size=60).filter(lambda data: b"\0" not in data))
def test_any_bytes_survive_pipelines_and_files(shell: Shell, data: bytes) -> None:
    """A pipeline and a file keep every byte, valid UTF-8 or not."""
    quoted = shlex.quote(data.decode("utf-8", "surrogateescape"))
    assert bytes(shell.run(f"printf %s {quoted} | cat").stdout) == data
    assert bytes(shell.run("cat > /data/local/tmp/b; cat /data/local/tmp/b", data).stdout) == data


PIECES = st.sampled_from(
    [
        "if",
        "then",
        "fi",
        "for i in",
        "do",
        "done",
        "case x in",
        "esac",
        "while",
        "{",
        "}",
        "(",
        ")",
        "((",
        "))",
        "$(",
        "${x",
        "${x%%",
        "$((",
        "`",
        '"',
        "'",
        "\\",
        ";",
        ";;",
        "&",
        "&&",
        "|",
        "||",
        "!",
        "\n",
        " ",
        ">",
        "<",
        "2>&1",
        "$x",
        "a=b",
        "echo",
        "*",
        "[",
        "]",
    ]
)


@given(st.one_of(TEXT, st.lists(PIECES, max_size=30).map(" ".join), st.lists(PIECES, max_size=30).map("".join)))
@example("(" * 500)
@example("$(" * 500)
@example("`" * 501)
@example('"${a:-' * 200)
@example("if " * 300)
@example("$((" + "(" * 300)
@example("! " * 3000 + "true")
def test_the_parser_raises_only_syntax_errors(shell: Shell, text: str) -> None:
    """Any text is parsed or raises ShellSyntaxError, and running it always ends."""
    try:
        for _ in parse_lines(text):
            pass
    except ShellSyntaxError:
        pass
    result = shell.run(text)
    assert 0 <= result.exit <= 255
