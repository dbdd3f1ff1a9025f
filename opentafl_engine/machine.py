"""What a process may ask of the machine: threads, and memory that is there.

Many systems hand out more memory than they have and end the process that uses it, so the size of
a table is checked against what is there before it is asked for.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

MAX_THREADS = 512
"""So many threads may search at once; more would be a mistake."""

_MB = 1 << 20
_UNKNOWN = 1 << 40
_GROUP_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


@lru_cache(maxsize=1)
def memory_mb() -> int:
    """The memory of this machine, or of the part of it that this process may use, in MiB.

    Where the system does not tell it is a number larger than any.

    >>> memory_mb() > 0
    True
    """
    found = [_physical(), *(_read(Path(name)) for name in _GROUP_LIMITS)]
    return min((size for size in found if size is not None), default=_UNKNOWN * _MB) // _MB


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # Windows has no sysconf
        return None


def _read(path: Path) -> int | None:
    try:
        text = path.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None
