// The gallery's interface mock-up: a picture of the game with bars, abilities and a map drawn over it, without a word.
// `node art/interface.mjs` writes tmp/interface.png. Symbols and faces are those of the game folder.
import sharp from 'sharp'
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const PICTURES = '../game/pictures'
const [WIDTH, HEIGHT] = [1600, 900]
const GOLD = '#d9b878'

const sprite = await readFile(here(`${PICTURES}/icons.svg`), 'utf8')

/** A symbol of the game's sprite at a place. */
function icon(id, x, y, size, colour) {
  const [, inside] = new RegExp(`<symbol id="${id}"[^>]*>(.*?)</symbol>`, 's').exec(sprite) ?? []
  if (inside === undefined) throw new Error(`expected a symbol ${id} in icons.svg`)
  return `<g transform="translate(${x} ${y}) scale(${size / 64})" fill="${colour}">${inside}</g>`
}

/** A face of one of the world pictures as a data address: left, top and size as shares of its width. */
async function face(name, left, top, size) {
  const source = here(`${PICTURES}/${name}-720.webp`)
  const { width } = await sharp(source).metadata()
  const part = {
    left: Math.round(left * width),
    top: Math.round(top * width),
    width: Math.round(size * width),
  }
  const png = await sharp(source)
    .extract({ ...part, height: part.width })
    .resize(160, 160)
    .modulate({ brightness: 1.25 })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A bar with a bright edge where it ends. */
function bar(x, y, width, height, share, fill) {
  const end = x + width * share
  return `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" rx="3" fill="#05070f" fill-opacity=".78" stroke="${GOLD}" stroke-opacity=".75" stroke-width="1.5"/>
    <rect x="${x}" y="${y}" width="${width * share}" height="${height}" fill="url(#${fill})"/>
    <rect x="${end - 2}" y="${y}" width="2" height="${height}" fill="#fff" fill-opacity=".75"/>
    ${Array.from({ length: 9 }, (_, i) => `<rect x="${x + (width * (i + 1)) / 10}" y="${y}" width="1" height="${height}" fill="#05070f" fill-opacity=".45"/>`).join('')}`
}

function portrait(x, y, radius, picture, id) {
  return `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath>
    <circle cx="${x}" cy="${y}" r="${radius + 7}" fill="#05070f" fill-opacity=".8"/>
    <image href="${picture}" x="${x - radius}" y="${y - radius}" width="${radius * 2}" height="${radius * 2}" clip-path="url(#${id})"/>
    <circle cx="${x}" cy="${y}" r="${radius + 2}" fill="none" stroke="url(#gold)" stroke-width="4"/>`
}

/** One ability; waits is the share of its pause still to come, from 0 to 1. */
function slot(x, y, size, id, { waits = 0, isReady = false } = {}) {
  const [cx, cy, r] = [x + size / 2, y + size / 2, size * 0.72]
  const angle = waits * 2 * Math.PI
  const sweep =
    waits > 0
      ? `<path clip-path="inset(0)" d="M${cx} ${cy} L${cx} ${cy - r} A${r} ${r} 0 ${waits > 0.5 ? 1 : 0} 0 ${cx - r * Math.sin(angle)} ${cy - r * Math.cos(angle)} Z" fill="#05070f" fill-opacity=".68"/>`
      : ''
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${x} ${y} ${size} ${size}">
      <rect x="${x}" y="${y}" width="${size}" height="${size}" fill="url(#slot)"/>
      ${icon(id, x + size * 0.16, y + size * 0.16, size * 0.68, isReady ? '#ffe9c2' : '#c9cfdd')}${sweep}</svg>
    <rect x="${x}" y="${y}" width="${size}" height="${size}" fill="none" stroke="${isReady ? '#ffb45a' : GOLD}" stroke-opacity="${isReady ? 1 : 0.7}" stroke-width="${isReady ? 3 : 1.5}"/>`
}

function minimap(cx, cy, r) {
  const marks = [
    [-0.34, -0.3],
    [0.3, -0.42],
    [0.42, 0.08],
    [-0.5, 0.12],
  ].map(([x, y]) => `<circle cx="${cx + x * r}" cy="${cy + y * r}" r="5" fill="#ff4a2a" stroke="#05070f"/>`)
  const friends = [
    [-0.16, 0.3],
    [0.18, 0.36],
    [0.3, 0.22],
  ].map(([x, y]) => `<circle cx="${cx + x * r}" cy="${cy + y * r}" r="4.5" fill="#7fd0ff" stroke="#05070f"/>`)
  return `<clipPath id="round"><circle cx="${cx}" cy="${cy}" r="${r}"/></clipPath>
    <circle cx="${cx}" cy="${cy}" r="${r + 9}" fill="#05070f" fill-opacity=".8"/>
    <g clip-path="url(#round)"><rect x="${cx - r}" y="${cy - r}" width="${2 * r}" height="${2 * r}" fill="#1a1620"/>
      <path d="M${cx - 22} ${cy + r} L${cx - 16} ${cy - 30} L${cx - 48} ${cy - 62} L${cx - 30} ${cy - r} L${cx + 30} ${cy - r} L${cx + 48} ${cy - 62} L${cx + 16} ${cy - 30} L${cx + 22} ${cy + r} Z" fill="#4a3a34" stroke="#a07a50" stroke-width="1.5"/>
      <path d="M${cx - r} ${cy + 34} Q${cx - 50} ${cy + 20} ${cx - 17} ${cy + 26} M${cx + 18} ${cy + 8} Q${cx + 60} ${cy - 4} ${cx + r} ${cy + 22}" stroke="#ff6a2a" stroke-opacity=".8" stroke-width="3" fill="none"/>
      <circle cx="${cx}" cy="${cy - r * 0.78}" r="13" fill="none" stroke="#ff6a2a" stroke-width="4"/>
      <path d="M${cx} ${cy + 46} L${cx - r * 0.7} ${cy - r} L${cx + r * 0.7} ${cy - r} Z" fill="#ffe9c2" fill-opacity=".10"/>
    </g>${marks.join('')}${friends.join('')}
    <path d="M${cx} ${cy + 32} l9 22 l-9 -6 l-9 6 Z" fill="#ffe9c2" stroke="#05070f"/>
    <circle cx="${cx}" cy="${cy}" r="${r + 3}" fill="none" stroke="url(#gold)" stroke-width="5"/>
    <path d="M${cx} ${cy - r - 14} l7 13 h-14 Z" fill="${GOLD}"/>`
}

const faces = await Promise.all([face('warriors', 0.35, 0.36, 0.26), face('wizards', 0.405, 0.635, 0.22)])
const abilities = [
  ['badge-combat', { isReady: true }],
  ['badge-defense', { waits: 0.35 }],
  ['feature-horror', {}],
  ['badge-precision', { waits: 0.72 }],
  ['badge-health', {}],
  ['badge-skill', { isReady: true }],
]
const SIZE = 66
const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs>
    <linearGradient id="gold" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f4dca6"/><stop offset=".5" stop-color="#a87a3c"/><stop offset="1" stop-color="#e9c98c"/></linearGradient>
    <linearGradient id="life" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ff6a55"/><stop offset=".5" stop-color="#b3160c"/><stop offset="1" stop-color="#6d0a06"/></linearGradient>
    <linearGradient id="power" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fd4ff"/><stop offset=".5" stop-color="#2f7fc4"/><stop offset="1" stop-color="#16406e"/></linearGradient>
    <linearGradient id="stamina" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffe08a"/><stop offset="1" stop-color="#8a6a1c"/></linearGradient>
    <linearGradient id="slot" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#232838"/><stop offset="1" stop-color="#0a0d18"/></linearGradient>
    <linearGradient id="foot" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#05070f" stop-opacity="0"/><stop offset="1" stop-color="#05070f" stop-opacity=".8"/></linearGradient>
  </defs>
  <rect y="700" width="${WIDTH}" height="200" fill="url(#foot)"/>
  ${bar(560, 44, 480, 16, 0.64, 'life')}${icon('feature-horror', 505, 27, 46, '#ffd9a8')}
  <path d="M800 74 l10 9 l-10 9 l-10 -9 Z" fill="${GOLD}"/>
  ${bar(176, 792, 300, 20, 0.78, 'life')}${bar(176, 822, 250, 12, 0.55, 'power')}${bar(176, 844, 210, 9, 0.9, 'stamina')}
  ${portrait(108, 810, 56, faces[0], 'own')}
  ${portrait(70, 330, 28, faces[1], 'friend')}${bar(112, 318, 130, 10, 0.46, 'life')}${bar(112, 336, 104, 7, 0.82, 'power')}
  <g fill="#05070f" fill-opacity=".6"><rect x="545" y="795" width="510" height="84" rx="4"/></g>
  ${abilities.map(([id, how], i) => slot(557 + i * 82, 804, SIZE, id, how)).join('')}
  ${minimap(1462, 138, 100)}
  <g fill="#05070f" fill-opacity=".7" stroke="${GOLD}" stroke-opacity=".7" stroke-width="1.5"><circle cx="1440" cy="826" r="38"/><circle cx="1530" cy="826" r="38"/></g>
  ${icon('badge-health', 1417, 803, 46, '#ff8a78')}${icon('feature-arsenal', 1507, 803, 46, '#e9dcc0')}
  ${[0, 1, 2, 3].map((i) => `<rect x="${1419 + i * 12}" y="872" width="8" height="8" transform="rotate(45 ${1423 + i * 12} 876)" fill="${i < 3 ? '#ff8a78' : '#3a3036'}"/>`).join('')}
  <g fill="none" stroke="#ffe9c2" stroke-opacity=".85" stroke-width="2"><path d="M800 418 v14 M800 452 v14 M776 442 h14 M810 442 h14"/><circle cx="800" cy="442" r="3" fill="#ffe9c2"/></g>
  ${icon('feature-adventure', 44, 38, 40, '#ffd9a8')}<path d="M100 58 h150" stroke="${GOLD}" stroke-opacity=".8"/>
  ${[0, 1, 2].map((i) => `<rect x="${100 + i * 26}" y="68" width="14" height="14" fill="${i < 2 ? GOLD : 'none'}" stroke="${GOLD}"/>`).join('')}
</svg>`

await mkdir(here('tmp'), { recursive: true })
await sharp(here(`tmp/gate.png`))
  .resize(WIDTH, HEIGHT)
  .composite([{ input: Buffer.from(overlay) }])
  .png()
  .toFile(here('tmp/interface.png'))
