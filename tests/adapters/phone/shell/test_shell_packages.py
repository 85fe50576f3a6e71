"""What clients ask of packages and services: APKs, package dumps, the service manager, the phone's id."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.shell.device.apk import Manifest, encode_apk, manifest


@given(
    st.from_regex(r"[a-z][a-z0-9_]{0,30}(\.[a-z][a-z0-9_]{0,30}){0,4}", fullmatch=True),
    st.text(),
    st.integers(0, 2**31 - 1),
)
def test_an_apk_that_is_made_is_read_as_what_it_was_made_of(package: str, version: str, code: int) -> None:
    """For any package, version and number; and the same bytes each time."""
    about = Manifest(package, version.encode("utf-16-le", "ignore").decode("utf-16-le"), code)
    assert manifest(encode_apk(about)) == about
    assert encode_apk(about) == encode_apk(about)


@pytest.mark.parametrize("package", ["com.demo.notes", "com.android.shell", "com.android.adbkeyboard"])
def test_the_path_of_a_package_names_an_apk_that_can_be_read(device: Any, package: str) -> None:
    """Its size is that of its content, and its manifest names the package."""
    path = device.out(f"pm path {package}").removeprefix("package:").strip()
    data = device.shell.files.read(path)
    found = manifest(data)
    assert found is not None
    assert found.package == package
    assert device.out(f"stat -c %s {path}") == f"{len(data)}\n"
    assert (
        device.out(f"dumpsys package {package} | grep -o versionCode=[0-9]*") == f"versionCode={found.version_code}\n"
    )


def test_apks_are_read_only_and_other_paths_do_not_exist(device: Any) -> None:
    """As on a phone, the folder of system apps can be listed and that of others cannot."""
    path = device.out("pm path com.demo.notes").removeprefix("package:").strip()
    refused = device.shell.run(f"echo x > {path}")
    assert refused.exit == 1
    assert b"Permission denied" in refused.stderr
    assert device.shell.run("cat /data/app/nothing/base.apk").exit == 1
    assert "shell\n" in device.out("ls /system/priv-app")
    assert device.shell.run("ls /data/app").exit == 1


def test_the_dump_of_a_package_has_what_clients_read(device: Any) -> None:
    """Its folders, splits and flags."""
    text = device.out("dumpsys package com.demo.notes")
    for line in ("splits=[base]", "dataDir=/data/user/0/com.demo.notes", "primaryCpuAbi=arm64-v8a"):
        assert f"    {line}\n" in text
    folder = re.search(r"^    codePath=(\S+)$", text, re.MULTILINE)
    assert folder is not None
    assert device.out("pm path com.demo.notes") == f"package:{folder[1]}/base.apk\n"


def test_the_service_manager_lists_and_checks_services(device: Any) -> None:
    """And a call of one that does not exist is refused."""
    listed = device.out("service list")
    count = re.match(r"Found (\d+) services:\n", listed)
    assert count is not None
    assert len(listed.splitlines()) == int(count[1]) + 1
    assert "\tactivity: [" in listed
    assert device.out("service check activity") == "Service activity: found\n"
    assert device.out("service check nobody") == "Service nobody: not found\n"
    unknown = 'Result: Parcel(Error: 0xffffffffffffffb6 "Not a data message")\n'
    assert device.out("service call window 1 i32 5") == unknown
    assert device.shell.run("service call nobody 1").exit == 10
    assert device.shell.run("service").stderr.startswith(b"Usage: service")


def test_the_phone_has_an_id_until_somebody_sets_another(device: Any) -> None:
    """Sixteen hexadecimal digits, always the same."""
    first = device.out("settings get secure android_id")
    assert re.fullmatch(r"[0-9a-f]{16}\n", first)
    assert device.out("settings get secure android_id") == first
    device.out("settings put secure android_id 0123456789abcdef")
    assert device.out("settings get secure android_id") == "0123456789abcdef\n"


def test_idle_mode_names_the_apps_that_it_leaves_alone(device: Any) -> None:
    """In rows of kind, package and uid."""
    rows = device.out("dumpsys deviceidle whitelist").splitlines()
    assert "system,com.android.shell,2000" in rows
