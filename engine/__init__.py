"""The engine: plays games over arrays and writes events; numpy and numba only."""
