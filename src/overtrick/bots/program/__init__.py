"""Bots that are programs of their own, in any language: lines of JSON over standard input and output.

docs/bots.md tells the messages.
"""
