/** Converts the filters of a list to URL parameters; what filters nothing becomes empty. */
export function filterParams(filters: object): Record<string, string> {
  const params = Object.entries(filters).map(([name, value]: [string, string | number]) => {
    const isDefault = name !== 'q' && (value === 'all' || value === 'newest' || value === 1)
    return [name, isDefault ? '' : String(value)]
  })
  return Object.fromEntries(params) as Record<string, string>
}
