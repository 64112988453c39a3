"""Policies: how a seat chooses among its options. They see what the player may know, and nothing else."""
