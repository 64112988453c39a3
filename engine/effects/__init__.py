"""Instant opcodes: one family of effect kernels per file."""
