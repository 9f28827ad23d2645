import { fill } from '#texts/format.ts'
import css from './gallery-viewer.css?inline'
import { morphPicture } from './morph-picture.ts'
import { adoptStyles } from '#web/ui/adopt-styles.ts'
import { makeButton, makeElement, type Glyph } from '#web/ui/make-element.ts'

/** How long the strip must not scroll before the picture in view counts as current. */
const SETTLED_MS = 120

interface Viewer {
  readonly dialog: HTMLDialogElement
  readonly strip: HTMLElement
  readonly status: HTMLElement
  /** The gallery's tiles that have a picture, in order. */
  readonly tiles: readonly HTMLElement[]
  readonly gallery: HTMLElement
  /** The current picture, or the one being scrolled to. */
  index: number
}

// Fetched when the first picture is opened; the loader then reports each click by an event.
adoptStyles(css)
addEventListener('enlarge', ({ target }) => {
  const gallery = target instanceof Element ? target.closest<HTMLElement>('[data-viewer]') : null
  if (gallery !== null) openViewer(gallery, target as Element)
})

/** Opens the viewer over the page, at the picture whose link was clicked. */
function openViewer(gallery: HTMLElement, link: Element): void {
  const tiles = [...gallery.querySelectorAll('li')].filter((tile) => tile.querySelector('picture') !== null)
  const viewer: Viewer = {
    dialog: makeElement('dialog', 'viewer'),
    strip: makeElement('ul', 'viewer-strip'),
    status: makeElement('p', 'viewer-words'),
    tiles,
    gallery,
    index: tiles.findIndex((tile) => tile.contains(link)),
  }
  buildControls(viewer)
  listen(viewer)
  document.body.append(viewer.dialog)
  morphPicture(pictureOf(tiles[viewer.index]), () => {
    viewer.dialog.showModal()
    showPicture(viewer, viewer.index, 'instant')
    return pictureOf(viewer.strip.children[viewer.index])
  })
}

function buildControls(viewer: Viewer): void {
  const { dialog, strip, status, tiles, gallery } = viewer
  const title = gallery.dataset['title'] ?? ''
  dialog.setAttribute('aria-label', title)
  // The strip scrolls, so it must be focusable.
  strip.tabIndex = 0
  strip.setAttribute('aria-label', title)
  strip.append(...tiles.map(slideOf))
  status.setAttribute('aria-live', 'polite')
  const button = (glyph: Glyph, onClick: () => void) =>
    makeButton(gallery.dataset[glyph] ?? '', glyph, 'viewer-button', onClick)
  const bar = makeElement('div', 'viewer-bar')
  const step = (by: number) => () => showPicture(viewer, viewer.index + by)
  bar.append(button('previous', step(-1)), status, button('next', step(1)))
  const close = button('close', () => closeViewer(viewer))
  close.classList.add('viewer-close')
  dialog.append(strip, bar, close)
}

function listen(viewer: Viewer): void {
  const { dialog, strip } = viewer
  let timer = 0
  strip.addEventListener('scroll', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      updateCaption(viewer, Math.round(Math.abs(strip.scrollLeft) / strip.clientWidth))
    }, SETTLED_MS)
  })
  dialog.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    showPicture(viewer, viewer.index + by * readingDirection())
  })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    closeViewer(viewer)
  })
  dialog.addEventListener('close', () => {
    clearTimeout(timer)
    dialog.remove()
  })
}

/** Scrolls a picture into view; wraps around at both ends. */
function showPicture(viewer: Viewer, wanted: number, behavior: ScrollBehavior = 'auto'): void {
  const { strip, tiles } = viewer
  const index = (wanted + tiles.length) % tiles.length
  strip.scrollTo({
    left: index * strip.clientWidth * readingDirection(),
    behavior: index === wanted ? behavior : 'instant',
  })
  updateCaption(viewer, index)
}

/** Shows the caption and position of the current picture. */
function updateCaption(viewer: Viewer, index: number): void {
  const { status, tiles, gallery } = viewer
  viewer.index = index
  const digits = new Intl.NumberFormat(gallery.dataset['locale'])
  const place = fill(gallery.dataset['position'] ?? '', {
    number: digits.format(index + 1),
    count: digits.format(tiles.length),
  })
  const textOf = (kind: string) => tiles[index]?.querySelector(kind)?.textContent ?? ''
  const caption = makeElement('span')
  caption.textContent = textOf('.shot-caption')
  const small = makeElement('small')
  small.textContent = `${textOf('.shot-kind')} · ${place}`
  status.replaceChildren(caption, small)
}

function closeViewer({ dialog, strip, tiles, index }: Viewer): void {
  morphPicture(pictureOf(strip.children[index]), () => {
    dialog.close()
    return pictureOf(tiles[index])
  })
}

function slideOf(tile: HTMLElement): HTMLElement {
  const slide = makeElement('li')
  const picture = tile.querySelector('picture')?.cloneNode(true)
  if (picture instanceof HTMLElement) {
    for (const source of picture.querySelectorAll('source')) source.sizes = '100vw'
    slide.append(picture)
  }
  return slide
}

function pictureOf(place: Element | undefined): HTMLElement | null {
  return place?.querySelector('img') ?? null
}

/** 1 if the page reads from left to right, -1 if from right to left. */
function readingDirection(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1
}
