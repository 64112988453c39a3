"""A combat from the first monster to the last Treasure; how strong its sides are is counted in `engine/board`."""
