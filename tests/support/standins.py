"""Small programs that behave on the outside like agents that others wrote: the same files, commands and prompts.

Each asks a model what to do and is told in words of our own, such as `tap 540 1200`.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Final

_COMMON: Final = """
import json, os, subprocess, sys, urllib.request


def ask(url, key, model, text):
    body = json.dumps({"model": model, "messages": [{"role": "user", "content": text}]}).encode()
    head = {"Content-Type": "application/json", "Authorization": "Bearer " + key}
    with urllib.request.urlopen(urllib.request.Request(url, body, head)) as reply:
        return json.load(reply)["choices"][0]["message"]["content"].split(" ", 1)


def phone(command, shell=False):
    done = subprocess.run(command, shell=shell, capture_output=True, text=True)
    return done.stdout + done.stderr
"""

_OPEN_AUTOGLM: Final = """
import argparse, base64, time

parser = argparse.ArgumentParser()
for name in ("--base-url", "--model", "--lang", "--device-type"):
    parser.add_argument(name)
parser.add_argument("--apikey", default=os.getenv("PHONE_AGENT_API_KEY", "EMPTY"))
parser.add_argument("--max-steps", type=int)
parser.add_argument("task", nargs="?")
args = parser.parse_args()
adb = ["adb", "shell"]
assert os.path.exists("phone_agent/agent.py") and not os.path.exists("venv")
print("1. Checking ADB installation... ✅ OK", phone(["adb", "version"]).splitlines()[0])
assert "\\tdevice" in phone(["adb", "devices"])
assert "com.android.adbkeyboard/.AdbIME" in phone([*adb, "ime", "list", "-s"])
print("✅ All system checks passed!\\n")
for step in range(args.max_steps):
    phone([*adb, "screencap", "-p", "/sdcard/tmp.png"])
    phone(["adb", "pull", "/sdcard/tmp.png", os.path.join(os.environ["TMPDIR"], "screen.png")])
    assert "mCurrentFocus" in phone([*adb, "dumpsys", "window"])
    what, *rest = ask(args.base_url + "/chat/completions", args.apikey, args.model, args.task)
    said = rest[0] if rest else ""
    print(json.dumps({"action": what}, indent=2))
    print("=" * 50 + "\\n")
    if what == "tap":
        phone([*adb, "input", "tap", *said.split()])
    elif what == "sensitive":
        if input("Sensitive operation: " + said + "\\nConfirm? (Y/N): ").upper() != "Y":
            break
        phone([*adb, "input", "tap", "200", "300"])
    elif what == "takeover":
        input(said.replace("|", "\\n") + "\\nPress Enter after completing manual operation...")
    elif what == "type":
        before = phone([*adb, "settings", "get", "secure", "default_input_method"]).strip()
        phone([*adb, "ime", "set", "com.android.adbkeyboard/.AdbIME"])
        write = [*adb, "am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg"]
        phone([*write, ""])
        phone([*adb, "am", "broadcast", "-a", "ADB_CLEAR_TEXT"])
        phone([*write, base64.b64encode(said.encode()).decode()])
        phone([*adb, "ime", "set", before])
    elif what == "finish":
        text = said.replace("|", "\\n")
        print("\\n🎉 " + "=" * 48)
        print("✅ Task Completed: " + text)
        print("=" * 50 + "\\n")
        print("\\nResult: " + text)
        break
"""

_APPAGENT: Final = """
import argparse, re, xml.etree.ElementTree as ET

import yaml

parser = argparse.ArgumentParser()
parser.add_argument("--app")
parser.add_argument("--root_dir")
args = parser.parse_args()
with open("./config.yaml") as file:
    configs = yaml.safe_load(file)
assert configs["MODEL"] == "OpenAI", configs
os.makedirs(os.path.join(args.root_dir, "tasks"))


def say(text, color="\\033[33m"):
    print(color + text)
    print("\\033[0m")


say("No documentations found for the app " + args.app + ". Do you want to proceed with no docs? Enter y or n")
while input().lower() != "y":
    pass
