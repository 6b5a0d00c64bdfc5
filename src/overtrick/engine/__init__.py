"""Native speed: kernels, worlds, playouts, counts, the exact solver, and many games judged at once."""
