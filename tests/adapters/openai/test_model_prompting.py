"""Custom prompt files that replace the installed prompts: which file replaces which prompt, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.users.model_user import SPEC as MODEL_USER
from judges.llm import SPEC as MODEL_JUDGE
from judges.rules import SPEC as RULE_JUDGE
from runtime.components.models import Models, Providers
from runtime.components.prompting import installed, read, used
from runtime.core.errors import UsageError
from runtime.llm import Prompt

PROMPTS = installed()
OUTCOME = PROMPTS["outcome"]


def test_every_prompt_can_be_replaced():
    """The replaceable prompts are exactly the prompt files in the package, and model parts declare theirs."""
    root = Path(__file__).resolve().parents[3]
    folders = ("judges/llm/prompts", "adapters/users", "adapters/agents/llm/prompts")
    there = [path for folder in folders for path in (root / folder).glob("*.txt")]
    assert sorted(PROMPTS) == sorted(path.stem for path in there)
    assert [spec.prompts is not None for spec in (MODEL_JUDGE, MODEL_USER, RULE_JUDGE)] == [True, True, False]


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_an_installed_prompt_written_to_a_file_is_read_back_equal(name: str, tmp_path: Path):
    """A file with the text of an installed prompt is read as a prompt that equals the installed one."""
    (tmp_path / f"{name}.txt").write_text(PROMPTS[name].source)
    assert read(tmp_path) == {name: PROMPTS[name]}


@given(st.text(alphabet="ab {}\n-é", max_size=30), st.integers(0, 99))
def test_prompt_source_and_parse_are_inverses(text: str, version: int):
    """Any text and version written as prompt source are parsed back unchanged."""
    prompt = Prompt("outcome", version, text.strip())
    assert Prompt.parse("outcome", prompt.source) == prompt


def test_prompts_that_a_folder_lacks_are_the_installed_ones(tmp_path: Path):
    """One file replaces one prompt; the others stay as installed, and editors' hidden files are ignored."""
    (tmp_path / "outcome.txt").write_text("\ufeff" + replace(OUTCOME, version=7).source, encoding="utf-8")
    (tmp_path / ".outcome.txt.swp").write_bytes(b"\xff")
    given_texts = read(tmp_path)
    assert given_texts == {"outcome": replace(OUTCOME, version=7)}
    files = MODEL_JUDGE.prompts
    assert files is not None
    texts = used(files, given_texts)
    assert texts == {**files.read(), "outcome": replace(OUTCOME, version=7)}


WRONG = {
    "outcom.txt": (OUTCOME.source, r"outcom\.txt: there is no prompt of that name; did you mean outcome\.txt\?"),
    "zebra.txt": (OUTCOME.source, r"zebra\.txt: there is no prompt of that name; `prompts` lists what there is"),
    "outcome.md": (OUTCOME.source, r"outcome\.md: there is no prompt of that name"),
    "outcome.txt~": (OUTCOME.source, r"outcome\.txt~: there is no prompt of that name"),
    "turn.txt": ("", r"turn\.txt is empty: leave it out"),
    "screen.txt": (" \n\n", r"screen\.txt is empty: leave it out"),
    "outcome.txt": (OUTCOME.text, r"outcome\.txt: .* must begin with 'outcome VERSION'.* could begin with 'outcome 2'"),
    "process.txt": ("process\n---\nx", r"process\.txt: .* must begin with 'process VERSION'"),
    "redundant.txt": ("process 2\n---\nx", r"redundant\.txt: .* must begin with 'redundant VERSION'"),
    "understand.txt": ("understand 2\n---\n", r"understand\.txt: there is no text after the line of dashes"),
}


@pytest.mark.parametrize("name", sorted(WRONG))
def test_a_file_that_cannot_replace_a_prompt_is_refused(name: str, tmp_path: Path):
    """An unknown name, an empty file or a missing version is reported with the file's path and a hint."""
    source, text = WRONG[name]
    (tmp_path / name).write_text(source)
    with pytest.raises(UsageError, match=text) as refused:
        read(tmp_path)
    assert str(tmp_path / name) in str(refused.value)


@pytest.mark.parametrize(
    ("name", "gap"), [(name, gap) for name in sorted(PROMPTS) for gap in sorted(PROMPTS[name].placeholders)]
)
def test_no_placeholder_may_be_missing(name: str, gap: str, tmp_path: Path):
    """A prompt file that lacks one of the prompt's placeholders is refused, and the error names it."""
    text = PROMPTS[name].text.replace(f"{{{{{gap}}}}}", "it")
    (tmp_path / f"{name}.txt").write_text(replace(PROMPTS[name], text=text).source)
    with pytest.raises(UsageError, match=rf"{name}\.txt: \{{\{{{gap}\}}\}} must stand in it"):
        read(tmp_path)


def test_an_unknown_placeholder_is_refused(tmp_path: Path):
    """A placeholder that the prompt does not know is refused; the error lists the known ones."""
    (tmp_path / "turn.txt").write_text(PROMPTS["turn"].source + "{{mood}}\n")
    with pytest.raises(UsageError, match=r"nothing is known that \{\{mood\}\} could be filled with.*\{\{question\}\}"):
        read(tmp_path)


def test_a_missing_or_empty_folder_is_refused(tmp_path: Path):
    """The error says how to export the installed prompts; subfolders and files that are not UTF-8 are refused too."""
    for folder, text in ((tmp_path / "no", "cannot be read: No such file"), (tmp_path, "is empty")):
        with pytest.raises(UsageError, match=rf"{text}.*prompts --out DIR"):
            read(folder)
    (tmp_path / "outcome.txt").mkdir()
    with pytest.raises(UsageError, match="there is no prompt of that name"):
        read(tmp_path)
    (tmp_path / "outcome.txt").rmdir()
    (tmp_path / "outcome.txt").write_bytes(b"outcome 2\n---\n\xff")
    with pytest.raises(UsageError, match="not UTF-8 text"):
        read(tmp_path)


def test_prompts_passed_in_python_are_checked_too():
    """A prompt passed in Python without its placeholder is refused when the part that uses it is checked."""
    providers = Providers(Models({"judge": "openai:m@x"}, prompts={"outcome": Prompt("outcome", 2, "Is it done?")}))
    with pytest.raises(UsageError, match=r"the prompt outcome@2\+.*must stand in it"):
        providers.check(MODEL_JUDGE, "model", "judge")


def test_the_labels_of_all_used_prompts_are_recorded_by_role():
    """Each role lists the labels of its prompts; an edited text with an unchanged version has another label."""
    edited = replace(OUTCOME, text=OUTCOME.text + " Be strict.")
    providers = Providers(
        Models(
            {"judge": "openai:m@x", "user": "openai:m@x"},
            prompts={"outcome": edited, "understand": PROMPTS["understand"], "unheard": OUTCOME},
        )
    )
    providers.check(MODEL_JUDGE, "model", "judge")
    providers.check(RULE_JUDGE, "rules", "judge")
    assert list(providers.replaced) == [edited]
    providers.check(MODEL_USER, "model", "user")
    names = ("process", "redundant", "screen", "turn")
    assert providers.prompts == {
        "user": (PROMPTS["understand"].label,),
        "judge": (edited.label, *(PROMPTS[name].label for name in names)),
    }
    assert edited.label.partition("+")[0] == OUTCOME.label.partition("+")[0]
    assert edited.label != OUTCOME.label
    assert list(providers.replaced) == [edited, PROMPTS["understand"]]
