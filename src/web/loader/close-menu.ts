/** The header's menu has done its work once one of its links is followed, also to a place on the same page. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLElement>('#menu')
  menu?.addEventListener('click', () => {
    menu.hidePopover()
  })
}
