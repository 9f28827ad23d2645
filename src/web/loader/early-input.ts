/** What a visitor did before React was loaded. The loader records it; the island replays it. */
export interface EarlyInput {
  /** The button of the order that was tapped last; plus and minus have already been applied. */
  tap: HTMLElement | null
  /** Typed text, by the field's name. */
  readonly typed: Record<string, string>
  /** Stops recording: React handles the page from now on. */
  release(): void
}

declare global {
  interface Window {
    early?: EarlyInput
  }
}
