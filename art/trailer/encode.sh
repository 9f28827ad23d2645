#!/usr/bin/env bash
# Encodes the film for the game folder: art/trailer/encode.sh FILM.mkv SOUND.wav POSTER.png [FOLDER]
# AV1 with Opus and H.264 with AAC, as wide as the film and 854, and the poster. Needs Debian's ffmpeg; about 3 minutes.
set -euo pipefail
film=${1:?a film without sound} sound=${2:?its sound} poster=${3:?a picture}
folder=${4:-$(dirname "$0")/../../game/trailer}
mkdir -p "$folder"
quiet=(-hide_banner -loglevel error -y)
small=(-vf "scale=854:480:flags=lanczos")
# a key frame every two seconds: a reader who seeks waits for no more than that
keys=(-g 48 -pix_fmt yuv420p -map_metadata -1)

av1() { # WIDTH VIDEO-BITRATE OPUS-BITRATE FILTERS
  SVT_LOG=1 ffmpeg "${quiet[@]}" -i "$film" -i "$sound" "${@:4}" "${keys[@]}" -c:v libsvtav1 -preset 8 -b:v "$2" \
    -c:a libopus -b:a "$3" -shortest "$folder/trailer-$1.webm"
}
h264() { # WIDTH VIDEO-BITRATE AAC-BITRATE FILTERS
  local log; log=$(mktemp -d)
  local how=(-c:v libx264 -preset medium -b:v "$2" -maxrate 3M -bufsize 6M -profile:v high -level 4.0 -x264-params aq-mode=3 -passlogfile "$log/pass")
  # twice: the bits are wanted where fog and embers move, which is known after the first time
  ffmpeg "${quiet[@]}" -i "$film" "${@:4}" "${keys[@]}" "${how[@]}" -pass 1 -an -f null -
  ffmpeg "${quiet[@]}" -i "$film" -i "$sound" "${@:4}" "${keys[@]}" "${how[@]}" -pass 2 -c:a aac -b:a "$3" -shortest \
    -movflags +faststart "$folder/trailer-$1.mp4"
  rm -r "$log"
}
width=$(ffprobe -v error -select_streams v -show_entries stream=width -of csv=p=0 "$film")
# 6 MB together
av1 "$width" 880k 64k
h264 "$width" 900k 72k
av1 854 180k 40k "${small[@]}"
h264 854 250k 48k "${small[@]}"
ffmpeg "${quiet[@]}" -i "$poster" -vf scale=1280:720:flags=lanczos -c:v libwebp -quality 76 -compression_level 6 "$folder/poster.webp"
ls -l "$folder"
