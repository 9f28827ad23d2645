/**
 * Lets the sections and the footer rest while they are off the screen and a dialog is open: a modal dialog makes everything
 * behind it inert, which changes the style of each element, and those of sections that rest are not computed. They keep their
 * sizes, so that nothing moves.
 */
export function restSections(dialog: HTMLDialogElement): void {
  const sections = [...document.querySelectorAll<HTMLElement>('main > section, footer')]
  const measured = sections.map((section) => ({ section, box: section.getBoundingClientRect() }))
  const resting = measured.filter(({ box }) => box.bottom < 0 || box.top > innerHeight)
  for (const { section, box } of resting) {
    section.style.contentVisibility = 'hidden'
    section.style.blockSize = `${String(box.height)}px`
  }
  const ended = new AbortController()
  const wake = () => {
    ended.abort()
    for (const { section } of resting) {
      section.style.contentVisibility = ''
      section.style.blockSize = ''
    }
  }
  dialog.addEventListener('close', wake, ended)
  // another size may bring them onto the screen, and paper shows them all
  addEventListener('resize', wake, ended)
  addEventListener('beforeprint', wake, ended)
}
