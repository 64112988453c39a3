"""Which rules apply: presets of the five sheets, house rules, and the rule ledger."""
