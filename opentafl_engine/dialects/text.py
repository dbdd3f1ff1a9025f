"""What the dialects' lines have in common."""

from __future__ import annotations


def printable(text: str, limit: int = 200) -> str:
    """``text`` as one short line of plain ASCII, whatever was in it.

    >>> printable("a\\x00\\u00e9 b" + "c" * 3, limit=6)
    'a?? bc'
    """
    return "".join(char if " " <= char <= "~" else "?" for char in text[:limit]).strip()
