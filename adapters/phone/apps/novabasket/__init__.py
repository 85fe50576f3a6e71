"""Novabasket, a marketplace: aisles, deals, options in a sheet, a basket with ticks, coupons, a checkout, orders."""

from adapters.phone.apps.novabasket import (  # noqa: F401 - they declare its screens
    account,
    basket,
    checkout,
    deals,
    front,
    product,
)
from adapters.phone.apps.novabasket.app import app

APP = app.build()
