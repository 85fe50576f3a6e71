"""Code that all HTTP servers of this package share: validation, pages, tokens, decisions on disk."""
