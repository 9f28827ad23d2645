import type { TrailerFacts } from '#shared/page-facts.ts'
import css from './trailer-dialog.css?inline'
import { adoptStyles } from '#web/ui/adopt-styles.ts'
import { makeButton, makeElement } from '#web/ui/make-element.ts'

/** The large files are for screens with more pixels across than this. */
const SMALL_SCREEN_PX = 1000

// Fetched when the trailer is asked for; nothing of the film is fetched before.
adoptStyles(css)

let isOpening = false

/** Opens the trailer, once however often it is asked for meanwhile. */
export async function openTrailer(link: HTMLAnchorElement, closeLabel: string): Promise<void> {
  if (isOpening) return
  isOpening = true
  try {
    await showTrailer(link, closeLabel)
  } finally {
    isOpening = false
  }
}

/**
 * Shows the trailer over the page and plays it; closing it removes the film and with it its download.
 *
 * @param link leads to the film's MP4 file; what tells of the film has the same path with `.json`.
 */
async function showTrailer(link: HTMLAnchorElement, closeLabel: string): Promise<void> {
  const reply = await fetch(link.href.replace(/mp4$/, 'json'))
  if (!reply.ok) throw new Error(`expected the trailer's facts, got status ${String(reply.status)}`)
  const facts = (await reply.json()) as TrailerFacts
  const dialog = makeElement('dialog', 'trailer')
  dialog.setAttribute('aria-label', link.textContent)
  const video = makeVideo(facts)
  const close = makeButton(closeLabel, 'close', 'trailer-close', () => dialog.close())
  dialog.append(video, close)
  dialog.addEventListener('close', () => {
    unload(video)
    dialog.remove()
    link.focus()
  })
  // without a source that plays, the browser itself says why at the file's own address
  video.lastElementChild?.addEventListener('error', () => {
    dialog.close()
    location.assign(link.href)
  })
  document.body.append(dialog)
  dialog.showModal()
  video.focus()
  await play(video)
}

function makeVideo({ poster, widthPx, heightPx, sources, captions }: TrailerFacts): HTMLVideoElement {
  const video = makeElement('video')
  video.controls = true
  video.playsInline = true
  video.preload = 'metadata'
  video.poster = poster
  video.width = widthPx
  video.height = heightPx
  video.style.setProperty('--shape', String(widthPx / heightPx))
  const { lang } = document.documentElement
  const chosen = captions.some(({ language }) => language === lang) ? lang : captions[0]?.language
  for (const { language, label, src } of captions) {
    const track = makeElement('track')
    track.kind = 'captions'
    track.srclang = language
    track.label = label
    track.src = src
    track.default = language === chosen
    video.append(track)
  }
  for (const { src, type } of inSize(sources)) {
    const source = makeElement('source')
    source.src = src
    source.type = type
    video.append(source)
  }
  return video
}

/** The files of the size for this screen; the smallest for those who save data. */
function inSize(sources: TrailerFacts['sources']): TrailerFacts['sources'] {
  const widths = sources.map(({ widthPx }) => widthPx)
  const isSmall = savesData() || innerWidth * devicePixelRatio <= SMALL_SCREEN_PX
  const width = isSmall ? Math.min(...widths) : Math.max(...widths)
  return sources.filter(({ widthPx }) => widthPx === width)
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

/** Starts the film, unless less motion is preferred: then the reader starts it. */
async function play(video: HTMLVideoElement): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  try {
    await video.play()
  } catch (cause) {
    // the browser forbids it, or the dialog is closed before the film begins: the controls are there
    if (!(cause instanceof DOMException)) throw cause
  }
}

/** An element without sources stops its download. */
function unload(video: HTMLVideoElement): void {
  video.pause()
  video.replaceChildren()
  video.removeAttribute('src')
  video.load()
}
