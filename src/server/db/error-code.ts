/** The code an error carries, PostgreSQL's or the system's (`'23505'`, `'ENOENT'`); empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
