"""Parses the address of a model: `openai:MODEL@URL?key=VARIABLE&most=N`.

`URL` is the endpoint's base URL, as vLLM, SGLang and clouds state it (`http://127.0.0.1:8000/v1`). Without a URL, the
SDK's own cloud is used. An address never contains the key: `key` names the environment variable that holds it (default:
`OPENAI_API_KEY`). `most` is the maximum number of requests in flight at the endpoint (default: 64). If several
addresses of a run state it, the smallest number applies.
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
    """Address of a model. `key` names an environment variable; `asked`: the address names it, so it must be set."""

    model: str
    url: str
    key: str = _KEY
    asked: bool = False
    most: int = 64

    @property
    def endpoint(self) -> str:
        """The normalized base URL, which identifies the endpoint whatever model and key are used."""
        parts = urlsplit(self.url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        query = f"?{parts.query}" if parts.query else ""
        return f"{parts.scheme}://{parts.hostname}:{port}{parts.path}{query}"

    def secret(self) -> str:
        """The API key.

        Raises:
            UsageError: the environment variable is required and not set.
        """
        found = os.environ.get(self.key, "").strip()
        if not found and (self.asked or self.url == CLOUD):
            raise UsageError(f"set the environment variable {self.key} to the key for {self.url}")
        # Self-hosted endpoints need no key, but the SDK requires one.
        return found or "none"


def parse(uri: str) -> Address:
    """Parse an address.

    Raises:
        UsageError: the address is invalid; the message shows the expected form.
    """
    scheme, _, rest = uri.partition(":")
    rest, mark, options = rest.partition("?")
    at = max(rest.rfind("@http://"), rest.rfind("@https://"))
    model, url = (rest, CLOUD) if at < 0 else (rest[:at], rest[at + 1 :])
    if at < 0 and "@" in model:
        # An address that cannot be read must not become the cloud's.
        raise UsageError(f"{uri!r}: what stands after @ is no URL with http:// or https://; expected {_FORM}")
    if scheme != "openai" or not model or (mark and not options):
        raise UsageError(f"{uri!r} is not a valid model address; expected {_FORM}")
    url = _base(uri, url)
    query_options = dict(parse_qsl(options, keep_blank_values=True))
    if strange := sorted(query_options.keys() - {"key", "most"}):
        raise UsageError(f"{uri!r}: unknown option {strange[0]!r}; the options are key=VARIABLE and most=N")
    most = query_options.get("most", "64")
    if not most.isascii() or not most.isdigit() or not 1 <= int(most) <= 4096:
        raise UsageError(f"{uri!r}: most={most} must be a number from 1 to 4096")
    if "key" in query_options and not query_options["key"].isidentifier():
        raise UsageError(f"{uri!r}: key= must be the name of an environment variable, not the key itself")
    return Address(model, url, query_options.get("key", _KEY), "key" in query_options, int(most))


def _base(uri: str, url: str) -> str:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise UsageError(f"{uri!r}: {error}") from None
    if "@" in parts.netloc:
        raise UsageError("a model address must not contain a password: put the key into an environment variable")
    if not parts.hostname or parts.fragment:
        raise UsageError(f"{uri!r} is not a valid model address; expected {_FORM}")
    url = url.rstrip("/")
    if url.endswith("/completions"):
        raise UsageError(f"{uri!r}: give the base URL, without /chat/completions")
    return url
