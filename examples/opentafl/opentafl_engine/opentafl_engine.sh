#!/bin/sh
exec python3 -m opentafl_engine otep "$@"
