"""What a model says, judged: names, types, numbers that can arrive, what nothing uses."""
