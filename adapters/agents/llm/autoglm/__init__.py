"""AutoGLM-Phone (Open-AutoGLM)."""
