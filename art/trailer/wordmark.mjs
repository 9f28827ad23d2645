// The wordmark in pixels, for the film's title: `node art/trailer/wordmark.mjs OUT.png`.
import sharp from 'sharp'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const WORDMARK = fileURLToPath(new URL('../../game/pictures/wordmark.svg', import.meta.url))

// the page's file ends where its letters do, and the swashes of A, H and N go on
const svg = (await readFile(WORDMARK, 'utf8')).replace('viewBox="0 0 682 214"', 'viewBox="0 -30 682 250"')
await sharp(Buffer.from(svg), { density: 144 }).resize({ width: 1060 }).png().toFile(process.argv[2])
