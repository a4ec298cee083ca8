"""Inputs made to hurt, and what they must not do."""
