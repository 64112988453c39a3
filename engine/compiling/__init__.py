"""Kernels compiled apart: how they are called, what they depend on, where their code is kept; no rule is here.

Kernels are ordinary Python functions under `@kernel("ledger.id", ...)`. They take the game record `g`, the book
record `book` and whole numbers, and return a whole number on every path. Every parameter carries an alias (`Game`,
`Book`, `Effect`, `Option`, or `Seat`, `Card`, `EffectRow`, `Yes`, `int` for whole numbers) and the compiler takes
the signature from these (`engine/jit.py`). The book is constant during a game; what a worker writes into lies apart
in `book.work`. Kernels make nothing, no arrays, lists or copies: a record taken out of an array made in a kernel
does not keep the array's memory.

A kernel of more than a few lines is compiled apart (`direct_calls`), and callers reach it through a table of addresses:
Numba would link everything that a kernel calls into it and optimise the whole again in every caller, more than three
times the work. Small kernels are linked, as a call costs more than they do (`LINKED` in `engine/jit.py`; measure with
`lab bench` before moving it), and so are the few that take an array or a 64-bit key, which no annotation can describe.
Code is stored under a fingerprint of all it was made from (`fingerprint`), so an edit compiles the kernels it touches,
a few seconds; another record layout, everything. What lets Python call a kernel, a third of the work, is compiled when
Python first does (`Kernel.entry`). `engine/loop/compile_ahead.py` compiles on all cores into `.cache/numba` (or
`LAB_CACHE`, or where `code_files` finds room); each process (`engine/loop/compile_share.py`) takes the next kernel that
nobody has claimed. Every file of code carries a sum (`code_files`), and one that does not fit is as good as none. At
last all kernels are optimised once more as one program (`whole_program`: a fifteenth of a game's time for about 25
seconds), which plays: kernels that Python calls in every command are its roots (`@kernel(root=True)`), each entered by
a row of 64-bit words (`machine_calls`). `engine/loop/code_pack.py` puts all machine code into one file; a process that
plays takes the program from it and never loads the compiler. The kernels apart are there for what else Python calls,
which is compiled then (`compiled_kernels`), and where bounds are checked.

`NUMBA_DISABLE_JIT=1` runs the engine without compiling: slow, with ordinary tracebacks and the same results. With
`NUMBA_BOUNDSCHECK=1` any command runs code that raises IndexError where it would read or write beyond an array, or
with an index below 0; it is compiled once, into `.cache/numba/checked`. Without it a kernel cannot fail and is
called as a plain function (`direct_calls`); one that could is refused when it is compiled. Every loop has a bound,
and what meets it is a fault with a sentence (`engine/records/faults.py`); a test of what nobody played before runs
under `tests/engine/watch.py`.
"""
