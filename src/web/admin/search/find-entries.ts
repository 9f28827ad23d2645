/** A place or a command that the search offers by its name. */
export interface SearchEntry {
  readonly id: string
  readonly label: string
  readonly open: () => unknown
}

/** The entries whose name has all words of a text, at their begin or within; those that begin with the text come first. */
export function findEntries(entries: readonly SearchEntry[], text: string): readonly SearchEntry[] {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  const found = entries.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  const isFirst = ({ label }: SearchEntry) => label.toLowerCase().startsWith(wanted)
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))]
}
