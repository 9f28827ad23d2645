"""How large a frame of the film is."""

import os

WIDTH = int(os.environ.get("TRAILER_WIDTH", "1280"))
HEIGHT = WIDTH // 2  # of the picture; the film has black above and below
