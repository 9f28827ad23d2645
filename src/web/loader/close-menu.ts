/** Closes the header's menu when one of its links is followed, including links to a section of the same page. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLElement>('#menu')
  menu?.addEventListener('click', () => {
    menu.hidePopover()
  })
}