device = phone("adb devices", shell=True).strip().split("\\n")[1].split()[0]
adb = "adb -s " + device + " "
assert re.search(r": \\d+x\\d+$", phone(adb + "shell wm size", shell=True).strip())
say("Please enter the description of the task you want me to complete in a few sentences:")
task = input()
for step in range(configs["MAX_ROUNDS"]):
    name = "task_" + str(step)
    phone(adb + "shell screencap -p /sdcard/" + name + ".png", shell=True)
    phone(adb + "pull /sdcard/" + name + ".png tasks/" + name + ".png", shell=True)
    phone(adb + "shell uiautomator dump /sdcard/" + name + ".xml", shell=True)
    phone(adb + "pull /sdcard/" + name + ".xml tasks/" + name + ".xml", shell=True)
    assert ET.parse("tasks/" + name + ".xml").getroot().tag == "hierarchy"
    what, *rest = ask(configs["OPENAI_API_BASE"], configs["OPENAI_API_KEY"], configs["OPENAI_API_MODEL"], task)
    said = rest[0] if rest else ""
    if what == "finish":
        say("Task completed successfully")
        break
    command = "text " + said.replace(" ", "%s") if what == "type" else "tap " + said
    phone(adb + "shell input " + command, shell=True)
else:
    say("Task finished due to reaching max rounds")
"""

_CONFIG: Final = """\
MODEL: "Ollama"  # which one
OPENAI_API_BASE: "https://models.example/v1/chat/completions"
OPENAI_API_KEY: "sk-"  # here
OPENAI_API_MODEL: "gpt-4-vision-preview"
REQUEST_INTERVAL: 10  # seconds
MAX_ROUNDS: 20  # rounds
MIN_DIST: 30
"""

_MOBILE_AGENT_V2: Final = """
import time

# Your ADB path
adb_path = ""
instruction = ""
API_url = ""
token = ""
caption_call_method = "local"
caption_model = "qwen-vl-chat"
qwen_api = ""
memory_switch = True

os.mkdir("screenshot")
assert "adbkeyboard" in phone(adb_path + " shell settings get secure default_input_method", shell=True)
while True:
    phone(adb_path + " shell rm /sdcard/screenshot.png", shell=True)
    phone(adb_path + " shell screencap -p /sdcard/screenshot.png", shell=True)
    phone(adb_path + " pull /sdcard/screenshot.png ./screenshot", shell=True)
    assert os.path.getsize("screenshot/screenshot.png") > 1000
    what, *rest = ask(API_url, token, "gpt-4o", instruction)
    said = rest[0] if rest else ""
    line = "#" * 50 + " Decision " + "#" * 50
    print(line)
    print("### Thought ###\\nTo Stop or not\\n\\n### Action ###\\n" + what + " " + said + "\\n")
    print("### Operation ###\\nTap it")
    print("#" * len(line))
    if what == "Tap":
        phone(adb_path + " shell input tap " + said, shell=True)
    elif what == "Type":
        for char in said:
            if char == " ":
                phone(adb_path + " shell input text %s", shell=True)
            elif char == "_":
                phone(adb_path + " shell input keyevent 66", shell=True)
            else:
                phone(adb_path + " shell input text " + char, shell=True)
    elif what == "Home":
        phone(adb_path + " shell am start -a android.intent.action.MAIN -c android.intent.category.HOME", shell=True)
    else:
        break
"""

_UIAUTOMATOR2: Final = """
import uiautomator2

phone = uiautomator2.connect()
phone.app_start("com.android.settings")
phone.click(408, 649)
phone.send_keys("tea")
phone.press("home")
print(sys.argv[1])
"""


def clones(folder: Path) -> dict[str, Path]:
    """Write the folders of the clones; returns their paths by recipe."""
    files = {
        "open-autoglm": {
            "main.py": _OPEN_AUTOGLM,
            "phone_agent/agent.py": "",
            "phone_agent/adb/device.py": "",
            "venv/pyvenv.cfg": "",
        },
        "appagent": {
            "config.yaml": _CONFIG,
            "scripts/task_executor.py": _APPAGENT,
            "scripts/and_controller.py": "",
            "scripts/model.py": "",
        },
        "mobile-agent-v2": {
            "Mobile-Agent-v2/run.py": _MOBILE_AGENT_V2,
            "Mobile-Agent-v2/MobileAgent/api.py": "",
            "Mobile-Agent-v2/MobileAgent/controller.py": "",
        },
        "uiautomator2": {"main.py": _UIAUTOMATOR2},
    }
    for name, contents in files.items():
        for path, text in contents.items():
            place = folder / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(textwrap.dedent(text if path.endswith(".yaml") else _COMMON + text), encoding="utf-8")
    return {name: folder / name for name in files}
