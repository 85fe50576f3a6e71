"""Random scripts and filters give the same results in the phone's shell and in the real mksh and toybox.

The draws are the same in every run: what is compared with is a program of another version, and a quirk of it that
nobody has seen yet must not turn up as the failure of a build. Scripts are drawn from a safe part of the language:
nothing but variables, echo, conditions and loops that end. Many are played by one process of mksh, each in a subshell
of its own.
"""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.workers.registry import with_launcher

NAMES = st.sampled_from(["a", "b", "c"])
PLAIN = st.sampled_from(["x", "y z", "one", "", "a*b", "-n1", "0", "7", "12", "a/b/c.txt", "$", "é", "t\tb", "l\nm"])
PATTERNS = st.sampled_from(["*", "?", "a*", "*/", "/*", "[a-c]*", "x", "*b", "[!x]*", "*.*"])
NUMBERS = st.integers(-9, 40).map(str)


def _quoted(text: str) -> st.SearchStrategy[str]:
    single = "'" + text.replace("'", "'\\''") + "'"
    double = '"' + "".join(f"\\{char}" if char in '\\"$`' else char for char in text) + '"'
    return st.sampled_from([single, double])


def _expansions() -> st.SearchStrategy[str]:
    op = st.sampled_from([":-", "-", ":+", "+"])
    cut = st.sampled_from(["#", "##", "%", "%%"])
    return st.one_of(
        NAMES.map(lambda name: f"${name}"),
        NAMES.map(lambda name: f"${{#{name}}}"),
        st.builds(lambda name, o, word: f"${{{name}{o}{word}}}", NAMES, op, st.sampled_from(["d", "e f", ""])),
        st.builds(lambda name, o, pattern: f"${{{name}{o}{pattern}}}", NAMES, cut, PATTERNS),
        st.builds(lambda name: f"${{{name}:1:2}}", NAMES),
        st.sampled_from(["$?", "$#", "$1", "$@", "$*"]),
    )


def _arithmetic() -> st.SearchStrategy[str]:
    leaf = st.one_of(NUMBERS.map(lambda text: f"({text})"), st.just("n"))
    ops = st.sampled_from(["+", "-", "*", "<", ">", "==", "!=", "&", "|", "^", "&&", "||", "<<", "%"])
    tree = st.recursive(
        leaf,
        lambda inner: st.builds(lambda x, o, y: f"({x} {o} {3 if o in ('%', '<<') else y})", inner, ops, inner),
        max_leaves=4,
    )  # fmt: skip
    return tree.map(lambda text: f"$(({text}))")


EXPANSIONS = _expansions()
WORDS = st.one_of(
    PLAIN.flatmap(_quoted),
    st.sampled_from(["w", "two", "{p,q}r", "\\$", "a\\ b"]),
    EXPANSIONS,
    EXPANSIONS.map(lambda text: f'"{text}"'),
    st.builds(lambda before, text: f'{before}"{text}"', st.sampled_from(["", "p"]), EXPANSIONS),
    _arithmetic(),
    EXPANSIONS.map(lambda text: f'$(echo "{text}")'),
)
ECHO = st.lists(WORDS, min_size=1, max_size=4).map(lambda words: " ".join(["printf '<%s>'", *words]) + "; echo")
ASSIGN = st.builds(lambda name, word: f"{name}={word}", NAMES, WORDS)
SIMPLE = st.one_of(ECHO, ASSIGN, st.sampled_from(["true", "false", "n=3", "unset b", "set -- p 'q r' s", "shift 0"]))
TESTS = st.one_of(
    st.builds(lambda x, o, y: f'[ "{x}" {o} "{y}" ]', EXPANSIONS, st.sampled_from(["=", "!="]), EXPANSIONS),
    st.builds(lambda x, o, y: f"[ {x} {o} {y} ]", NUMBERS, st.sampled_from(["-eq", "-lt", "-ge"]), NUMBERS),
    st.builds(lambda name, pattern: f"[[ ${name} == {pattern} ]]", NAMES, PATTERNS),
    st.sampled_from(["true", "false", '[ -n "$a" ]', '[ -z "$b" ]']),
)


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds(lambda x, y: f"{x}; {y}", inner, inner),
        st.builds(lambda x, o, y: f"{{ {x}; }} {o} {{ {y}; }}", inner, st.sampled_from(["&&", "||"]), inner),
        st.builds(lambda t, x, y: f"if {t}; then {x}; else {y}; fi", TESTS, inner, inner),
        st.builds(lambda name, words, x: f"for {name} in {' '.join(words)}; do {x}; done", NAMES,
                  st.lists(WORDS, max_size=3), inner),
        st.builds(lambda word, p, x, y: f"case {word} in {p}) {x};; *) {y};; esac", WORDS, PATTERNS, inner, inner),
        inner.map(lambda text: f"( {text} )"),
        inner.map(lambda text: f"! {{ {text}; }}"),
        inner.map(lambda text: f"f() {{ {text}; }}; f 1 '2 3'"),
        inner.map(lambda text: f"{{ {text}; }} | while read -r l; do echo \"[$l]\"; done"),
        inner.map(lambda text: f"i=0; while [ $i -lt 2 ]; do i=$((i+1)); {text}; done"),
    )  # fmt: skip


SCRIPTS = st.recursive(SIMPLE, _compound, max_leaves=5)
START = "a='v w'; b=; c=a/b.c; n=2; set -- 1 'two 2'\n"


