#!/bin/sh
# Cuts the display faces down to the letters a page can need: art/subset-fonts.sh [FOLDER]
# FOLDER holds the unpacked npm packages named below (all SIL OFL 1.1), as `npm install` in this folder does.
# The font names are taken out: Cinzel is a reserved one, the pages call the families Display, Display Title and Text.
# Accents are a file of their own, so that only the languages that write them pay for them.
# The .woff files are read because an older fonttools does not understand every .woff2. Needs Debian's fonttools and python3-brotli. The faces are put to use in src/web/styles/tokens.css.
set -eu
here=$(dirname "$0")
from=${1:-$here/node_modules/@fontsource}
to=$here/../src/web/fonts
mkdir -p "$to"
LATIN='U+0020-007E,U+00A0,U+00A9,U+00AB,U+00B7,U+00BB,U+00D7,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026'
ACCENTS='U+00C0-00D6,U+00D8-00F6,U+00F8-00FF,U+0152,U+0153'
CYRILLIC='U+0401,U+0410-044F,U+0451,U+2116'
ARABIC='U+0020,U+0021,U+0028,U+0029,U+002E,U+003A,U+060C,U+061B,U+061F,U+0621-063A,U+0641-0652,U+0660-0669'
HEBREW='U+05BE,U+05D0-05EA,U+05F3,U+05F4'
subset() { # package file letters target [features]
  pyftsubset "$from/$1/files/$2.woff" --unicodes="$3" --flavor=woff2 --layout-features="${5:-*}" --no-hinting --name-IDs=0,13,14 \
    --desubroutinize --output-file="$to/$4.woff2"
}
# Cinzel's figure one looks like its I: it gets a flag.
changed=$(mktemp -d)
trap 'rm -rf "$changed"' EXIT
mkdir -p "$changed/cinzel/files"
python3 "$here/flag-one.py" "$from/cinzel/files/cinzel-latin-600-normal.woff" "$changed/cinzel/files/flagged.woff"
(from=$changed && subset cinzel flagged "$LATIN" cinzel-600)
subset cinzel cinzel-latin-600-normal "$ACCENTS" cinzel-accents-600
subset cinzel-decorative cinzel-decorative-latin-900-normal 'U+0020,U+0027,U+002D,U+0041-005A,U+0061-007A' cinzel-decorative-900
subset cormorant-sc cormorant-sc-cyrillic-700-normal "$CYRILLIC" cormorant-sc-700
subset el-messiri el-messiri-arabic-600-normal "$ARABIC" el-messiri-600
subset frank-ruhl-libre frank-ruhl-libre-hebrew-600-normal "$HEBREW" frank-ruhl-libre-600
# small capitals and old-style figures would double its size
PLAIN='kern,liga,tnum,locl,ccmp,mark'
mkdir -p "$changed/alegreya-sans/files"
for weight in 400 700; do
  python3 "$here/text-figures.py" "$from/alegreya-sans/files/alegreya-sans-latin-$weight-normal.woff" "$changed/alegreya-sans/files/latin-$weight.woff"
  (from=$changed && subset alegreya-sans latin-$weight "$LATIN,$ACCENTS" alegreya-sans-$weight "$PLAIN")
done
subset alegreya-sans alegreya-sans-cyrillic-400-normal "$CYRILLIC" alegreya-sans-cyrillic-400 "$PLAIN"
subset alegreya-sans alegreya-sans-cyrillic-700-normal "$CYRILLIC" alegreya-sans-cyrillic-700 "$PLAIN"
# only what the pages' headings are written with: all of them would be 1.5 MB
pyftsubset "$from/noto-serif-sc/files/noto-serif-sc-chinese-simplified-600-normal.woff" --text="$(python3 "$here/chinese-glyphs.py")" \
  --flavor=woff2 --layout-features='' --no-hinting --name-IDs=0,13,14 --desubroutinize --output-file="$to/noto-serif-sc-600.woff2"
cp "$from/cinzel/LICENSE" "$to/LICENSE-Cinzel.txt"
cp "$from/cinzel-decorative/LICENSE" "$to/LICENSE-CinzelDecorative.txt"
cp "$from/cormorant-sc/LICENSE" "$to/LICENSE-CormorantSC.txt"
cp "$from/el-messiri/LICENSE" "$to/LICENSE-ElMessiri.txt"
cp "$from/frank-ruhl-libre/LICENSE" "$to/LICENSE-FrankRuhlLibre.txt"
cp "$from/alegreya-sans/LICENSE" "$to/LICENSE-AlegreyaSans.txt"
cp "$from/noto-serif-sc/LICENSE" "$to/LICENSE-NotoSerifSC.txt"
