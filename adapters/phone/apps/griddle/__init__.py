"""Griddle Nine, a burger shop with one long menu: options in a sheet, a tray, a review before the order."""

from adapters.phone.apps.griddle import (  # noqa: F401 - they declare its screens
    checkout,
    dish,
    menu,
    orders,
    tray,
)
from adapters.phone.apps.griddle.app import app

APP = app.build()