@pytest.fixture(scope="module")
def mksh() -> str:
    """The path of the real mksh; the tests are skipped if it is not installed."""
    found = shutil.which("mksh")
    if found is None:
        pytest.skip("to compare with, install: mksh")
    return found


SHELL = Shell(Phone(with_launcher(())), lambda: memoryview(b""))


def real(mksh: str, scripts: list[str]) -> list[tuple[str, int]]:
    """The output and exit status of each script in the real mksh."""
    text = "".join(f"(\n{START}{script}\n); printf '\\001%d\\002' $?\n" for script in scripts)
    done = subprocess.run(
        [mksh, "-c", text], cwd="/", env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, stdin=subprocess.DEVNULL,
        capture_output=True, timeout=200, check=False,
    )  # fmt: skip
    parts = done.stdout.decode("utf-8", "surrogateescape").split("\2")[:-1]
    return [(part.partition("\1")[0], int(part.partition("\1")[2])) for part in parts]


@given(st.lists(SCRIPTS, min_size=12, max_size=12))
@settings(
    max_examples=25,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)
def test_random_scripts_do_the_same_in_mksh(mksh: str, scripts: list[str]) -> None:
    """Each random script prints the same and has the same exit status as in mksh."""
    wanted = real(mksh, scripts)
    assert len(wanted) == len(scripts)
    for script, (out, status) in zip(scripts, wanted, strict=True):
        result = SHELL.run(f"cd /data/local/tmp\n{START}{script}")
        mine = bytes(result.stdout).decode("utf-8", "surrogateescape")
        assert (mine, result.exit) == (out, status), script


# Filters. What is left out are places where toybox 0.8.9 itself errs or differs from the phone's (0.8.6).

LINES = st.lists(st.text("ab:A1 2,x-", max_size=7), max_size=6).map("\n".join)
ENDS = st.sampled_from(["", "\n"])
PATTERN = st.sampled_from(["a", "^a", "b$", "[0-9]", "a.", "ab*", "[^a]", "^$", "A", "\\(a\\)\\1", ".", "a\\{2\\}"])
_GREP = st.sampled_from(["", "-v", "-c", "-n", "-i", "-o", "-w", "-x", "-A1", "-m1"])
_SCRIPTS = ("1d", "$d", "/a/d", "2q", "2,3d;s/a/b/", "/a/!d;s/b/[&]/g")
_WHOLE = (
    "wc", "wc -l", "wc -w", "wc -c", "base64", "md5sum", "xargs", "xargs -n2", "head -c 5", "tail -c 4",
    "uniq -c | sort -rn", "tee /dev/null", "cut -d: -f1", "cut -d, -f1", "cut -c1-3", "cut -c2,4", "cut -c3-",
    "uniq", "uniq -c", "uniq -d", "uniq -u", "uniq -i", "tail -n +1", "tail -n +2", "tail -n +4",
)  # fmt: skip
FILTERS = st.one_of(
    st.builds(
        lambda flags, key: f"sort {flags} {key}",
        st.sampled_from(["", "-r", "-n", "-u", "-f", "-nr", "-rf"]),
        st.sampled_from(["", "-k2", "-k1,1", "-t, -k2", "-k2,2r -k1"]),
    ),
    st.builds(lambda name, count: f"{name} -n {count}", st.sampled_from(["head", "tail"]), st.sampled_from([1, 2, 9])),
    st.builds(lambda flags, pattern: f"grep {flags} '{pattern}'", _GREP, PATTERN),
    st.builds(lambda pattern, flags: f"sed 's/{pattern}/<&>/{flags}'", PATTERN, st.sampled_from(["", "g", "p"])),
    st.builds(
        lambda address, command: f"sed -n '{address}{command}'",
        st.sampled_from(["", "1", "$", "2,3", "/a/", "1,/b/", "2!", "/x/,$"]),
        st.sampled_from(["p", "p;p", "s/a/b/p"]),
    ),
    st.sampled_from(_SCRIPTS).map(lambda script: f"sed '{script}'"),
    st.sampled_from(_WHOLE),
)


@pytest.fixture(scope="module")
def toybox() -> str:
    """The path of the real toybox; the tests are skipped if it is not installed."""
    found = shutil.which("toybox")
    if found is None:
        pytest.skip("to compare with, install: toybox")
    return found


@given(st.lists(st.tuples(LINES, ENDS, FILTERS), min_size=12, max_size=12))
@settings(
    max_examples=25,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)
def test_random_filters_do_the_same_in_toybox(mksh: str, toybox: str, drawn: list[tuple[str, str, str]]) -> None:
    """Each random filter on random lines prints the same and has the same exit status as in toybox."""
    names = sorted({part.split()[0] for _, _, line in drawn for part in line.split("|") if part.split()})
    shims = "".join(f'{name}() {{ {toybox} {name} "$@"; }}\n' for name in names if name.isalnum())
    scripts = [f"printf '%s' '{text}{end}' | {line}" for text, end, line in drawn]
    wanted = real(mksh, [shims + script for script in scripts])
    for script, (out, status) in zip(scripts, wanted, strict=True):
        result = SHELL.run(script)
        mine = bytes(result.stdout).decode("utf-8", "surrogateescape")
        assert (mine, result.exit) == (out, status), script
