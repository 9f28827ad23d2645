/** The code of an error, from PostgreSQL or the system (`'23505'`, `'ENOENT'`); empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The constraint that an error of PostgreSQL names; empty without one. */
export function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
}
