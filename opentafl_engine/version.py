"""Who the engine says it is; the version is that of pyproject.toml."""

NAME = "opentafl_engine"
VERSION = "0.1.0.dev0"
AUTHOR = "the opentafl_engine developers"
