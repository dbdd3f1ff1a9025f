"""Game records: reading what was played."""
