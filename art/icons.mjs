// Makes game/pictures/icons.svg, one sprite of symbols without colours, flags.svg and game/credits.json: `node art/icons.mjs`.
// The icons are those of game-icons.net (CC BY 3.0, whose authors the credits name) and of Simple Icons (CC0),
// the flags those of country-flag-icons (MIT).
import * as simpleIcons from 'simple-icons'
import svgpath from 'svgpath'
import { optimize } from 'svgo'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { icons: gameIcons } = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json')
const GAME = fileURLToPath(new URL('../game', import.meta.url))
const FLAGS = fileURLToPath(new URL('node_modules/country-flag-icons/3x2', import.meta.url))

/** Our id, the icon's name at game-icons.net, its author. */
const ICONS = [
  ['feature-battles', 'crossed-swords', 'Lorc'],
  ['feature-horror', 'haunting', 'Lorc'],
  ['feature-arsenal', 'battle-gear', 'Lorc'],
  ['feature-trading', 'trade', 'Lorc'],
  ['feature-adventure', 'treasure-map', 'Lorc'],
  ['feature-languages', 'world', 'Lorc'],
  ['badge-combat', 'sword-clash', 'Lorc'],
  ['badge-health', 'hearts', 'Skoll'],
  ['badge-defense', 'templar-shield', 'Delapouite'],
  ['badge-precision', 'archery-target', 'Lorc'],
  ['badge-achievements', 'trophy-cup', 'Delapouite'],
  ['badge-skill', 'upgrade', 'Delapouite'],
  ['mode-story', 'spell-book', 'Delapouite'],
  ['mode-multiplayer', 'backup', 'Lorc'],
  ['mode-ranked', 'rank-3', 'Skoll'],
  ['mode-arcade', 'joystick', 'Delapouite'],
  ['card-clans', 'knight-banner', 'Delapouite'],
  ['card-earn', 'two-coins', 'Delapouite'],
  ['card-anticheat', 'eye-shield', 'Lorc'],
  ['card-creator', 'film-projector', 'Delapouite'],
  ['card-rewards', 'open-treasure-chest', 'Skoll'],
]
const SOCIALS = [
  ['social-twitter', simpleIcons.siX],
  ['social-discord', simpleIcons.siDiscord],
  ['social-steam', simpleIcons.siSteam],
]
const LANGUAGE_FLAGS = { en: 'US', ru: 'RU', zh: 'CN', ar: 'SA', fr: 'FR', de: 'DE', he: 'IL' }

/** The creed on the Saudi flag, as its outline reads at the size of a menu; the sword below it stays. */
const SAUDI =
  '<path fill="#006c35" d="M0 0h30v20H0z"/><path d="M22 14.2H10.4l-2-.5 2-.5H22zm.5-1.2h.8v1.4h-.8zm1 .4h1.4v.6h-1.4z" fill="#fff"/>' +
  '<path d="M7.2 10.6c1.6.3 2.3-.5 2.2-1.900V5.600m1.700-.2v5.200m1.900-4.600v2.700c0 1.500 1.500 2 2.300.8.4 1.200 2.200 1 2.200-.6V5.600m1.900-.2v5.200m2.200-5v2.700c0 1.400-.7 2.200-2 2.400M8 7.400h.1m2.700 4.200h3.600m2.800-.2h2.700m-7-6.400h1.200" fill="none" stroke="#fff" stroke-width=".85" stroke-linecap="round" stroke-linejoin="round"/>'

/** Every path of an icon scaled to a box of 64 and rounded to a tenth. */
function compact(body, scale) {
  const paths = [...body.matchAll(/ d="([^"]+)"/g)].map(([, d = '']) => d)
  if (/opacity|transform|<(?!path|g|\/g)/.test(body)) throw new Error(`expected plain paths, got ${body}`)
  return `<path d="${paths.map((d) => svgpath(d).scale(scale).rel().round(1).toString()).join('')}"/>`
}

function small(svg) {
  return optimize(svg, {
    multipass: true,
    floatPrecision: 1,
    plugins: [
      {
        name: 'preset-default',
        params: { overrides: { cleanupIds: false, removeHiddenElems: false, removeUselessDefs: false } },
      },
    ],
  }).data
}

const symbol = (id, box, inside) => `<symbol id="${id}" viewBox="0 0 ${box}">${inside}</symbol>`
const sprite = (symbols) => small(`<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`)

const icons = ICONS.map(([id, name]) => symbol(id, '64 64', compact(gameIcons[name].body, 64 / 512)))
const socials = SOCIALS.map(([id, { path }]) =>
  symbol(
    id,
    '64 64',
    `<path d="${svgpath(path)
      .scale(64 / 24)
      .rel()
      .round(1)
      .toString()}"/>`,
  ),
)
await writeFile(`${GAME}/pictures/icons.svg`, sprite([...icons, ...socials]))

/** A flag of the package, drawn in a box of 30 by 20. */
async function flag(language, country) {
  if (country === 'SA') return symbol(`flag-${language}`, '30 20', SAUDI)
  const svg = await readFile(`${FLAGS}/${country}.svg`, 'utf8')
  const [, box, inside] = /viewBox="0 0 (\d+ \d+)"[^>]*>(.*)<\/svg>/s.exec(svg) ?? []
  // black is written out, else it is taken from the page around the flag
  return symbol(`flag-${language}`, box, inside.replaceAll('<path d', '<path fill="#010101" d'))
}
const flags = await Promise.all(
  Object.entries(LANGUAGE_FLAGS).map(([language, country]) => flag(language, country)),
)
await writeFile(`${GAME}/pictures/flags.svg`, sprite(flags))

const credits = {
  hasShopRenders: true,
  source: 'game-icons.net',
  licence: 'CC BY 3.0',
  icons: ICONS.map(([id, name, author]) => ({ id, name, author })),
  pictures: [
    {
      name: 'MakeHuman: bodies, skins, eyes and hair of the figures',
      author: 'MakeHuman Team',
      licence: 'CC0 1.0',
      url: 'https://github.com/makehumancommunity/makehuman',
    },
  ],
  others: [
    {
      name: 'Simple Icons',
      author: 'Simple Icons contributors',
      licence: 'CC0 1.0',
      url: 'https://simpleicons.org',
    },
    { name: 'country-flag-icons', author: 'Nikolay Kuchumov', licence: 'MIT' },
  ],
}
await writeFile(`${GAME}/credits.json`, `${JSON.stringify(credits, null, 2)}\n`)
