/** Focuses the link (or what opens the details) of the next or previous row of the tables on the page; the first one if none is focused. */
export function moveInRows(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-opens]')].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a[href], summary')
    return link === null ? [] : [link]
  })
  const row = document.activeElement?.closest('[data-opens]')
  const at = links.findIndex((link) => row?.contains(link) === true)
  const next = at === -1 ? links[0] : links[at + step]
  next?.focus()
  next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
}
