#!/bin/sh
# Cuts the display faces down to the letters a page can need: art/subset-fonts.sh FOLDER
# FOLDER holds the unpacked npm packages @fontsource/cinzel, cinzel-decorative and el-messiri (all SIL OFL 1.1).
# The font names are taken out: Cinzel is a reserved one, the pages call the families Display and Display Title.
# Needs Debian's fonttools and python3-brotli.
set -eu
from=$1
to=$(dirname "$0")/../src/web/fonts
mkdir -p "$to"
LATIN='U+0020-007E,U+00A9,U+2019'
ARABIC='U+0020,U+0021,U+0028,U+0029,U+002E,U+003A,U+060C,U+061B,U+061F,U+0621-063A,U+0641-0652,U+0660-0669'
subset() { # package file letters target
  pyftsubset "$from/$1/files/$2.woff2" --unicodes="$3" --flavor=woff2 --layout-features='*' --no-hinting --name-IDs=0,13,14 \
    --desubroutinize --output-file="$to/$4.woff2"
}
subset cinzel cinzel-latin-600-normal "$LATIN" cinzel-600
subset cinzel-decorative cinzel-decorative-latin-900-normal 'U+0020,U+0027,U+002D,U+0041-005A,U+0061-007A' cinzel-decorative-900
subset el-messiri el-messiri-arabic-600-normal "$ARABIC" el-messiri-600
cp "$from/cinzel/LICENSE" "$to/LICENSE-Cinzel.txt"
cp "$from/cinzel-decorative/LICENSE" "$to/LICENSE-CinzelDecorative.txt"
cp "$from/el-messiri/LICENSE" "$to/LICENSE-ElMessiri.txt"
