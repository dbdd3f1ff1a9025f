"""What is known of a named variant."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """One named variant: what it is called, what it is, and its two rules strings.

    ``rules`` is what is meant, in spec semantics; ``opentafl`` what OpenTafl is given, in
    opentafl semantics.
    """

    slug: str
    name: str
    aliases: tuple[str, ...]
    description: str
    source: str
    rules: str
    opentafl: str
