import type { OfferedBackup } from '#shared/plain-facts.ts'

/** An empty shop that may be filled from a backup by whoever knows the token. */
export interface SetupAccess {
  isToken(text: string): boolean
  /** Newest first. */
  list(): Promise<readonly OfferedBackup[]>
  /** @returns false if the file is not listed or cannot be read, or the shop is no longer empty. */
  request(file: string): Promise<boolean>
}
