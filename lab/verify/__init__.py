"""Whether what was written holds: exports and stored shards beside a fresh play of the spec; nothing is mended here."""
