"""Mutation of the shipped packs: each cell, literal and `when` changed alone has to make a case of the pack fail."""
