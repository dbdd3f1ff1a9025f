/* What the C source that cffi generates begins with; cdef.txt says the rest. */
#include "taflcore.h"
