/** A text that was sent this often is worth a plan that PostgreSQL keeps. */
const NAMED_AFTER = 5
/** Each name costs memory in every connection. Texts beyond are sent without one. */
const MAX_NAMES = 200
/** Texts that are counted; lists of many lengths must not fill the memory. */
const MAX_COUNTED = 2_000

/** Names for prepared statements: PostgreSQL then parses and plans a text once for each connection. */
export interface StatementNames {
  /** The name of a text, from the time on that it is sent often. */
  nameOf(text: string): string | undefined
  /** Gives every text another name: after a change of a table its old plans fail. */
  renew(): void
}

export function createStatementNames(): StatementNames {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let generation = 0
  return {
    nameOf(text) {
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size === MAX_NAMES) return undefined
      const count = (uses.get(text) ?? 0) + 1
      if (count < NAMED_AFTER) {
        if (uses.size === MAX_COUNTED) uses.clear()
        uses.set(text, count)
        return undefined
      }
      uses.delete(text)
      const name = `keyhold_${String(generation)}_${String(names.size)}`
      names.set(text, name)
      return name
    },
    renew() {
      generation += 1
      names.clear()
    },
  }
}
