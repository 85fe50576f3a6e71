"""What rule judges share: screens in words, trails, requirement evidence, side effects. Pure."""
