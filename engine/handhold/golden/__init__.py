"""Cases: what a pack is expected to give, and whether it does."""
