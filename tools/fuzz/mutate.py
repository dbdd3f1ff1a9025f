"""Change texts a little: some changes keep them meaningful, others do not care."""

from __future__ import annotations

from random import Random

LETTERS = "tcnkmgTCNKMG"
VALUES = {
    "esc": "ce", "surf": "yn", "atkf": "yn", "tfr": "diwla", "ka": "ynah", "ks": "sywncm", "sw": "nws",
    "swf": "yn", "efe": "yn", "linc": "yn", "ber": "ncm",
    "kj": "njcr", "nj": "njcr", "cj": "njcr", "mj": "njcr", "gj": "njcr",
}  # fmt: skip
SQUARE_LISTS = ("cor", "cen", "afor", "dfor")
LETTER_LISTS = tuple(f"{kind}{what}" for kind in SQUARE_LISTS for what in ("h", "p", "s", "re")) + ("cenhe",)
NOISE = "/-:,|^=x+* \t\r\n\x00\xe9\u265aazAZ0159" + LETTERS


def characters(random: Random, text: str) -> str:
    """Delete, insert, replace, swap or double a few characters, whatever they mean."""
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(text))
        edit = random.randrange(5)
        if edit == 0:
            text = text[:at] + text[at + 1 :]
        elif edit == 1:
            text = text[:at] + random.choice(NOISE) + text[at:]
        elif edit == 2:
            text = text[:at] + random.choice(NOISE) + text[at + 1 :]
        elif edit == 3:
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        else:
            text = text[:at] + text[at : at + random.randint(1, 9)] + text[at:]
    return text


def square(random: Random, dim: int) -> str:
    """A square of a board, now and then one just beyond it."""
    beyond = random.random() < 0.02
    return f"{chr(97 + random.randrange(dim + beyond))}{1 + random.randrange(dim + beyond)}"


def _letters(random: Random) -> str:
    return "".join(letter for letter in LETTERS if random.random() < 0.6)


def token(random: Random, dim: int) -> str:
    """One ``key:value`` of the rules language, nearly always a valid one."""
    kind = random.randrange(4)
    if kind == 0:
        key = random.choice(SQUARE_LISTS)
        return f"{key}:{','.join(square(random, dim) for _ in range(random.randrange(6)))}"
    if kind == 1:
        return f"{random.choice(LETTER_LISTS)}:{_letters(random)}"
    if kind == 2 and random.random() < 0.5:
        count = random.choice((1, 2, 8, 10, 12, 3))
        return f"spd:{','.join(str(random.randint(-1, 4)) for _ in range(count))}"
    key = random.choice(tuple(VALUES))
    return f"{key}:{random.choice(VALUES[key])}"


def rules(random: Random, text: str) -> str:
    """A rules string with some keys added, dropped or doubled; its start position may change too."""
    tokens = text.split()
    dim = int(tokens[0].removeprefix("dim:"))
    for _ in range(random.randrange(6)):
        at = random.randrange(1, len(tokens))
        edit = random.randrange(8)
        if edit < 5:
            tokens.insert(at, token(random, dim))
        elif edit == 5 and at < len(tokens) - 1:
            del tokens[at]
        elif edit == 6:
            tokens.insert(at, random.choice(tokens[1:]))
        else:
            key, _, record = tokens[-1].partition(":")
            tokens[-1] = f"{key}:{position(random, record)}"
    return " ".join(tokens)


def position(random: Random, record: str) -> str:
    """A position record in which some pieces have moved, changed, come or gone."""
    rows = [_unpack(row) for row in record.strip("/").split("/")]
    for _ in range(random.randint(1, 5)):
        row, other = random.choice(rows), random.choice(rows)
        if not row or not other:
            continue
        one, two = random.randrange(len(row)), random.randrange(len(other))
        if random.random() < 0.6:
            row[one], other[two] = other[two], row[one]
        else:
            row[one] = random.choice("ttTT." + LETTERS)
    return f"/{'/'.join(map(_pack, rows))}/"


def _unpack(row: str) -> list[str]:
    cells: list[str] = []
    number = ""
    for letter in row + "/":
        if letter.isdecimal() and letter.isascii():
            number += letter
            continue
        cells += "." * min(int(number or 0), 40)
        number = ""
        cells += letter
    return cells[:-1]


def _pack(cells: list[str]) -> str:
    packed, empty = "", 0
    for cell in [*cells, ""]:
        if cell == ".":
            empty += 1
            continue
        packed += f"{empty or ''}{cell}"
        empty = 0
    return packed


def move(random: Random, text: str, dim: int) -> str:
    """A move in another of its forms, or with a square that is not its own."""
    start, _, end = text.partition("-")
    edit = random.randrange(8)
    if edit == 0:
        return start + end
    if edit == 1:
        return f"{random.choice(LETTERS)}{start}{random.choice(('-', '^', '=', '^='))}{end}"
    if edit == 2:
        return f"{text}x{square(random, dim)}"
    if edit == 3:
        return f"{start}-{square(random, dim)}"
    if edit == 4:
        return f"{square(random, dim)}-{end}"
    if edit == 5:
        return text + random.choice(("+", "++", "-", "--"))
    return text
