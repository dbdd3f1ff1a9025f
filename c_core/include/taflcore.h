/* The public face of the core. The declarations live in cdef.txt, which cffi reads as well. */
#ifndef TAFLCORE_H
#define TAFLCORE_H

#include <stddef.h>
#include <stdint.h>

#include "../cdef.txt"

#endif
