"""Misspellings of the shipped packs, and what is said of them."""
