"""The sandbox: phones for programs that nobody changed, and what such programs do read off their traffic."""
