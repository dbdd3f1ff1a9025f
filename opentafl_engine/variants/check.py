"""Checks and reads the YAML files that describe variants: the package's own, and users'.

A file is named after its slug (``brandub.yaml``) and holds ``name``, ``description``, ``source``
and ``rules`` (the string that is meant, in spec semantics), and if they are needed ``opentafl``
(the string to use in opentafl semantics) and ``aliases``.
"""

from __future__ import annotations

import re
from pathlib import Path

from opentafl_engine.errors import RulesError
from opentafl_engine.rules import Rules
from opentafl_engine.variants.info import VariantInfo

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_REQUIRED = ("name", "description", "source", "rules")
_OPTIONAL = ("opentafl", "aliases")


def check_variant_file(path: str | Path) -> VariantInfo:
    """Read one variant's YAML file.

    Raises ``RulesError`` that names the file, the key and what was expected; where a rules string
    is at fault its token and column are those of the string. ``OSError`` if the file cannot be
    read.

    >>> check_variant_file(Path(__file__).with_name("brandub.yaml")).name
    'Brandub'
    """
    path = Path(path)
    data = _load(path)
    unknown = [key for key in data if key not in _REQUIRED + _OPTIONAL]
    if unknown:
        raise _error(path, str(unknown[0]), f"expected only {', '.join(_REQUIRED + _OPTIONAL)}")
    if not _SLUG.fullmatch(path.stem):
        raise _error(path, "file name", "expected lower-case letters, digits and single dashes")
    texts = {key: _text(path, key, data.get(key)) for key in _REQUIRED}
    meant = texts["rules"]
    literal = _text(path, "opentafl", data.get("opentafl", meant))
    _check_rules(path, meant, literal)
    return VariantInfo(
        slug=path.stem,
        name=texts["name"],
        aliases=_aliases(path, data.get("aliases", [])),
        description=" ".join(texts["description"].split()),
        source=" ".join(texts["source"].split()),
        rules=meant,
        opentafl=literal,
    )


def read_variants(folder: Path) -> dict[str, VariantInfo]:
    """Every variant of a folder by slug; a name may lead to one of them only."""
    variants = {path.stem: check_variant_file(path) for path in sorted(folder.glob("*.yaml"))}
    seen = dict.fromkeys(variants, "a slug")
    for slug, info in variants.items():
        for alias in info.aliases:
            if alias in seen:
                raise _error(folder / f"{slug}.yaml", "aliases", f"{alias} is already {seen[alias]}")
            seen[alias] = f"an alias of {slug}"
    return variants


def _load(path: Path) -> dict[object, object]:
    """The mapping that the file holds."""
    import yaml

    class OneValueEach(yaml.SafeLoader):
        """Refuses a key that comes twice, which YAML forbids and PyYAML lets pass."""

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            twice = next((key for at, key in enumerate(keys) if key in keys[:at]), None)
            if twice is not None:
                raise _error(path, str(twice), "is given twice")
            return super().construct_mapping(node, deep)

    try:
        data = yaml.load(path.read_text(encoding="utf-8"), OneValueEach)
    except RulesError:
        raise
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _error(path, "file", f"expected YAML: {error}") from error
    if not isinstance(data, dict):
        raise _error(path, "file", f"expected a mapping with {', '.join(_REQUIRED)}")
    return data


def _text(path: Path, key: str, value: object) -> str:
    """A value that must be a text that says something."""
    if not isinstance(value, str) or not value.strip():
        raise _error(path, key, "expected a text" if value is not None else "is missing, expected a text")
    return value.strip()


def _aliases(path: Path, value: object) -> tuple[str, ...]:
    """The other names of a variant."""
    if not isinstance(value, list) or not all(isinstance(x, str) and _SLUG.fullmatch(x) for x in value):
        raise _error(path, "aliases", "expected a list of names in lower-case letters, digits and dashes")
    names = [path.stem, *value]
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise _error(path, "aliases", f"{twice} is this variant's name already")
    return tuple(value)


def _check_rules(path: Path, meant: str, literal: str) -> None:
    """Both strings parse without a warning, and start from the same position."""
    rules = []
    for key, text, semantics in (("rules", meant, "spec"), ("opentafl", literal, "opentafl")):
        try:
            rules.append(Rules.parse(text, semantics))
        except RulesError as error:
            raise _error(path, key, str(error), token=error.token, column=error.column) from error
        if rules[-1].warnings:
            raise _error(path, key, rules[-1].warnings[0])
    if rules[0].start != rules[1].start:
        raise _error(path, "opentafl", "expected the start position of rules")


def _error(
    path: Path, key: str, reason: str, *, token: str | None = None, column: int | None = None
) -> RulesError:
    """The complaint about one key of a file."""
    error = RulesError(f"{path}: {key}: {reason}")
    error.token, error.column = token, column
    return error
