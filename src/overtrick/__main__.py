"""`python -m overtrick` is the command `overtrick`."""

import sys

from overtrick.cli import main

sys.exit(main())
