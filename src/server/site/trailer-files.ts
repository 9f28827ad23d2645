import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Trailer } from '#shared/game.ts'
import { LANGUAGE_TABLE, type Language } from '#shared/languages.ts'
import type { TrailerFacts } from '#shared/page-facts.ts'
import { textContent, type Content } from './content.ts'
import { captionsFile } from './trailer-faults.ts'

/** Main profile, level 4.0, 8 bits; high profile, level 4.0: full HD. Browsers only ask whether they have a decoder. */
const CODECS = { av1: 'av01.0.08M.08', h264: 'avc1.640028' } as const

/**
 * Adds the files of a trailer, with the facts that its dialog reads.
 *
 * @param readFile reads a file and the type it is served with.
 * @returns the path of the MP4 file that a browser without scripts opens; the facts have the same path with `.json`.
 */
export function addTrailer(
  files: Map<string, Content>,
  gameFolder: string,
  trailer: Trailer,
  languages: readonly Language[],
  readFile: (file: string) => Content,
): string {
  const folder = join(gameFolder, 'trailer')
  const add = (name: string, content: Content) => {
    const path = `/game/${name.replace(/(\.\w+)$/, `.${content.etag.slice(1, 6)}$1`)}`
    files.set(path, content)
    return path
  }
  const file = (name: string) => add(name, readFile(join(folder, name)))
  const facts: TrailerFacts = {
    poster: file(trailer.poster),
    widthPx: trailer.width,
    heightPx: trailer.height,
    sources: trailer.sources.map(({ file: name, codec, width }) => {
      const type = `video/${name.endsWith('.mp4') ? 'mp4' : 'webm'}; codecs="${CODECS[codec]}"`
      return { src: file(name), type, widthPx: width }
    }),
    captions: languages
      .filter((language) => existsSync(join(folder, captionsFile(language))))
      .map((language) => ({
        language,
        label: LANGUAGE_TABLE[language].name,
        src: file(captionsFile(language)),
      })),
  }
  const plain = trailer.sources.find(({ codec }) => codec === 'h264')
  if (plain === undefined) throw new RangeError('expected a trailer with a source with h264')
  const path = add('trailer.json', textContent('application/json', JSON.stringify(facts)))
  const film = path.replace(/json$/, 'mp4')
  files.set(film, readFile(join(folder, plain.file)))
  return film
}
