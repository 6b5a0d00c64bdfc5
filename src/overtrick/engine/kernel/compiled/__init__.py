"""The kernels themselves: importing a module of this folder compiles it, or reads what was compiled before."""
