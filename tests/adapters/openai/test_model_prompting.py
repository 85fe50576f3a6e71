"""Own prompts in place of installed ones: which files replace which prompts, and errors."""

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
    """A prompt file that cannot be replaced would never be used."""
    root = Path(__file__).resolve().parents[3]
    folders = ("judges/llm/prompts", "adapters/users", "adapters/agents/llm/prompts")
    there = [path for folder in folders for path in (root / folder).glob("*.txt")]
    assert sorted(PROMPTS) == sorted(path.stem for path in there)
    assert [spec.prompts is not None for spec in (MODEL_JUDGE, MODEL_USER, RULE_JUDGE)] == [True, True, False]


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_what_is_written_out_is_what_is_read_back(name: str, tmp_path: Path):
    """The installed texts as files are the installed prompts, with the same label: nothing is asked anew for them."""
    (tmp_path / f"{name}.txt").write_text(PROMPTS[name].source)
    assert read(tmp_path) == {name: PROMPTS[name]}


@given(st.text(alphabet="ab {}\n-é", max_size=30), st.integers(0, 99))
def test_a_prompt_survives_its_file(text: str, version: int):
    """Source and parse are inverses, whatever stands in the text."""
    prompt = Prompt("outcome", version, text.strip())
    assert Prompt.parse("outcome", prompt.source) == prompt


def test_what_a_folder_lacks_is_the_installed_text(tmp_path: Path):
    """One file replaces one prompt; files of editors and of the system are ignored."""
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
def test_a_file_that_can_replace_nothing_is_refused_by_name(name: str, tmp_path: Path):
    """An unknown name, an empty file, or a missing version: reported with the path and what to do."""
    source, text = WRONG[name]
    (tmp_path / name).write_text(source)
    with pytest.raises(UsageError, match=text) as refused:
        read(tmp_path)
    assert str(tmp_path / name) in str(refused.value)


@pytest.mark.parametrize(
    ("name", "gap"), [(name, gap) for name in sorted(PROMPTS) for gap in sorted(PROMPTS[name].placeholders)]
)
def test_no_placeholder_may_be_missing(name: str, gap: str, tmp_path: Path):
    """Without it the model would not see what it is asked about."""
    text = PROMPTS[name].text.replace(f"{{{{{gap}}}}}", "it")
    (tmp_path / f"{name}.txt").write_text(replace(PROMPTS[name], text=text).source)
    with pytest.raises(UsageError, match=rf"{name}\.txt: \{{\{{{gap}\}}\}} must stand in it"):
        read(tmp_path)


def test_a_placeholder_that_nothing_fills_is_refused(tmp_path: Path):
    """It would stop the run at the first question; what there is to be filled in is named."""
    (tmp_path / "turn.txt").write_text(PROMPTS["turn"].source + "{{mood}}\n")
    with pytest.raises(UsageError, match=r"nothing is known that \{\{mood\}\} could be filled with.*\{\{question\}\}"):
        read(tmp_path)


def test_a_folder_that_is_none_or_holds_nothing_is_refused(tmp_path: Path):
    """The error says how to get the installed prompts; subfolders and binary files are refused too."""
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


def test_texts_given_by_value_are_held_to_the_same():
    """A prompt passed in Python is checked when the part that uses it is loaded."""
    providers = Providers(Models({"judge": "openai:m@x"}, prompts={"outcome": Prompt("outcome", 2, "Is it done?")}))
    with pytest.raises(UsageError, match=r"the prompt outcome@2\+.*must stand in it"):
        providers.check(MODEL_JUDGE, "model", "judge")


def test_the_books_name_every_prompt_of_every_role():
    """Label by label; a text that was changed and kept its version is another one."""
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
