"""Kernels compiled apart: how they are called, what they depend on, and where their code is kept."""
