/** Copies a text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  // Undefined on plain http except on loopback, despite its type.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) return copyBySelection(text)
  try {
    await clipboard.writeText(text)
    return true
  } catch (cause) {
    console.warn('The clipboard is not available; copying by selection instead.', cause)
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  const before = document.activeElement
  // Inside the open dialog: everything outside it is inert and cannot be selected.
  const place = before?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- on plain http there is no other way
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
