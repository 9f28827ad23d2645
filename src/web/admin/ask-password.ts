let ask: (() => Promise<boolean>) | null = null

/** Registers what asks for the password; null when it is unmounted. */
export function setPasswordDialog(dialog: (() => Promise<boolean>) | null): void {
  ask = dialog
}

/** Asks for the password again. Resolves to whether it was given; false if nothing can ask. */
export async function askPassword(): Promise<boolean> {
  return ask === null ? false : ask()
}
