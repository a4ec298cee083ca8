"""A pack and the variants on it, read from their files and put together."""
