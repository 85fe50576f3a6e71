"""The few lines that run before an original agent, by its own interpreter, in its own copy of the clone.

Read as text and told by one argument what to do: settings in files of the copy, commands that come first, then the
words that the interpreter becomes. Words and values that begin with a dollar are variables of the environment, so that
neither keys nor what the user wants stand in a command line. Nothing but the standard library is used.
"""

import json
import os
import re
import subprocess  # noqa: TID251 - this is the launched program's own side
import sys

NUMBER = re.compile(r"-?[0-9]+(?:[.][0-9]+)?|true|false|True|False")


class NoSetting(Exception):
    """A file that should have a setting has none: it is another version than the recipe is for."""


def placed(text: str, style: str, key: str, value: str) -> str:
    """The text of a file with a setting changed where it stands. `style` is the ending of the file's name.

    A number stays a number, true stays a truth; everything else becomes a quoted text.
    """
    mark = "=" if style == "py" else ":"
    before = rf"^{re.escape(key)}[ \t]*{mark}[ \t]*"
    found = re.search(before + r"""("[^"\n]*"|'[^'\n]*'|[^#\n]*?)[ \t]*(#.*)?\r?$""", text, re.MULTILINE)
    if found is None:
        raise NoSetting(key)
    content = value
    if not NUMBER.fullmatch(found[1]):
        content = repr(value) if style == "py" else json.dumps(value, ensure_ascii=False)
    elif not NUMBER.fullmatch(value):
        raise NoSetting(f"{key} that could be {value!r}: it is a number there")
    return text[: found.start(1)] + content + text[found.end(1) :]


def meant(word: str) -> str:
    """What a word stands for: itself, or a variable."""
    return os.environ.get(word[1:], "") if word.startswith("$") else word


def main() -> None:
    """Set, run what comes first, become the agent."""
    job = json.loads(sys.argv[1])
    for name, settings in job["settings"].items():
        with open(name, encoding="utf-8", newline="") as file:
            text = file.read()
        for key, value in settings.items():
            try:
                text = placed(text, name.rpartition(".")[2], key, meant(value))
            except NoSetting as missing:
                sys.exit(f"{name} has no setting {missing}")
        os.chmod(name, 0o600)  # a clone may be read-only, and its copy is as it is
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    for words in job["first"]:
        done = subprocess.run(words, stdin=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"{' '.join(words)} failed with status {done.returncode}")
    os.execv(sys.executable, [sys.executable, *map(meant, job["words"])])


if __name__ == "__main__":
    main()
