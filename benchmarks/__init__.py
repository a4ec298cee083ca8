"""How fast the engine is, as ratios to the same work done by hand in one run."""
