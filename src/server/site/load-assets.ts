import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Picture } from '#shared/game.ts'
import type { Language } from '#shared/languages.ts'
import { offeredCurrencies } from '#shared/offered-prices.ts'
import type { PageFacts, ScriptFiles } from '#shared/page-facts.ts'
import { brotliOnDemand, gzipOnDemand } from './compress-on-demand.ts'
import { etagOf, type Content, type FileContent, type MemoryContent } from './content.ts'
import type { LateLetterSheet } from './page-fonts.ts'
import { FILE_TYPES } from './file-types.ts'
import type { GameFiles } from './game-files.ts'
import { isFirstPage, stylesOfPages, type PageName, type PageStyles, type Sheets } from './page-css.ts'
import { picturesOf, symbolsOf } from './picture-faults.ts'
import { addRedeem, redeemFacts } from './redeem-facts.ts'
import type { SiteDeps } from './site-deps.ts'
import { stampsIn } from './stamps-in.ts'
import { themedSheets } from './themed-sheets.ts'
import { openStoredFile } from './stored-file.ts'
import { addTrailer } from './trailer-files.ts'

/** The files of the build, in memory, and of the game folder, with names that change with their content. */
export interface SiteAssets {
  /** By path, such as `/assets/island-DEmLCgml.js`. */
  readonly files: ReadonlyMap<string, Content>
  readonly scripts: Readonly<Record<string, ScriptFiles>>
  readonly styles: Readonly<Record<string, readonly string[]>>
  /** The markup of the order form in a language, and its styles. */
  orderForm(language: Language): readonly string[]
  /** The styles with the placeholders of all pictures but the first; they are fetched after the page. */
  readonly placeholders: string
  /** The style sheets with faces that are fetched after the page, by letters. */
  readonly lateLetters: Readonly<Record<LateLetterSheet, string>>
  stylesOf(page: PageName, language: Language): PageStyles
  loaderOf(page: PageName): PageFacts['loader']
  readonly icon: string
  readonly game: GameFiles
  /** The path of the game's film; null where it has none. */
  readonly trailer: string | null
  /** What to do with a key, in a language; null where the game does not say it. */
  redeem(sold: Pick<SiteDeps, 'game' | 'texts'>, language: Language): PageFacts['redeem']
  /** The display fonts, by file name such as `cinzel-600`. */
  readonly fonts: Readonly<Record<string, string>>
  /** The path of a file in the game folder's `fonts`. */
  themeFont(file: string): string
  close(): void
}

const DIALOG = 'src/web/checkout/checkout-dialog.tsx'

