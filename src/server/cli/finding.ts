/** A result of a check. A fault keeps the shop from working as configured; a warning does not. */
export interface Finding {
  readonly kind: 'ok' | 'warning' | 'fault'
  /** The subject, such as `'database'`. */
  readonly about: string
  readonly message: string
}
