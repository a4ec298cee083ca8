"""Exact odds and estimates: of one event, over rounds, for the best choices, in tables."""
