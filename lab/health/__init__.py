"""Whether the instrument is sound: checks of stored games and of numbers made of them, by theme in `checks`."""
