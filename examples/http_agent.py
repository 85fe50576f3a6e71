"""An agent in a process of its own, with nothing but the standard library and `adb`.

In one terminal the run, which waits for agents; in another this program:

    MAR_RUN_TOKEN=secret python -m runtime.bench --agent mine=http:8700 --task device.airplane.standard --concurrency 1
    MAR_RUN_TOKEN=secret MAR_URL=http://127.0.0.1:8700 python examples/http_agent.py
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any


def call(method: str, path: str, token: str, body: dict[str, str] | None = None) -> Any:
    """One request to the run; None if it says that no episode is waiting yet."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["MAR_URL"] + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or b"null")


def adb(environment: Mapping[str, str], *words: str) -> str:
    """What an `adb` command prints. The environment names the phone of this episode, and no other."""
    return subprocess.run(["adb", *words], env=environment, check=True, capture_output=True, text=True).stdout


def tap(environment: Mapping[str, str], text: str) -> bool:
    """Touch the middle of the element with this text; False if it is not on the screen."""
    screen = adb(environment, "exec-out", "uiautomator dump /dev/tty")
    found = re.search(rf'text="{re.escape(text)}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', screen)
    if found is None:
        return False
    left, top, right, bottom = map(int, found.groups())
    adb(environment, "shell", f"input tap {(left + right) // 2} {(top + bottom) // 2}")
    return True


def play(episode: Mapping[str, Any]) -> None:
    """Play one episode: airplane mode is all that this agent can switch on."""
    phone = episode["adb"]
    server = {"ADB_SERVER_SOCKET": f"tcp:{phone['host']}:{phone['port']}", "ANDROID_SERIAL": phone["serial"]}
    environment = {**os.environ, **server}
    token = episode["token"]
    print("the user wants:", episode["instruction"])
    done = "airplane mode" in episode["instruction"] and all(
        tap(environment, text) for text in ("Settings", "Network &amp; internet", "Airplane mode")
    )
    if episode["can_ask"] and not done:
        reply = call("POST", "/v1/ask", token, {"question": "Which setting shall I change?"})["reply"]
        print("the user replies:", reply)
    call("POST", "/v1/finish", token, {"text": "", "status": "complete" if done else "infeasible"})


def main() -> None:
    """Claim and play episodes until the run is over."""
    token = os.environ["MAR_RUN_TOKEN"]
    while True:
        try:
            episode = call("POST", "/v1/episodes", token)
        except urllib.error.URLError:  # HTTP status 410, or nobody there any more
            break
        if episode is not None:
            play(episode)


if __name__ == "__main__":
    main()
