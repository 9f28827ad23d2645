import type { Target } from './open-target.ts'

/** What an attacker saw. */
export interface Outcome {
  /** For the table of the run. */
  readonly seen: string
  /** Whether the shop withstood. */
  readonly isHeld: boolean
}

/** Something that an attacker does. */
export interface Attack {
  /** The finding that it repeats, or the class it belongs to. */
  readonly finding: string
  readonly name: string
  /** What the shop has to do. */
  readonly expected: string
  run(target: Target): Promise<Outcome>
}

/** An outcome that is held if nothing broke through; `found` names what did. */
export function nothingOf(found: readonly string[], tried: number, what: string): Outcome {
  const isHeld = found.length === 0 && tried > 0
  return { isHeld, seen: isHeld ? `${String(tried)} ${what}` : `BROKE: ${found.slice(0, 5).join('; ')}` }
}
