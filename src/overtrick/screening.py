"""Many games at once: which of them break a rule, found by a kernel before the referee writes the verdicts."""
