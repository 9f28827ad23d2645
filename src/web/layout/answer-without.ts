/** What a wish comes to where its script does not: a mail to the studio, or the note that says as much as the dialog. */
export function answerWithout(wish: string): void {
  const mailto = document.querySelector<HTMLElement>('[data-mailto]')?.dataset['mailto']
  if (wish === 'creator') document.querySelector<HTMLElement>('#creator-beta-note')?.showPopover()
  else if (mailto !== undefined) location.assign(mailto)
}
