#!/usr/bin/env bash
# Renders one picture into tmp/NAME.png: art/render.sh NAME [preview|final|WIDTH]   (names in framings.py)
# WIDTH is the picture's, such as 2560 for the hero; the render is ART_OVER times as wide, else twice. final is 1600.
# A preview may be given a width too.
# Needs Debian's blender, python3-numpy and python3-scipy. A preview takes about 20 s, a final picture 2 to 5 minutes.
set -euo pipefail
cd "$(dirname "$0")"
export ART_TMP=${ART_TMP:-$PWD/tmp} PYTHONDONTWRITEBYTECODE=1
name=${1:?a picture of framings.py} kind=${2:-preview}
mkdir -p "$ART_TMP"
case $kind in
  preview) width=${3:-800} render=${3:-800} samples=${ART_SAMPLES:-10} ;;
  final) width=1600 render=$((1600 * ${ART_OVER:-2})) samples=0 ;;
  *) width=$kind render=$((kind * ${ART_OVER:-2})) samples=0 ;;
esac
rm -f "$ART_TMP/$name.npz"
blender -b --factory-startup -P take.py -- "$name" "$render" "$samples" 2>&1 |
  grep -E 'RENDERED|Error|expected|  File' | grep -v 'Not freed' || true
/usr/bin/python3 -m develop "$name" "$width"
