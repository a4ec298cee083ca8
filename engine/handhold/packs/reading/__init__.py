"""From data to the model of a pack."""
