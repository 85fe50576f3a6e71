"""Files that users name: each wrong kind is refused by one sentence that names it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.agents.external.process.description import read_description
from benchmarks.acceptance.bad_calls.wrong_files import CONTENTS, write_wrong_files
from benchmarks.clarity240 import user_suites
from runtime.components.models import prices
from runtime.core.errors import UsageError
from runtime.core.given_files import check_given_folder, read_given_bytes, read_given_json, read_given_text
from runtime.core.given_yaml import problem_in_yaml

NO_FILES = ("folder", "circle", "pipe", "unreadable", "endless", "missing")


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of all wrong kinds."""
    folder = tmp_path_factory.mktemp("wrong") / "bad"
    write_wrong_files(folder)
    return folder


@pytest.mark.parametrize(
    ("read", "extension", "fine"),
    [
        (read_given_text, "txt", ("empty", "deep", "loop", "bomb", "text", "list", "number", "keys")),
        (read_given_json, "json", ("list", "number", "keys")),
        (prices, "yaml", ()),
        (read_description, "yaml", ()),
        (lambda path: user_suites.read([str(path)]), "yaml", ()),
    ],
)
def test_a_file_of_the_wrong_kind_is_named(
    bad: Path, read: Callable[[Path], object], extension: str, fine: tuple[str, ...]
):
    """Whatever is wrong, nothing is waited for, and the error begins with the file or says its name."""
    for name in (*CONTENTS, *NO_FILES):
        path = bad / f"{name}.{extension}"
        if name in fine:
            read(path)
            continue
        with pytest.raises(UsageError) as refusal:
            read(path)
        assert str(path) in str(refusal.value), name


def test_a_file_that_is_too_large_is_refused(tmp_path: Path):
    """No more than the limit is read."""
    path = tmp_path / "large"
    path.write_bytes(b"x" * (1 << 20))
    assert len(read_given_bytes(path, 1 << 20)) == 1 << 20
    path.write_bytes(b"x" * ((1 << 20) + 1))
    with pytest.raises(UsageError, match="larger than 1 MB"):
        read_given_bytes(path, 1 << 20)


@pytest.mark.parametrize("name", ["list.json", "list.json/below", "circle.json", "pipe.json", "x" * 5_000])
def test_a_folder_that_cannot_be_made_is_refused(bad: Path, name: str):
    """A file, a pipe, a loop of links or too long a name stands in the way."""
    with pytest.raises(UsageError, match="choose another folder"):
        check_given_folder(bad / name)


def test_a_folder_that_can_be_made_is_accepted(bad: Path):
    """It may exist or not; nothing is made."""
    check_given_folder(bad / "void")
    check_given_folder(bad / "new" / "below")
    assert not (bad / "new").exists()


def test_yaml_that_is_fine_has_no_problem():
    """Nesting up to the limit and plain documents pass; the first problem is named with its line."""
    assert problem_in_yaml("a: [1, {b: 2}]\n") is None
    assert problem_in_yaml("[" * 100 + "]" * 100) is None
    assert problem_in_yaml("a:\n " + "[" * 101 + "]" * 101) == (2, "parts are nested more than 100 deep")
    assert problem_in_yaml("a: &x 1\nb: *x\n") == (2, "it refers to another part of the file by & and *")
    problem = problem_in_yaml("a: b\n c: [\n")
    assert problem is not None
    assert problem[1].startswith("not YAML (")
