import { fileURLToPath } from 'node:url'

/** The game that comes with the shop. */
export const DEFAULT_GAME_FOLDER = fileURLToPath(new URL('../../../game/', import.meta.url))
