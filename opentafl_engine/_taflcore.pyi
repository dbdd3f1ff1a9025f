# The extension module that cffi builds from c_core/cdef.txt.
from typing import Any

ffi: Any
lib: Any
