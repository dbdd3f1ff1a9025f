"""Position records: the pieces on a board, written row by row.

A record of OpenTafl Notation has rank 1 first and a slash at both ends; the ``fen`` form has the
top rank first and slashes only between the rows, and may use the letters a, d and k. In memory a
position is a cell array: bytes of ``dim * dim`` piece codes, a1 first and rank after rank.
"""

from __future__ import annotations

from opentafl_engine.errors import NotationError
from opentafl_engine.squares import MAX_DIM, MIN_DIM
from opentafl_engine.types import EMPTY, PIECE_LETTERS

ADK_LETTERS = "adk"
"""Attacker, defender and defenders' king in the letters that some programs write fens with."""

_CODES = {letter: code for code, letter in enumerate(PIECE_LETTERS)}
_ADK_CODES = dict(zip(ADK_LETTERS, (_CODES[letter] for letter in "tTK"), strict=True))
_TO_ADK = str.maketrans("tTK", ADK_LETTERS)
_FEN_EXPECTED = "expected a fen, which has no slash at its ends (a record with rank 1 first has both)"


def parse_position(
    text: str, *, dim: int | None = None, top_first: bool = False, outer_slashes: bool = True
) -> bytes:
    """The cell array of a position record.

    ``dim`` is the side of the board, by default the number of rows. ``top_first`` says that the
    first row is the top rank; ``outer_slashes`` that the record begins and ends with a slash.

    Raises ``NotationError`` at the first row that is not exactly ``dim`` wide, at anything that is
    neither a piece letter nor a number of empty squares, and for a wrong number of rows.

    >>> cells = parse_position("/t4/5/2K2/5/5/")
    >>> cells[0] == PIECE_LETTERS.index("t"), cells[12] == PIECE_LETTERS.index("K"), len(cells)
    (True, True, 25)
    """
    column = 1
    if outer_slashes:
        if len(text) < 2 or text[0] != "/" or text[-1] != "/":
            raise NotationError("expected a position record with a slash at both ends", token=text, column=1)
        text = text[1:-1]
        column = 2
    ranks = _parse_rows(text, dim, column, _CODES)
    if top_first:
        ranks.reverse()
    return b"".join(ranks)


def parse_fen(text: str, dim: int) -> bytes:
    """The cell array of a fen: the top rank first, slashes only between the rows.

    If it holds any a or d it is in adk letters (attacker, defender, defenders' king), else in those
    of OpenTafl Notation; the two are never mixed. Raises ``NotationError`` like ``parse_position``.

    >>> cells = parse_fen("5/a4/2k2/3d1/5", 5)
    >>> write_position(cells, 5)
    '/5/3T1/2K2/t4/5/'
    >>> parse_fen("5/t4/2K2/3T1/5", 5) == cells
    True
    """
    if text.startswith("/") or text.endswith("/"):
        raise NotationError(_FEN_EXPECTED, token=text, column=1 if text.startswith("/") else len(text))
    adk = "a" in text or "d" in text
    ranks = _parse_rows(text, dim, 1, _ADK_CODES if adk else _CODES)
    return b"".join(reversed(ranks))


def _parse_rows(text: str, dim: int | None, column: int, codes: dict[str, int]) -> list[bytes]:
    """The cells of each row, in the order of the text, which starts at ``column`` of the record."""
    rows = text.split("/")
    side = len(rows) if dim is None else dim
    if not MIN_DIM <= side <= MAX_DIM or len(rows) != side:
        wanted = f"{MIN_DIM} to {MAX_DIM}" if dim is None else str(dim)
        raise NotationError(f"expected {wanted} rows, found {len(rows)}", token=text, column=column)
    ranks = []
    for row in rows:
        ranks.append(_parse_row(row, side, column, codes))
        column += len(row) + 1
    return ranks


def _parse_row(row: str, dim: int, column: int, codes: dict[str, int]) -> bytes:
    """The cells of one row, which starts at ``column`` of the record."""
    cells = bytearray()
    at = 0
    while at < len(row) and len(cells) <= dim:
        code = codes.get(row[at])
        if code is not None:
            cells.append(code)
            at += 1
            continue
        end = at
        while end < len(row) and row[end] in "0123456789":
            end += 1
        digits = row[at:end]
        if not digits:
            raise NotationError(
                f"expected a piece letter ({''.join(codes)}) or a number of empty squares",
                token=row[at],
                column=column + at,
            )
        if len(digits) > 2 or digits[0] == "0":
            raise NotationError(f"expected a number from 1 to {dim}", token=digits, column=column + at)
        cells.extend(bytes([EMPTY]) * int(digits))
        at = end
    if len(cells) != dim:
        found = f"more than {dim}" if len(cells) > dim else str(len(cells))
        raise NotationError(f"expected a row of {dim} squares, found {found}", token=row, column=column)
    return bytes(cells)


def write_position(cells: bytes, dim: int, *, top_first: bool = False, outer_slashes: bool = True) -> str:
    """The record of a cell array; the reverse of ``parse_position``.

    >>> write_position(parse_position("/t4/5/2K2/5/5/"), 5)
    '/t4/5/2K2/5/5/'
    >>> write_position(parse_position("/t4/5/2K2/5/5/"), 5, top_first=True, outer_slashes=False)
    '5/5/2K2/5/t4'
    """
    rows = [_write_row(cells[start : start + dim]) for start in range(0, dim * dim, dim)]
    if top_first:
        rows.reverse()
    record = "/".join(rows)
    return f"/{record}/" if outer_slashes else record


def write_fen(cells: bytes, dim: int, *, adk: bool = False) -> str:
    """The fen of a cell array; the reverse of ``parse_fen``.

    With ``adk`` in the letters a, d and k. Raises ``NotationError`` where these cannot say it: for
    other pieces, and for kings alone, whose k would be read as the attackers' king.

    >>> write_fen(parse_position("/5/3T1/2K2/t4/5/"), 5), write_fen(parse_fen("5/5/ak3/5/5", 5), 5, adk=True)
    ('5/t4/2K2/3T1/5', '5/5/ak3/5/5')
    """
    text = write_position(cells, dim, top_first=True, outer_slashes=False)
    if not adk:
        return text
    other = next((letter for letter in text if letter.isalpha() and letter not in "tTK"), None)
    if other is not None:
        raise NotationError("adk letters have no such piece", token=other, column=text.index(other) + 1)
    if "K" in text and "t" not in text and "T" not in text:
        raise NotationError("adk letters cannot tell a king alone", token="K", column=text.index("K") + 1)
    return text.translate(_TO_ADK)


def _write_row(cells: bytes) -> str:
    """One row, runs of empty squares as numbers."""
    parts: list[str] = []
    empty = 0
    for code in cells:
        if code == EMPTY:
            empty += 1
            continue
        if empty:
            parts.append(str(empty))
            empty = 0
        parts.append(PIECE_LETTERS[code])
    if empty:
        parts.append(str(empty))
    return "".join(parts)
