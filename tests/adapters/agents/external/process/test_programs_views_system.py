"""The files that a script for an interpreter of the system may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.agents.external.process.visible_files import program_view
from runtime.core.errors import UsageError


def test_a_script_for_the_systems_shell_sees_the_system_and_its_own_folder(tmp_path: Path) -> None:
    """A `#!/bin/sh` script sees the system's folders and its own folder, not the root folder."""
    script = tmp_path / "agent" / "play.sh"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\nadb devices\n")
    script.chmod(0o755)
    (tmp_path / "truth").mkdir()

    places = {place for _, place in program_view((str(script),), (), ()).shown}

    assert Path("/") not in places
    assert script.parent in places
    assert not any((tmp_path / "truth").is_relative_to(place) for place in places)


def test_a_program_of_bin_itself_needs_nothing_but_the_system() -> None:
    """/bin/sh as the command sees the system's folders, not the root folder."""
    places = {place for _, place in program_view(("/bin/sh", "-c", "true"), (), ()).shown}

    assert Path("/") not in places
    assert Path("/usr") in places


def test_the_whole_computer_is_never_shown() -> None:
    """The root folder is refused as a readable folder of a program."""
    with pytest.raises(UsageError, match="entire file system"):
        program_view(("/bin/sh",), (Path("/"),), ())
