/**
 * Handles a request whose script failed to load: opens the note with the dialog's message, what the pressed link leads to,
 * or a mail to the studio.
 */
export function openWithoutScript(request: string): void {
  if (request === 'creator') document.querySelector<HTMLElement>('#creator-beta-note')?.showPopover()
  else {
    const link = document.querySelector<HTMLAnchorElement>(`a[data-asks="${request}"]`)
    const address = link?.href ?? document.querySelector<HTMLElement>('[data-mailto]')?.dataset['mailto']
    if (address !== undefined) location.assign(address)
  }
}
