"""What comes from outside: files of TOML, and how a value found there is shown in a sentence."""
