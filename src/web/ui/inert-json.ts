/** Serializes JSON for a script element: the result can neither close the element nor open a comment. */
export function inertJson(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
