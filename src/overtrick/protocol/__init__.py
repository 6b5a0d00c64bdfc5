"""The messages between server and clients, what a client has seen, and how a deal is proved."""
