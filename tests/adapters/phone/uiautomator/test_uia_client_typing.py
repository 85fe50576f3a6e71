"""Text input with the uiautomator2 client: by selector, by XPath, by clipboard and with the client's own keyboard."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
CONTACTS = "com.android.contacts"
KEYBOARD, SYSTEM = "com.github.uiautomator/.AdbKeyboard", "com.android.inputmethod.latin/.LatinIME"
FIELD = {"className": "android.widget.EditText"}


@pytest.fixture
def searching(d: Any) -> Any:
    """The client in the search field of Contacts, with the system's keyboard."""
    d.shell(f"ime set {SYSTEM}")
    d.app_start(CONTACTS)
    d(text="Search contacts").click()
    assert d(**FIELD).wait(timeout=2)
    return d


def test_text_of_a_field(searching: Any):
    """A field's text is set, read and cleared by a selector; an empty field returns its hint."""
    field = searching(**FIELD)
    hint = field.get_text()
    for text in ("Ada", "Zoë 文字 🙂", "a b%sc'\""):
        field.set_text(text)
        assert field.get_text() == text
    field.clear_text()
    assert field.get_text() == hint
    field.set_text("Brandt")
    assert searching(text="Alma Brandt").wait(timeout=1)
    assert not searching(text="Ada Vale").exists
    field.set_text("")
    assert field.get_text() == hint


def test_send_keys_without_the_clients_keyboard(searching: Any):
    """Before its keyboard is installed, the client pastes the text, after clearing the field if asked to."""
    assert not searching.is_input_ime_installed()
    searching.send_keys("Bea ")
    searching.send_keys("文")
    assert searching(**FIELD).get_text() == "Bea 文"
    searching.clear_text()
    searching.send_keys("Ada", clear=True)
    assert searching(**FIELD).get_text() == "Ada"


def test_the_clients_own_keyboard(searching: Any):
    """The client installs, enables and uses its own keyboard, and removes it again."""
    d = searching
    d.set_input_ime()
    try:
        assert d.current_ime() == KEYBOARD
        assert d.is_input_ime_installed()
        assert "com.github.uiautomator" in d.app_list("-3")
        assert d.app_info("com.github.uiautomator") == {"versionName": "2.4.0", "versionCode": 2004001}
        assert d.shell("ls /data/local/tmp").output.count(".apk") == 0
        d(**FIELD).click()
        d.send_keys("Zoë 文字 🙂")
        assert d(**FIELD).get_text() == "Zoë 文字 🙂"
        assert "mInputShown=false" in d.shell("dumpsys input_method").output
        d(**FIELD).click()
        d.send_keys("Ada", clear=True)
        assert d(**FIELD).get_text() == "Ada"
        d.send_action()
        d.send_action("search")
        d.hide_keyboard()
        d(**FIELD).click()
        d.clear_text()
        assert d(**FIELD).get_text() != "Ada"
        d.xpath("//android.widget.EditText").set_text("Bea")
        assert d(text="Bea Kowal").wait(timeout=1)
        d.set_input_ime(False)
        assert d.current_ime() == SYSTEM
    finally:
        assert d.app_uninstall("com.github.uiautomator")
    assert not d.is_input_ime_installed()
    assert "com.github.uiautomator" not in d.app_list()


def test_keyboard_broadcasts_without_focus(d: Any):
    """The client's keyboard returns the action without focus; while not selected, it does not answer."""
    value = d._broadcast("ADB_KEYBOARD_HIDE")
    assert (value.code, value.data) == (0, None)
    d.set_input_ime()
    try:
        value = d._broadcast("ADB_KEYBOARD_INPUT_TEXT", {"text": "YQ=="})
        assert (value.code, value.data) == (-1, "ADB_KEYBOARD_INPUT_TEXT")
    finally:
        d.app_uninstall("com.github.uiautomator")


def test_toasts(d: Any):
    """The client waits for the next toast, returns its text, and forgets it after a reset."""
    d.toast.reset()
    assert d.toast.get_message(wait_timeout=0.1, default="none") == "none"
    assert d.last_toast is None
    d.app_start(CONTACTS)
    d(text="New contact").click()
    d(text="Review").click()
    assert d.toast.get_message(wait_timeout=1) == "Fill in a name or a number first"
    d.toast.reset()
    assert d.last_toast is None
