"""Larderly, a grocer: a rail of aisles, steppers in the rows, windows of delivery, substitutes."""

from adapters.phone.apps.larderly import (  # noqa: F401 - they declare its screens
    account,
    basket,
    checkout,
    orders,
    product,
    shop,
    slot,
)
from adapters.phone.apps.larderly.app import app

APP = app.build()
