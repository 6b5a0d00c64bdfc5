"""Where clients come in: HTTP with its WebSocket, and lines of text."""