interface ManifestChunk {
  readonly file: string
  readonly name?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestChunk>>

/** The site has not been built. */
class NotBuiltError extends Error {
  constructor(file: string) {
    super(`expected the built site, ${file} is missing; run npm run build`)
    this.name = 'NotBuiltError'
  }
}

/**
 * Reads the files that browsers may load. Pictures and films stay open instead, until `close`.
 *
 * @param distFolder the output folder of `npm run build`.
 * @param gameFolder the folder that contains `pictures`.
 * @param deps the game on sale.
 */
export function loadAssets(
  distFolder: string,
  gameFolder: string,
  { game }: Pick<SiteDeps, 'game'>,
): SiteAssets {
  const manifestFile = join(distFolder, 'client', 'manifest.json')
  if (!existsSync(manifestFile)) throw new NotBuiltError(manifestFile)
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const files = new Map<string, Content>()
  addBuilt(files, join(distFolder, 'client', 'assets'))
  const loader = readFileSync(join(distFolder, 'render', 'loader.js.txt'), 'utf8')
  const loaderFile = builtFile(files, 'loader')
  const pictures = join(gameFolder, 'pictures')
  const hasChoice = offeredCurrencies(game.currency, game.editions).length > 1
  const built = sheetsOf(manifest, files, placeholderCss(pictures, [game.hero]), hasChoice)
  const font = addFonts(files, join(gameFolder, 'fonts'))
  const gameFiles = addGameFiles(files, pictures)
  const below = picturesOf(game).filter(({ name }) => name !== game.hero.name)
  return {
    files,
    scripts: byScript(manifest, filesOf),
    styles: { ...byScript(manifest, stylesOf), print: [sheetFile(manifest, 'src/web/print.css')] },
    orderForm: (language) => [builtFile(files, `order-form-${language}`), ...stylesOf(manifest, DIALOG)],
    stylesOf: stylesOfPages(themedSheets(built, game.theme, font), (name, css) =>
      addStyles(files, name, css),
    ),
    themeFont: font,
    lateLetters: { chinese: sheetFile(manifest, 'src/web/fonts/chinese.css') },
    placeholders: addStyles(files, 'placeholders', placeholderCss(pictures, below)),
    loaderOf: (page) => (isFirstPage(page) ? { inside: loader } : { file: loaderFile }),
    icon: gameFiles.file('icon.svg'),
    game: gameFiles,
    trailer:
      game.trailer === null
        ? null
        : addTrailer(files, gameFolder, game.trailer, game.languages, readGameFile),
    redeem: (sold, language) =>
      addRedeem(files, language, sold.game, redeemFacts(sold.game, sold.texts[language], gameFiles)),
    fonts: fontsOf(files),
    close: () => {
      for (const content of files.values()) if ('file' in content) content.file.close()
    },
  }
}

function addBuilt(files: Map<string, Content>, folder: string): void {
  for (const file of readdirSync(folder)) {
    if (/\.(br|gz)$/.test(file)) continue
    files.set(`/assets/${file}`, read(join(folder, file)))
  }
}

/** Adds files of the folder when a page first uses them, so that only those are served. */
function addGameFiles(files: Map<string, Content>, folder: string): GameFiles {
  const paths = new Map<string, string>()
  const symbols = new Map<string, ReadonlySet<string>>()
  const stampOf = stampsIn(folder)
  const file = (name: string) => {
    const known = paths.get(name)
    if (known !== undefined) return known
    const content = readGameFile(join(folder, name))
    const path = `/game/${name.replace(/(\.\w+)$/, `.${stampOf(name)}$1`)}`
    files.set(path, content)
    paths.set(name, path)
    return path
  }
  return {
    file,
    icon: (id) => `${file('icons.svg')}#${id}`,
    optional: (name) => (existsSync(join(folder, name)) ? file(name) : null),
    spriteWith: (name, ids) => {
      const there = symbols.get(name) ?? symbolsOf(join(folder, name))
      symbols.set(name, there)
      return ids.every((id) => there.has(id)) ? file(name) : null
    },
  }
}

/** Adds files of the game's typefaces when a page first uses them. */
function addFonts(files: Map<string, Content>, folder: string): (file: string) => string {
  const paths = new Map<string, string>()
  return (file) => {
    const known = paths.get(file)
    if (known !== undefined) return known
    const content = readGameFile(join(folder, file))
    const path = `/game/${file.replace(/(\.\w+)$/, `.${content.etag.slice(1, 6)}$1`)}`
    files.set(path, content)
    paths.set(file, path)
    return path
  }
}

/** The styles that show a few pixels of a picture until it is loaded. */
function placeholderCss(folder: string, pictures: readonly Picture[]): string {
  const rules = pictures.map(({ name, focus }) => {
    const [left, top] = focus ?? []
    const place = focus === undefined ? '' : `;--focus:${String(left)}% ${String(top)}%`
    const pixels = readFileSync(join(folder, `${name}-placeholder.webp`)).toString('base64')
    return `.picture-${name}{background-image:url(data:image/webp;base64,${pixels})${place}}`
  })
  return rules.join('')
}

/** Adds styles made from the game folder, and returns their path. */
function addStyles(files: Map<string, Content>, name: string, css: string): string {
  const plain = Buffer.from(css)
  const etag = etagOf(plain)
  const path = `/game/${name}.${etag.slice(1, 6)}.css`
  const [brotli, gzip] = [brotliOnDemand(plain), gzipOnDemand(plain)]
  files.set(path, { type: 'text/css; charset=utf-8', plain, brotli, gzip, etag })
  return path
}

/** What cannot be compressed is most of the folder, and mostly not asked for. */
function readGameFile(path: string): Content {
  return isText(path) ? read(path) : fileContent(path)
}

function fileContent(path: string): FileContent {
  const file = openStoredFile(path)
  return { type: typeOf(path), file, etag: etagOf(file.readWhole()) }
}

const typeOf = (file: string) => FILE_TYPES[extname(file)] ?? 'application/octet-stream'

/** Of the game's files. */
const isText = (file: string) => extname(file) === '.svg' || extname(file) === '.vtt'

function read(file: string): MemoryContent {
  const plain = readFileSync(file)
  const beside = (ending: string) => {
    if (!existsSync(file + ending)) return null
    const bytes = readFileSync(file + ending)
    return () => bytes
  }
  // the build has compressed its own files; a game's sprites, marks and captions are not compressed
  const isBare = isText(file)
  return {
    type: typeOf(file),
    plain,
    brotli: beside('.br') ?? (isBare ? brotliOnDemand(plain) : null),
    gzip: beside('.gz') ?? (isBare ? gzipOnDemand(plain) : null),
    etag: etagOf(plain),
  }
}

/**
 * @param placeholder of the first picture, for the landing page: no other page shows pictures of the game.
 * @param hasChoice whether there is more than one currency to choose from.
 */
function sheetsOf(
  manifest: Manifest,
  files: ReadonlyMap<string, Content>,
  placeholder: string,
  hasChoice: boolean,
): Sheets {
  const sheet = (source: string) => {
    const content = files.get(sheetFile(manifest, source))
    if (content === undefined || 'file' in content) throw new NotBuiltError(source)
    return content.plain.toString().trim()
  }
  return {
    site: sheet('src/web/site.css'),
    landing: sheet('src/web/landing/landing.css') + placeholder,
    credits: sheet('src/web/credits/credits.css'),
    docs: sheet('src/web/docs/docs.css'),
    legal: sheet('src/web/legal/legal.css'),
    notFound: sheet('src/web/not-found/not-found.css'),
    currencies: hasChoice ? sheet('src/web/payment/currency-choice.css') : '',
    transition: sheet('src/web/styles/transition.css'),
    shell: sheet('src/web/layout/shell.css'),
    plain: sheet('src/web/plain-pages/plain.css'),
    latin: sheet('src/web/fonts/latin.css'),
    accents: sheet('src/web/fonts/accents.css'),
    text: sheet('src/web/fonts/text.css'),
    cyrillic: sheet('src/web/fonts/cyrillic.css'),
    arabic: sheet('src/web/fonts/arabic.css'),
    hebrew: sheet('src/web/fonts/hebrew.css'),
    theme: '',
  }
}

function sheetFile(manifest: Manifest, source: string): string {
  const entry = manifest[source]
  if (entry === undefined) throw new NotBuiltError(source)
  return `/${entry.file}`
}

/** The file of the build whose name begins like this. */
function builtFile(files: ReadonlyMap<string, Content>, begin: string): string {
  const file = [...files.keys()].find((path) => path.startsWith(`/assets/${begin}-`))
  if (file === undefined) throw new NotBuiltError(`assets/${begin}`)
  return file
}

function fontsOf(files: ReadonlyMap<string, Content>): Record<string, string> {
  const named = [...files.keys()].map(
    (path) => [/\/([a-z0-9-]+?)-[\w-]{6}\.woff2$/.exec(path)?.[1] ?? '', path] as const,
  )
  return Object.fromEntries(named.filter(([name]) => name !== ''))
}

function byScript(
  manifest: Manifest,
  find: (manifest: Manifest, key: string) => readonly string[],
): Record<string, readonly string[]> {
  const entries = Object.entries(manifest).filter(
    ([, chunk]) => chunk.isEntry === true && chunk.file.endsWith('.js'),
  )
  return Object.fromEntries(entries.map(([key, chunk]) => [chunk.name ?? key, find(manifest, key)]))
}

/** The files of a script: its own first, then all its imports. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): ScriptFiles {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(key)) return []
  seen.add(key)
  return [`/${chunk.file}`, ...(chunk.imports ?? []).flatMap((imported) => filesOf(manifest, imported, seen))]
}

function stylesOf(manifest: Manifest, key: string, seen = new Set<string>()): readonly string[] {
  const chunk = manifest[key]
  if (chunk === undefined || seen.has(key)) return []
  seen.add(key)
  const own = (chunk.css ?? []).map((file) => `/${file}`)
  return [...own, ...(chunk.imports ?? []).flatMap((imported) => stylesOf(manifest, imported, seen))]
}
