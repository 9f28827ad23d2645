"""Prints the characters that a Chinese page can have in a heading, a button or a caption: art/subset-fonts.sh cuts to them."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHOP = ["site"]
HEADINGS = {"title", "name", "caption"}


def headings(value, key=""):
    """All texts of the game folder that are set as headings or captions."""
    if isinstance(value, str):
        return [value] if key in HEADINGS else []
    pairs = value.items() if isinstance(value, dict) else ((key, one) for one in value)
    return [text for name, inner in pairs for text in headings(inner, name)]


game = json.loads((ROOT / "game/texts/zh.json").read_text())
texts = [*headings(game), *game["badges"].values()]
# the numbers of the campaigns, which a style sheet writes
texts += ["壹贰叁肆伍陆柒捌玖拾"]
texts += [(ROOT / f"src/texts/zh/{name}.ts").read_text() for name in SHOP]
print("".join(sorted(set(re.findall(r"[\u4e00-\u9fff]", "".join(texts))))))
