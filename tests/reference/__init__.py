"""A slow, plain program for the rules of tafl, written from the text of the rules alone.

It is the oracle for the C core: nothing here was taken from the core or shares code with it, except
the parsed :class:`opentafl_engine.rules.Rules`. It knows the *spec* semantics only. Squares are
(file, rank) pairs counted from 0, a position is a dict from square to piece letter.

Where the text leaves room, the reading taken here is said in a comment that begins with "Reading:".
"""

from tests.reference.game import Outcome, State, start

__all__ = ["Outcome", "State", "start"]
