"""Fuzzing by biased mutation: most inputs are nearly right, and those that are accepted are played on."""
