"""The checks of opentafl_engine; each test says the truth that it checks."""
