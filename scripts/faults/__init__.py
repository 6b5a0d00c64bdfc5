"""Faults on purpose: killed servers, lost and dead connections, clients that do not read, full disks."""
