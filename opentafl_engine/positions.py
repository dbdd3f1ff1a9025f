"""Position records: the pieces on a board, written row by row.

A record of OpenTafl Notation has rank 1 first and a slash at both ends; the ``fen`` form has the
top rank first and slashes only between the rows. In memory a position is a cell array: bytes of
``dim * dim`` piece codes, a1 first and rank after rank.
"""

from __future__ import annotations

from opentafl_engine.errors import NotationError
from opentafl_engine.squares import MAX_DIM, MIN_DIM
from opentafl_engine.types import EMPTY, PIECE_LETTERS

_CODES = {letter: code for code, letter in enumerate(PIECE_LETTERS)}


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
    rows = text.split("/")
    side = len(rows) if dim is None else dim
    if not MIN_DIM <= side <= MAX_DIM or len(rows) != side:
        wanted = f"{MIN_DIM} to {MAX_DIM}" if dim is None else str(dim)
        raise NotationError(f"expected {wanted} rows, found {len(rows)}", token=text, column=column)
    ranks = []
    for row in rows:
        ranks.append(_parse_row(row, side, column))
        column += len(row) + 1
    if top_first:
        ranks.reverse()
    return b"".join(ranks)


def _parse_row(row: str, dim: int, column: int) -> bytes:
    """The cells of one row, which starts at ``column`` of the record."""
    cells = bytearray()
    at = 0
    while at < len(row) and len(cells) <= dim:
        code = _CODES.get(row[at])
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
                f"expected a piece letter ({PIECE_LETTERS}) or a number of empty squares",
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
