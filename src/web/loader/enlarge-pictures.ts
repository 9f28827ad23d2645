import { onPlainClick } from './on-plain-click.ts'

/**
 * A picture of the gallery opens large over the page: the script for it comes with the first one asked for and is then
 * told by an event. Without it, or with a key held, the link leads to the picture itself.
 */
export function enlargePictures(): void {
  onPlainClick('[data-viewer] [data-shot]', (link) => {
    const viewer = link.closest<HTMLElement>('[data-viewer]')?.dataset['viewer'] ?? ''
    import(/* @vite-ignore */ viewer).then(
      () => link.dispatchEvent(new Event('enlarge', { bubbles: true })),
      () => {
        location.assign(link.href)
      },
    )
  })
}
