"""The rules as integers: kernels that Numba compiles to native code, fed by tables made from a game value.

The plain engine of `play`, `referee` and `unseen` is the reference: every kernel gives the same answers, and where
there is no Numba the plain engine serves (see `engine`). Kernels see 64-bit masks and small tables and know no game.
"""
