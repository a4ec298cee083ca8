"""Packs: from YAML to what can be run, with every fault on the way. Cannot run anything."""
