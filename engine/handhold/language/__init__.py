"""Formulas: read, checked, printed and lowered. Knows no YAML."""
