/**
 * Handles a support request whose script failed to load: opens a mail to the studio, or the note with the dialog's
 * message.
 */
export function answerWithout(wish: string): void {
  const mailto = document.querySelector<HTMLElement>('[data-mailto]')?.dataset['mailto']
  if (wish === 'creator') document.querySelector<HTMLElement>('#creator-beta-note')?.showPopover()
  else if (mailto !== undefined) location.assign(mailto)
}
