"""Answers for people and programs: text and JSON. Nothing is worked out here but what is said of an answer."""
