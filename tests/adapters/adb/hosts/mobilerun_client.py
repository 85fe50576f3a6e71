"""Drives one phone with the driver of mobilerun-core-local and prints what its methods returned as one line of JSON.

Arguments: the phone's serial number. The adb server is named in ANDROID_ADB_SERVER_HOST and …_PORT.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

adb: Any = import_module("mobilerun_core_local.driver.android.adb")
portal: Any = import_module("mobilerun_core_local.driver.android.portal")


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A node of the tree and all below it."""
    yield node
    for child in node["children"]:
        yield from nodes(child)


async def main(serial: str) -> None:
    """Drives the phone."""
    driver = adb.AndroidDriver(serial, portal_mode="required")
    await driver.connect()
    await portal.ensure_portal_ready(driver.device)
    await portal.ping_portal(driver.device)
    await portal.ping_portal_content(driver.device)
    results: dict[str, Any] = {"ping": (await driver.portal.ping())["status"]}
    results["start"] = await driver.start_app("com.android.contacts")
    tree = await driver.get_ui_tree()
    results["app"] = tree["phone_state"]["packageName"]
    field = next(node for node in nodes(tree["a11y_tree"]) if "earch" in node["text"] + node["contentDescription"])
    bounds = field["boundsInScreen"]
    await driver.tap((bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2)
    results["typed"] = await driver.input_text("Sam 好", clear=True)
    results["field"] = (await driver.get_ui_tree(filter=False))["phone_state"]["focusedElement"]["text"]
    results["packages"] = await driver.list_packages(include_system=True)
    results["apps"] = {item["package"]: item["label"] for item in await driver.get_apps()}
    await driver.set_clipboard("käse 文")
    results["clipboard"] = [await driver.get_clipboard()]
    await driver.set_clipboard("")
    results["clipboard"].append(await driver.get_clipboard())
    results["screenshot"] = (await driver.screenshot())[1:4].decode("latin-1")
    await driver.swipe(500, 1800, 500, 600, 10)
    await driver.press_button("home")
    results["home"] = (await driver.get_ui_tree())["phone_state"]["packageName"]
    results["date"] = await driver.get_date()
    results["stop"] = await driver.stop_app("com.android.contacts")
    sys.stdout.write(json.dumps(results))


asyncio.run(main(sys.argv[1]))
