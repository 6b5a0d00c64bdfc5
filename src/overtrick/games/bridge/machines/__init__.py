"""The formats of dealing machines: BRI, DGE, DUP and DLM. They hold whole deals and nothing else.

The boards of a file are numbered one after the other; dealer and vulnerability follow from the numbers.
"""
