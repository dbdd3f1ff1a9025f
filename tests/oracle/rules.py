"""Random rules strings: every key, every value, every way to leave a key out."""

from __future__ import annotations

import random

from tests.reference.ground import LETTERS, Square, name_of

CHOICES = {
    "esc": "ce",
    "surf": "yn",
    "atkf": "yn",
    "tfr": "diwla",
    "ka": "ynah",
    "ks": "sywncm",
    "kj": "njcr",
    "nj": "njcr",
    "cj": "njcr",
    "mj": "njcr",
    "gj": "njcr",
    "sw": "nws",
    "swf": "yn",
    "efe": "yn",
    "linc": "yn",
    "ber": "ncm",
}
"""The keys whose value is one letter."""

SQUARE_LISTS = ("cor", "cen", "afor", "dfor")
LETTER_LISTS = (
    *("corh", "cenh", "cenhe", "aforh", "dforh"),
    *("corp", "cenp", "aforp", "dforp"),
    *("cors", "cens", "afors", "dfors"),
    *("corre", "cenre", "aforre", "dforre"),
)
OPEN_LETTERS = "tcnkmgTCNKMG"
Tokens = dict[str, str]


def random_tokens(rng: random.Random, dim: int, fixed: Tokens | None = None) -> Tokens:
    """Choose a value for a random half of the keys; `fixed` ones are kept as they are."""
    tokens: Tokens = {}
    for key, values in CHOICES.items():
        if rng.random() < 0.5:
            tokens[key] = rng.choice(values)
    if rng.random() < 0.25:
        tokens["spd"] = random_speeds(rng)
    for key in SQUARE_LISTS:
        if rng.random() < 0.3:
            tokens[key] = random_squares(rng, dim, key)
    for key in LETTER_LISTS:
        if rng.random() < 0.2:
            tokens[key] = random_letters(rng)
    tokens.update(fixed or {})
    return tokens


def random_speeds(rng: random.Random) -> str:
    """One, two, eight, ten or twelve numbers, some of which mean no limit."""
    count = rng.choice((1, 2, 8, 10, 12))
    return ",".join(str(rng.choice((-1, 0, 1, 1, 2, 3))) for _ in range(count))


def random_squares(rng: random.Random, dim: int, key: str) -> str:
    """An empty list, the default where there is one, or a few squares, often mirrored."""
    if rng.random() < 0.2:
        return ""
    if key in ("cor", "cen") and rng.random() < 0.3:
        return "default"
    chosen: set[Square] = set()
    for _ in range(rng.randint(1, 4)):
        file, rank = rng.randrange(dim), rng.randrange(dim)
        chosen.add((file, rank))
        if rng.random() < 0.5:
            chosen |= {(dim - 1 - file, rank), (file, dim - 1 - rank), (dim - 1 - file, dim - 1 - rank)}
    names = sorted(name_of(square) for square in chosen)
    return ",".join(names) + rng.choice(("", ","))


def random_letters(rng: random.Random) -> str:
    """Some of the piece letters; none, all and one side's are as likely as a mixture."""
    kind = rng.randrange(5)
    if kind == 0:
        return ""
    if kind == 1:
        return OPEN_LETTERS
    if kind == 2:
        return rng.choice((LETTERS[:6], LETTERS[6:], "K", "kK", "tT"))
    return "".join(letter for letter in OPEN_LETTERS if rng.random() < 0.6)


def rules_text(rng: random.Random, dim: int, tokens: Tokens, start: str) -> str:
    """Write the tokens in random order between `dim:` and `start:`."""
    middle = [f"{key}:{value}" for key, value in tokens.items()]
    rng.shuffle(middle)
    return " ".join([f"dim:{dim}", *middle, f"start:{start}"])


def value_names(tokens: Tokens) -> list[str]:
    """What a rules string says of each key, as the words that the table counts."""
    names = []
    for key, values in CHOICES.items():
        names += [f"{key}:{tokens[key]}" if key in tokens else f"{key} left out"]
        assert key not in tokens or tokens[key] in values
    speeds = tokens.get("spd")
    names.append("spd left out" if speeds is None else f"spd of {speeds.count(',') + 1}")
    for key in (*SQUARE_LISTS, *LETTER_LISTS):
        names.append(
            f"{key} " + {None: "left out", "": "empty", "default": "default"}.get(tokens.get(key), "given")
        )
    return names
