"""Fuzzing of whole engine processes: what comes out of the pipe must be what the pure machine says."""
