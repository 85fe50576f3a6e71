"""What people say, understood by rules: questions to the user, replies, actions that a thought announces. Pure."""
