/** JSON that can stand in a script element: nothing in it can end the element or open a comment. */
export function inertJson(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
