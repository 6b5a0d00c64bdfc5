"""What carries tables over the network and keeps them: sockets, HTTP, limits, storage, the processes of the bots."""
