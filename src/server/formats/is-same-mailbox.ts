/** Whether a typed e-mail address is the stored one, apart from case and spaces around it. */
export function isSameMailbox(stored: string | null, typed: string): boolean {
  return stored !== null && stored.trim().toLowerCase() === typed.trim().toLowerCase()
}
