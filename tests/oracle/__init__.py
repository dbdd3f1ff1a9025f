"""Random rules, positions and games in which the C core is compared with the plain reference."""
