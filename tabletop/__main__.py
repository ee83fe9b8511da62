"""Start Tabletop as `python -m tabletop`."""

from __future__ import annotations

import multiprocessing
import sys

from tabletop.app import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
