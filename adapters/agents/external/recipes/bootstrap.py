"""Configures the copy of an original agent's clone, then becomes the agent; run by the agent's own interpreter.

`originals` passes this file as source text, with one JSON argument: settings to change in files of the copy, commands
to run first, and the agent's command line. Words and values that begin with a dollar sign name environment variables,
so that neither keys nor the instruction appear in a command line. Uses only the standard library.
"""

import json
import os
import re
import subprocess  # noqa: TID251 - this is the launched program's own side
import sys

NUMBER = re.compile(r"-?[0-9]+(?:[.][0-9]+)?|true|false|True|False")


class SettingMissing(Exception):
    """A file lacks a setting that the recipe changes: the clone has another version."""


def replace_setting(text: str, style: str, key: str, value: str) -> str:
    """Returns the text of a file with a setting's value replaced. `style` is the file name's extension.

    A number stays a number and a boolean a boolean; any other value is written as a quoted string.
    """
    mark = "=" if style == "py" else ":"
    before = rf"^{re.escape(key)}[ \t]*{mark}[ \t]*"
    found = re.search(before + r"""("[^"\n]*"|'[^'\n]*'|[^#\n]*?)[ \t]*(#.*)?\r?$""", text, re.MULTILINE)
    if found is None:
        raise SettingMissing(key)
    content = value
    if not NUMBER.fullmatch(found[1]):
        content = repr(value) if style == "py" else json.dumps(value, ensure_ascii=False)
    elif not NUMBER.fullmatch(value):
        raise SettingMissing(f"{key} that accepts {value!r}: it is a number there")
    return text[: found.start(1)] + content + text[found.end(1) :]


def expand(word: str) -> str:
    """The value of the environment variable that a word names, or the word itself."""
    return os.environ.get(word[1:], "") if word.startswith("$") else word


def main() -> None:
    """Changes the settings, runs the setup commands, then executes the agent."""
    job = json.loads(sys.argv[1])
    for name, settings in job["settings"].items():
        with open(name, encoding="utf-8", newline="") as file:
            text = file.read()
        for key, value in settings.items():
            try:
                text = replace_setting(text, name.rpartition(".")[2], key, expand(value))
            except SettingMissing as missing:
                sys.exit(f"{name} has no setting {missing}")
        os.chmod(name, 0o600)  # the copy of a read-only clone is read-only
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    for words in job["first"]:
        done = subprocess.run(words, stdin=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"{' '.join(words)} failed with status {done.returncode}")
    os.execv(sys.executable, [sys.executable, *map(expand, job["words"])])


if __name__ == "__main__":
    main()
