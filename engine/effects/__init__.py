"""Instant opcodes: one family of effect kernels per file, each named as its row in `engine/records/opcodes.py`.

Whatever asks somebody first is a step (`engine/steps/cards`), not an effect.
"""
