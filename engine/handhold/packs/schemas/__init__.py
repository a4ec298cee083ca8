"""Which keys and values may stand where, for the command and for editors."""
