"""What a stranger may write, each in a child that may not take long or much."""
