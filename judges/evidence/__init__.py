"""Evidence that judges share: screens as text, trails, requirements, key steps and side effects. Pure."""
