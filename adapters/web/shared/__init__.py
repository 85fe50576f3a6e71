"""What all HTTP servers here share: validation, pages, tokens, decisions on disk."""
