"""A file as data: keys and values, each with its place; what is no plain YAML is told."""
