"""The address of a model: `openai:MODEL@URL?key=VARIABLE&most=N`.

`URL` is the endpoint's base, as vLLM, SGLang and clouds give it (`http://127.0.0.1:8000/v1`); without one it is the
SDK's own cloud. The key is never part of an address: `key` names the environment variable that holds it, else
`OPENAI_API_KEY` is taken. `most` is how many requests may be on their way to the endpoint at once (64; the least that
any address of the run says of it).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from runtime.core.errors import UsageError

CLOUD = "https://api.openai.com/v1"
_KEY = "OPENAI_API_KEY"
_FORM = "openai:MODEL@URL, such as openai:Qwen/Qwen2.5-VL-7B-Instruct@http://127.0.0.1:8000/v1"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model is. `key` names an environment variable; `asked`: it was named, so it has to be there."""

    model: str
    url: str
    key: str = _KEY
    asked: bool = False
    most: int = 64

    @property
    def endpoint(self) -> str:
        """Names who is asked, whatever model and key: the base URL, where two ways to write it are one."""
        parts = urlsplit(self.url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        query = f"?{parts.query}" if parts.query else ""
        return f"{parts.scheme}://{parts.hostname}:{port}{parts.path}{query}"

    def secret(self) -> str:
        """The key.

        Raises:
            UsageError: the variable is not set, and is needed.
        """
        found = os.environ.get(self.key, "").strip()
        if not found and (self.asked or self.url == CLOUD):
            raise UsageError(f"the key for {self.url} is expected in the environment variable {self.key}, not set here")
        # Endpoints of one's own want none, but the SDK insists on a key.
        return found or "none"


def parse(uri: str) -> Address:
    """Read an address.

    Raises:
        UsageError: it is not one; the message shows the form.
    """
    scheme, _, rest = uri.partition(":")
    rest, mark, options = rest.partition("?")
    at = max(rest.rfind("@http://"), rest.rfind("@https://"))
    model, url = (rest, CLOUD) if at < 0 else (rest[:at], rest[at + 1 :])
    if scheme != "openai" or not model or (mark and not options):
        raise UsageError(f"{uri!r} is no address of a model: {_FORM}")
    url = _base(uri, url)
    query_options = dict(parse_qsl(options, keep_blank_values=True))
    if strange := sorted(query_options.keys() - {"key", "most"}):
        raise UsageError(f"{uri!r}: there is no option {strange[0]!r}, only key=VARIABLE and most=N")
    most = query_options.get("most", "64")
    if not most.isascii() or not most.isdigit() or not 1 <= int(most) <= 4096:
        raise UsageError(f"{uri!r}: most={most} must be a number from 1 to 4096")
    if "key" in query_options and not query_options["key"].isidentifier():
        raise UsageError(f"{uri!r}: key= names an environment variable, it does not hold the key")
    return Address(model, url, query_options.get("key", _KEY), "key" in query_options, int(most))


def _base(uri: str, url: str) -> str:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise UsageError(f"{uri!r}: {error}") from None
    if "@" in parts.netloc:
        raise UsageError("the address of a model holds a password: put the key into an environment variable instead")
    if not parts.hostname or parts.fragment:
        raise UsageError(f"{uri!r} is no address of a model: {_FORM}")
    url = url.rstrip("/")
    if url.endswith("/completions"):
        raise UsageError(f"{uri!r}: give the base URL, without /chat/completions")
    return url
