/**
 * Handles a support request whose script failed to load: opens a mail to the studio, or the note with the dialog's
 * message.
 */
export function openWithoutScript(request: string): void {
  const mailto = document.querySelector<HTMLElement>('[data-mailto]')?.dataset['mailto']
  if (request === 'creator') document.querySelector<HTMLElement>('#creator-beta-note')?.showPopover()
  else if (mailto !== undefined) location.assign(mailto)
}
