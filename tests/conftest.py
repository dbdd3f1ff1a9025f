"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import settings

# A deadline would assert a duration, and a busy machine breaks it.
settings.register_profile("tafl", deadline=None)
settings.load_profile("tafl")
