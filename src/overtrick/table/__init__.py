"""Tables where people and bots play: messages in, messages out, without sockets, clocks or chance of their own."""
