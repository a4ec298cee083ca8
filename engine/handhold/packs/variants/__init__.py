"""Paths, and what variants change, add and remove by them."""
