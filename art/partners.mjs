// Draws the marks of the invented partners, a symbol and a name in one ink: `node art/partners.mjs`.
import { optimize } from 'svgo'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openFace, outlineOf } from './type.mjs'

const TARGET = fileURLToPath(new URL('../game/pictures', import.meta.url))
const INK = '#cfd8ee'
const face = (name, file) => openFace(`${name}/files/${name}-latin-${file}-normal.woff`)

/** Symbols stand in a box of 64 by 64. A stroke is the ink's too. */
const MARKS = {
  // an anvil that rings: three sound waves above it
  nightforge: {
    symbol: `<path d="M3 36h55v7h-7c-6 0-9 3-9 7 0 3 2 4 6 4v6H17v-6c4 0 6-1 6-4 0-3-2-5-6-5.500C10 43.500 5 41 3 36z"/><path d="M24 30a9 9 0 0 1 18 0M17.500 30a15.500 15.500 0 0 1 31 0M11 30a22 22 0 0 1 44 0" fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round"/>`,
    lines: [
      ['NIGHTFORGE', 'cinzel', '700', 20, 1.5],
      ['AUDIO', 'jost', '400', 11, 7.5],
    ],
  },
  // a raven in flight, its wing woven of threads
  ravenloom: {
    symbol: `<path d="M1 34c2-4 5-7 9-8c2-5 8-7 12-4 3 1 5 4 8 4 3 0 5-2 7-5l3 7-4 6c-3 6-9 9-15 8l-9 11 2-13c-4-2-5-5-4-8z"/><circle cx="16" cy="26.500" r="1.500" fill="#0b1330"/><path d="M31 27C35 15 44 8 60 5M34 31c5-9 13-14 25-16M36 35c5-6 11-9 21-10.500M35 40c5-4 10-5.500 18-6.500M31 44c5-2.500 9-3 16-3" fill="none" stroke="${INK}" stroke-width="3.200" stroke-linecap="round"/>`,
    lines: [
      ['Ravenloom', 'playfair-display', '600', 25, 0],
      ['CLOUD', 'jost', '400', 10, 8],
    ],
  },
  // a vale between three iron peaks, riveted into a hexagon
  ironvale: {
    symbol: `<path d="M32 3l25 14.500v29L32 61 7 46.500v-29zM32 9.300L12.500 20.600v22.800L32 54.700l19.500-11.300V20.600z" fill-rule="evenodd"/><path d="M13.500 42.500L25 19l7.500 13 5-8L50.500 42.500 32 53z"/><path d="M25 19l5.200 9-3.200 2.600-2.600-2.200-3.400 2.400zM32 53l-3-14 6-6-2 8z" fill="#0b1330"/>`,
    lines: [
      ['IRONVALE', 'jost', '700', 25, 2.6],
      ['HOSTING', 'jost', '400', 10.5, 8.2],
    ],
  },
  // a lantern with a page for its flame
  'pale-lantern': {
    symbol: `<path d="M25 9a7 7 0 0 1 14 0M20 15h24l4 6H16zM17 54h30l3 6H14z" fill="none" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/><path d="M19 21v33M45 21v33" stroke="${INK}" stroke-width="3"/><path d="M32 26c5 6 8 10 8 15 0 4.500-3.500 8-8 8s-8-3.500-8-8c0-5 3-9 8-15z"/><path d="M32 34v15" stroke="#0b1330" stroke-width="2"/>`,
    lines: [
      ['Pale Lantern', 'cormorant-garamond', '600', 27, 0.2],
      ['PRESS', 'jost', '400', 10.5, 9],
    ],
  },
  // a watchful eye on a shield set with thorns
  thornwatch: {
    symbol: `<path d="M32 2l6 7 12-1 0 7 9 1-5 7 2 4c-1 14-9 26-24 35C17 53 9 41 8 27l2-4-5-7 9-1 0-7 12 1z"/><path d="M12 29c5-8 11.500-12 20-12s15 4 20 12c-5 8-11.500 12-20 12s-15-4-20-12z" fill="#0b1330"/><circle cx="32" cy="29" r="8.500"/><path d="M32 21.500c2.800 5 2.800 10 0 15-2.800-5-2.800-10 0-15z" fill="#0b1330"/>`,
    lines: [
      ['THORNWATCH', 'cinzel', '700', 18.5, 1.2],
      ['FAIR PLAY', 'jost', '400', 10.5, 5.4],
    ],
  },
  // a trident over three waves
  grimwater: {
    symbol: `<path d="M32 2l5 9h-3v19h7V17h-3l5-8 5 8h-3v18H34v5h-4v-5H19V17h-3l5-8 5 8h-3v13h7V11h-3z"/><path d="M5 46c6-5 11-5 18 0s12 5 18 0 11-5 18 0M11 54c5-4 9-4 14 0s10 4 14 0 9-4 14 0M20 61.500c4-3 8-3 12 0s8 3 12 0" fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round"/>`,
    lines: [
      ['GRIMWATER', 'jost', '800', 21, 0.6, -12],
      ['ESPORTS', 'jost', '400', 10.5, 7.2],
    ],
  },
}

/** The name in one line or two, beside the symbol, the second as wide as it comes. */
function lettering(lines) {
  const [[first, name, weight, size, tracking, slant = 0], [second, name2, weight2, size2, tracking2]] = lines
  const top = outlineOf(face(name, weight), first, { size, tracking })
  const below = outlineOf(face(name2, weight2), second, { size: size2, tracking: tracking2 })
  return {
    width: Math.max(top.width, below.width),
    paths: `<path d="${top.outline}" transform="translate(80 43) skewX(${slant})"/><path d="${below.outline}" transform="translate(81 61)"/>`,
  }
}

for (const [name, { symbol, lines }] of Object.entries(MARKS)) {
  const { width, paths } = lettering(lines)
  const scale = Math.min(1, 152 / width)
  const words = `<g transform="translate(80 44) scale(${scale}) translate(-80 -44)">${paths}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80" fill="${INK}"><g transform="translate(6 8)">${symbol}</g>${words}</svg>`
  const { data } = optimize(svg, { multipass: true, floatPrecision: 1 })
  await writeFile(`${TARGET}/partner-${name}.svg`, data)
  console.log(`partner-${name}: ${data.length} B, letters ${Math.round(width)} wide`)
}
