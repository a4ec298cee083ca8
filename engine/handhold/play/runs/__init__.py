"""Events run: once, for a formula, in a scenario, for a first case."""
