"""A combat from the first monster to the last Treasure."""
