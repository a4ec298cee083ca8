"""The rules that the shipped packs are made of: which part of a pack holds each, and which cases show it."""
