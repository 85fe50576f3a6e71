"""Bunwright, a burger shop: menu, options, basket, checkout, orders, branches."""

from adapters.phone.apps.bunwright import basket, branches, orders, shop  # noqa: F401 - they declare its screens
from adapters.phone.apps.bunwright.app import app

APP = app.build()
