"""What comes from outside: files of TOML, and how a value found there is shown in a sentence.

Which keys a file may have is known to whoever reads it, not here.
"""
