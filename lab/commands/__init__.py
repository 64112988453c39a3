"""The commands of `lab`, one per file; `lab.cli` finds them by file name. They ask and print; what is computed
lies below.
"""
