"""`tar`: creates, lists and extracts archives."""

from __future__ import annotations

import io
import posixpath
import tarfile

from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, Result, fail, reason

_MOST_BYTES = 32 << 20


def tar(call: Call) -> Result:
    """Run `tar c|x|t[vzf] [-f FILE] [-C DIR] [NAME…]` in POSIX format; links and devices are skipped."""
    words = list(call.args)
    letters = words.pop(0).lstrip("-") if words else ""
    file, folder = "", "."
    names: list[str] = []
    if "f" in letters and words:
        file = words.pop(0)
    while words:
        word = words.pop(0)
        if word in ("-f", "-C") and words:
            value = words.pop(0)
            file, folder = (value, folder) if word == "-f" else (file, value)
        elif word.startswith("-") and len(word) > 1 and not names:
            letters += word.lstrip("-")
        else:
            names.append(word)
    modes = [letter for letter in letters if letter in "cxt"]
    if len(modes) != 1:
        return fail("tar: Needs -txc")
    base = call.path(folder)
    try:
        if modes == ["c"]:
            return _made(call, base, names, file, packed="z" in letters)
        data = call.files.read(call.path(file)) if file not in ("", "-") else call.input.read()
        return _opened(call, base, names, data, listed=modes == ["t"], verbose="v" in letters)
    except OSError as error:
        return fail(f"tar: {error.filename or file}: {reason(error)}")
    except tarfile.TarError:
        return fail("tar: Not tar")


def _made(call: Call, base: str, names: list[str], file: str, *, packed: bool) -> Result:
    held = io.BytesIO()
    errors = ""
    with tarfile.open(fileobj=held, mode="w:gz" if packed else "w", format=tarfile.GNU_FORMAT) as archive:
        for name in names:
            start = posixpath.join(base, name)
            if call.files.lstat(start) is None:
                errors += f"tar: {name}: No such file or directory\n"
                continue
            for path in call.files.walk(start):
                found = call.files.lstat(path)
                if found is None:
                    continue
                entry = tarfile.TarInfo(name + path[len(start) :])
                entry.mode, entry.mtime, entry.uid, entry.gid = found.mode & 0o7777, found.mtime, found.uid, found.gid
                data = b""
                if found.is_dir:
                    entry.type = tarfile.DIRTYPE
                elif found.is_link:
                    entry.type, entry.linkname = tarfile.SYMTYPE, call.files.readlink(path)
                else:
                    data = call.files.read(path)
                    entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    if file in ("", "-"):
        return Result(held.getvalue(), encode(errors), int(bool(errors)))
    call.files.write(call.path(file), held.getvalue())
    return Result(b"", encode(errors), int(bool(errors)))


def _opened(call: Call, base: str, names: list[str], data: bytes, *, listed: bool, verbose: bool) -> Result:
    out = ""
    total = 0
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:*") as archive:
        for entry in archive:
            name = entry.name
            if names and not any(name == text.rstrip("/") or name.startswith(text.rstrip("/") + "/") for text in names):
                continue
            if listed or verbose:
                out += name + ("/" if entry.isdir() else "") + "\n"
            if listed:
                continue
            # Names that lead out of the folder are refused; the phone's storage cannot be left anyway.
            if name.startswith("/") or ".." in name.split("/"):
                return fail(f"tar: {name}: outside")
            total += entry.size
            if total > _MOST_BYTES:
                return fail(f"tar: {name}: No space left on device")
            path = posixpath.join(base, name)
            if entry.isdir():
                call.files.mkdir(path, parents=True)
            elif entry.isfile() and (source := archive.extractfile(entry)) is not None:
                call.files.mkdir(posixpath.dirname(path), parents=True)
                call.files.write(path, source.read(), entry.mode & 0o777, mtime=int(entry.mtime))
    return Result(encode(out))
