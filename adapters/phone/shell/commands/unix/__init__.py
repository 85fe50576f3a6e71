"""Unix programs of the phone, as toybox has them."""
