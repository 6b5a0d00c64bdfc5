"""How long a test waits for what must come."""

PATIENCE = 120.0
"""seconds, which only something that hangs takes: a busy machine is slow, and not wrong"""
