"""Writes the contents of a terminal as SVG, without external fonts and with equal durations. The longest line
determines the width:
terminal_image.py IMAGE TITLE FILE, for scripts/images.
"""

import re
import sys

from rich.console import Console
from rich.text import Text

# The durations of a scenario and of a run, which differ each time. The pages show the same ones.
DURATION, RUN_DURATION = "0.5", "8.4"


def sample(match):
    """Returns a duration with the width of the match, where there is enough space."""
    if match[1] == " in ":
        return f" in {RUN_DURATION} ms"
    return DURATION.rjust(max(len(match[0]) - 3, 3 + bool(match[1]))) + " ms"


path, title, shown = sys.argv[1:]
with open(shown, encoding="utf-8") as file:
    text = re.sub(r"( in | *)(\d[\d.]*) ms", sample, file.read().rstrip())
content = Text.from_ansi(text)
width = max(line.cell_len for line in content.split())
with open("/dev/null", "w", encoding="utf-8") as nothing:
    console = Console(record=True, width=width, file=nothing, force_terminal=True)
    console.print(content, soft_wrap=True)
svg = console.export_svg(title=title, unique_id="terminal")
with open(path, "w", encoding="utf-8") as file:
    file.write(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S))
