#!/usr/bin/env bash
# Makes the film and its sound for the game folder: art/trailer/make.sh [SHOT ...]. See art/README.md for what it needs.
# Shots that are named are rendered again; without names, those that have no render yet. Everything is left in art/tmp.
set -euo pipefail
cd "$(dirname "$0")/.."
export ART_TMP=${ART_TMP:-$PWD/tmp} PYTHONDONTWRITEBYTECODE=1 TRAILER_WIDTH=${TRAILER_WIDTH:-1280}
# frames are large and alike: memory that is kept is not cleared again for each of them
export MALLOC_MMAP_THRESHOLD_=2147483647 MALLOC_TRIM_THRESHOLD_=4294967295
mkdir -p "$ART_TMP/cuts"
for shot in "$@"; do rm -f "$ART_TMP/$shot.npz" "$ART_TMP/$shot-plates.npz"; done

for shot in bridge graveyard gate hero field siege; do
  if [ ! -e "$ART_TMP/$shot-plates.npz" ]; then
    blender -b --factory-startup -P trailer/take.py -- "$shot" 2>&1 | grep -E 'RENDERED|Error:|  File' | grep -v 'Not freed'
    /usr/bin/python3 -m trailer.plates "$shot"
  fi
done
if [ ! -e "$ART_TMP/blow-plates.npz" ]; then
  blender -b --factory-startup -P trailer/blow.py 2>&1 | grep -E 'RENDERED|Error:|  File' | grep -v 'Not freed'
  /usr/bin/python3 -m trailer.blow_plates
fi
node trailer/wordmark.mjs "$ART_TMP/wordmark.png"
/usr/bin/python3 -m trailer.film "$ART_TMP/cuts" "$ART_TMP/wordmark.png" 0 2 4 6 8 10 &
/usr/bin/python3 -m trailer.film "$ART_TMP/cuts" "$ART_TMP/wordmark.png" 1 3 5 7 9 11
wait $!
/usr/bin/python3 -m trailer.film "$ART_TMP/cuts" "$ART_TMP/wordmark.png" 9.35s
for cut in $(seq 0 11); do echo "file cut-$cut.mkv"; done > "$ART_TMP/cuts/list"
ffmpeg -v error -y -f concat -i "$ART_TMP/cuts/list" -c copy "$ART_TMP/trailer.mkv"
/usr/bin/python3 -m trailer.sound "$ART_TMP/loud.wav"
# twice: measured first, so that the loudness is changed by one factor and not from moment to moment
measured=$(ffmpeg -hide_banner -i "$ART_TMP/loud.wav" -af loudnorm=I=-16:TP=-1.5:LRA=11:print_format=json -f null - 2>&1)
value() { sed -n "s/.*\"$1\" : \"\(.*\)\".*/\1/p" <<< "$measured"; }
ffmpeg -v error -y -i "$ART_TMP/loud.wav" -ar 48000 -af "loudnorm=I=-16:TP=-1.5:LRA=11:linear=true:measured_I=$(value input_i):measured_TP=$(value input_tp):measured_LRA=$(value input_lra):measured_thresh=$(value input_thresh)" "$ART_TMP/trailer.wav"
trailer/encode.sh "$ART_TMP/trailer.mkv" "$ART_TMP/trailer.wav" "$ART_TMP/cuts/still-9.35.png"
