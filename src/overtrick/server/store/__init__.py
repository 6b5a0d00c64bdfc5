"""What a server stores: one interface, and two engines that write to a disk."""
