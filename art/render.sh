#!/usr/bin/env bash
# Renders one picture into tmp/NAME.png: art/render.sh NAME [preview|final|WIDTH]   (names in framings.py)
# Needs Debian's blender, python3-numpy and python3-scipy. A preview takes about 15 s, a final one 3 to 5 minutes.
# The render is twice as wide as the picture; WIDTH is that of the picture, such as 2560 for the hero.
set -euo pipefail
cd "$(dirname "$0")"
export ART_TMP=${ART_TMP:-$PWD/tmp}
name=${1:?a picture of framings.py} kind=${2:-preview}
mkdir -p "$ART_TMP"
case $kind in
  preview) width=800 render=800 samples=10 ;;
  final) width=1600 render=3200 samples=8 ;;
  *) width=$kind render=$((kind * 2)) samples=8 ;;
esac
blender -b --factory-startup -P scenes.py -- "$name" "$render" "$samples" 2>&1 | grep -E 'RENDERED|rror:|  File' || true
/usr/bin/python3 post.py "$name" "$width"
