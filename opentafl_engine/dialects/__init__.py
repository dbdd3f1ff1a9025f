"""Line protocols, each a pure machine from lines to actions (see ``dialects.base``).

This package loads nothing by itself, so that a greeting can leave before a dialect is imported.
"""

GREETINGS = {"otep": ("hello",)}
"""The lines that a dialect says before it is spoken to."""
