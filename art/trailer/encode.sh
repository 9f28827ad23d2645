#!/usr/bin/env bash
# Encodes the film for the game folder: art/trailer/encode.sh FILM.mkv SOUND.wav POSTER.png [FOLDER]
# AV1 with Opus and H.264 with AAC, 1920 and 854 wide, and the poster. Needs Debian's ffmpeg; about 4 minutes.
set -euo pipefail
film=${1:?a film without sound} sound=${2:?its sound} poster=${3:?a picture}
folder=${4:-$(dirname "$0")/../../game/trailer}
mkdir -p "$folder"
quiet=(-hide_banner -loglevel error -y)
small=(-vf "scale=854:480:flags=lanczos")
# a key frame every two seconds: a reader who seeks waits for no more than that
keys=(-g 48 -pix_fmt yuv420p -map_metadata -1)

av1() { # WIDTH CRF OPUS-BITRATE FILTERS
  ffmpeg "${quiet[@]}" -i "$film" -i "$sound" "${@:4}" "${keys[@]}" -c:v libsvtav1 -preset 5 -crf "$2" \
    -svtav1-params tune=0:film-grain=0 -c:a libopus -b:a "$3" -shortest "$folder/trailer-$1.webm"
}
h264() { # WIDTH CRF AAC-BITRATE FILTERS
  ffmpeg "${quiet[@]}" -i "$film" -i "$sound" "${@:4}" "${keys[@]}" -c:v libx264 -preset veryslow -crf "$2" \
    -profile:v high -level 4.0 -x264-params aq-mode=3:aq-strength=0.9 -c:a aac -b:a "$3" -shortest \
    -movflags +faststart "$folder/trailer-$1.mp4"
}
av1 1920 "${AV1_CRF:-38}" 80k
h264 1920 "${H264_CRF:-25}" 96k
av1 854 "${AV1_SMALL_CRF:-40}" 56k "${small[@]}"
h264 854 "${H264_SMALL_CRF:-27}" 64k "${small[@]}"
ffmpeg "${quiet[@]}" -i "$poster" -vf scale=1280:720:flags=lanczos -c:v libwebp -quality 76 -compression_level 6 "$folder/poster.webp"
ls -l "$folder"
