import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Trailer } from '#shared/game.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'

/** A film is served from memory, as every file of the site. */
const MAX_MEGABYTES = 32

/** How files begin, by their ending; captions are read whole. */
const BEGINNINGS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  webm: (bytes) => bytes.readUInt32BE(0) === 0x1a45dfa3,
  mp4: (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp',
}

/** The captions of a language; a trailer must have those of the default one. */
export function captionsFile(language: Language): string {
  return `captions-${language}.vtt`
}

/** Lists what is wrong with the files of a trailer, one line each. */
export function trailerFaults(folder: string, trailer: Trailer, languages: readonly Language[]): string[] {
  const fault = (file: string) => {
    const path = join(folder, 'trailer', file)
    const what = existsSync(path) ? faultOf(path, trailer.seconds) : 'missing'
    return what === null ? [] : [`trailer/${file}: ${what}`]
  }
  const captions = languages
    .map(captionsFile)
    .filter(
      (file) =>
        file === captionsFile(defaultLanguage(languages)) || existsSync(join(folder, 'trailer', file)),
    )
  return [trailer.poster, ...trailer.sources.map(({ file }) => file), ...captions].flatMap(fault)
}

function faultOf(path: string, seconds: number): string | null {
  const megabytes = statSync(path).size / 1_000_000
  if (megabytes > MAX_MEGABYTES)
    return `expected at most ${String(MAX_MEGABYTES)} MB, got ${megabytes.toFixed(1)} MB`
  const bytes = readFileSync(path)
  const ending = path.split('.').at(-1) ?? ''
  if (ending === 'vtt') return captionFault(bytes.toString(), seconds)
  const begins = BEGINNINGS[ending]
  if (begins === undefined) return null
  return bytes.length >= 12 && begins(bytes) ? null : `expected ${ending}, got another format`
}

const CUE = /^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) +--> +(?:(\d+):)?(\d\d):(\d\d\.\d{3})/

/** What is wrong with captions in WebVTT; null if nothing is. */
function captionFault(text: string, seconds: number): string | null {
  if (!/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'expected WEBVTT in its first line'
  const lines = text.split(/\r?\n/).filter((line) => line.includes('-->'))
  if (lines.length === 0) return 'has no captions'
  for (const line of lines) {
    const times = CUE.exec(line)
    if (times === null) return `expected a time such as 00:01.500 --> 00:04.000, got ${line}`
    const [, hours, minutes, rest, endHours, endMinutes, endRest] = times
    const start = secondsOf(hours, minutes, rest)
    const end = secondsOf(endHours, endMinutes, endRest)
    if (end <= start) return `expected an end after its start, got ${line}`
    if (end > seconds) return `expected an end within ${String(seconds)} seconds, got ${line}`
  }
  return null
}

function secondsOf(hours = '0', minutes = '0', seconds = '0'): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
