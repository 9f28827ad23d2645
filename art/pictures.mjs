/**
 * Every picture of the game folder: its shape, the widths it is kept in (`game/game.json` names the same) and the quality its
 * AVIF begins with. The hero's is lower: it is the first thing a page loads.
 */
const WIDE = { quality: 60, widths: [480, 960, 1600], ratio: 16 / 9 }
const MAP = { quality: 60, widths: [480, 960], ratio: 16 / 9 }
const PORTRAIT = { quality: 60, widths: [360, 720], ratio: 4 / 5 }
const CARD = { quality: 60, widths: [960], ratio: 2 }

export const PICTURES = {
  hero: { quality: 52, widths: [640, 960, 1600, 2560], ratio: 16 / 9 },
  fight: WIDE,
  siege: WIDE,
  party: WIDE,
  interface: WIDE,
  'graveyard-close': WIDE,
  courtyard: WIDE,
  weapons: MAP,
  'crystal-wide': MAP,
  'map-graveyard': MAP,
  'map-crystal': MAP,
  'map-arena': MAP,
  'map-bridge': MAP,
  wizards: PORTRAIT,
  warriors: PORTRAIT,
  angels: PORTRAIT,
  demons: PORTRAIT,
  closing: { quality: 60, widths: [640, 960, 1600], ratio: 16 / 9 },
  'edition-standard': CARD,
  'edition-supporter': CARD,
}

/** What an AVIF of a width may weigh, in kB. The quality is lowered until it fits. */
const BUDGET_KB = { 360: 25, 480: 28, 640: 45, 720: 70, 960: 80, 1600: 190, 2560: 330 }

/** The same for any width: that of the next larger one. */
export function budgetKb(width) {
  const [, kb = 330] = Object.entries(BUDGET_KB).find(([known]) => Number(known) >= width) ?? []
  return kb
}
