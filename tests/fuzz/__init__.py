"""Coverage-guided fuzzing of what reads strangers' text: `make fuzz`."""
