"""Which rules apply: presets of the five sheets, house rules, and the rule ledger.

A house rule is a file of known switches; a new switch is a row of `engine/records/switches.py`.
"""
