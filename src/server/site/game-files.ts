import type { IconHref } from '#shared/page-facts.ts'

/** The paths of the files in the game folder's `pictures`. */
export interface GameFiles {
  /** @param name such as `gate-480.avif`. */
  file(name: string): string
  /** @param id of a symbol in `icons.svg`. */
  icon(id: string): IconHref
  /** The path of an optional file; null if it is missing. */
  optional(name: string): string | null
  /** The path of a sprite, if it has all of these symbols. */
  spriteWith(name: string, ids: readonly string[]): string | null
}
