import { onClick } from './on-click.ts'

/** Closes the header's menu when one of its links is followed, including links to a section of the same page. */
export function closeMenu(): void {
  onClick('#menu', (menu) => menu.hidePopover())
}
