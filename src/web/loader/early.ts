/** What a visitor did before React was there. The inline loader keeps it, the island takes it over. */
export interface Early {
  /** Buttons that were tapped, in order; those that count up and down have counted already. */
  readonly taps: HTMLElement[]
  /** What was typed, by the field's name. */
  readonly typed: Record<string, string>
  /** Stops keeping: from now on the page answers for itself. */
  release(): void
}

declare global {
  interface Window {
    early?: Early
  }
}
