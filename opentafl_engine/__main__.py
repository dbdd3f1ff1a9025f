"""``python -m opentafl_engine``: the same as the command ``opentafl-engine``."""

import sys

from opentafl_engine.cli import main

sys.exit(main())
