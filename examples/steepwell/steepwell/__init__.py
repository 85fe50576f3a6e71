"""Steepwell, a tea shop: a shelf, teas with options, a basket, a checkout, orders."""

from __future__ import annotations

from steepwell import orders, shop
from steepwell.app import app

__all__ = ["APP", "orders", "shop"]

APP = app.build()
