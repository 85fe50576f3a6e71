"""Settings of the device: network, sound, Do Not Disturb, display, battery, apps, storage, about."""

from adapters.phone.apps.settings import installed_apps, pages  # noqa: F401 - they declare its screens
from adapters.phone.apps.settings.app import app

APP = app.build()
