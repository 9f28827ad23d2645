/** Returns the invoice id in `/order/<id>`; null if the path has another form. */
export function orderIdOf(path: string): string | null {
  const match = /^\/order\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(path)
  return match?.[1]?.toLowerCase() ?? null
}
