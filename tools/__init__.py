"""What developers run: checks, fuzzing, faults on purpose."""
