"""The named variants, one YAML file each, compiled into a table when the package is built."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from opentafl_engine.errors import RulesError
from opentafl_engine.variants.info import VariantInfo

if TYPE_CHECKING:
    from pathlib import Path

    from opentafl_engine.rules import Rules

__all__ = ["VariantInfo", "check_variant_file", "variant", "variant_info", "variant_names"]


def variant_names() -> list[str]:
    """The slugs of all named variants, sorted.

    >>> "copenhagen" in variant_names()
    True
    """
    return sorted(_variants())


def variant_info(name: str) -> VariantInfo:
    """What is known of the variant with this slug or alias.

    Case does not matter, and spaces and underscores are as good as dashes. Raises ``RulesError``
    with the known names if it is none of them.

    >>> variant_info("Tablut 9x9").slug
    'tablut'
    """
    key = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    info = _variants().get(_aliases().get(key, key))
    if info is None:
        raise RulesError(f"unknown variant, expected one of {', '.join(variant_names())}", token=name)
    return info


@lru_cache(maxsize=64)
def variant(name: str, semantics: str = "spec") -> Rules:
    """The rules of a named variant: the string that is meant, or OpenTafl's, by ``semantics``.

    Raises ``RulesError`` for an unknown name and for unknown semantics.

    >>> variant("copenhagen").repetition, variant("copenhagen", semantics="opentafl").repetition
    ('a', 'l')
    """
    from opentafl_engine.rules import Rules

    info = variant_info(name)
    return Rules.parse(info.opentafl if semantics == "opentafl" else info.rules, semantics)


def check_variant_file(path: str | Path) -> VariantInfo:
    """Read and check a variant's YAML file; see ``opentafl_engine.variants.check``.

    Raises ``RulesError`` that names the file, the key and what was expected.
    """
    from opentafl_engine.variants import check

    return check.check_variant_file(path)


@lru_cache(maxsize=1)
def _variants() -> dict[str, VariantInfo]:
    """The variants by slug: the table that the build has made, in a source tree the files."""
    from importlib import import_module

    try:
        rows = import_module("opentafl_engine.variants._table").ROWS
    except ModuleNotFoundError:
        from pathlib import Path

        from opentafl_engine.variants.check import read_variants

        return read_variants(Path(__file__).parent)
    return {row[0]: VariantInfo(*row) for row in rows}


@lru_cache(maxsize=1)
def _aliases() -> dict[str, str]:
    """The slug that each alias stands for."""
    return {alias: info.slug for info in _variants().values() for alias in info.aliases}
