"""Write the C source of the extension module ``opentafl_engine._taflcore`` with cffi.

Run by CMake as ``python build_cffi.py OUTPUT``; ``cdef.txt`` is the contract, ``csrc.c`` the preamble.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
# Functions of Python that C calls; `extern "Python"` is no C, so these cannot stand in cdef.txt.
CALLBACKS = """
extern "Python" void tafl_on_line(void *context, const tafl_line *line);
extern "Python" void tafl_on_root_move(void *context, int depth, uint32_t move, int number);
"""


def main(output: str) -> None:
    """Generate ``output`` from cdef.txt and csrc.c, next to this file."""
    ffi = FFI()
    ffi.cdef((HERE / "cdef.txt").read_text(encoding="utf-8") + CALLBACKS)
    preamble = (HERE / "csrc.c").read_text(encoding="utf-8")
    ffi.set_source("opentafl_engine._taflcore", preamble, py_limited_api=True)
    ffi.emit_c_code(output)


if __name__ == "__main__":
    main(sys.argv[1])
