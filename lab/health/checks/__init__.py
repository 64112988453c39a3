"""One file for each check of `lab metrics health`."""
