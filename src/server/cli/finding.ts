/** What a check found out. Faults keep the shop from working as asked; warnings do not. */
export interface Finding {
  readonly kind: 'ok' | 'warning' | 'fault'
  /** What it is about: `'database'`. */
  readonly about: string
  readonly message: string
}
