import { onPlainClick } from './on-plain-click.ts'

/**
 * Opens a picture of the gallery in the viewer, whose script loads with the first picture and then receives each click
 * as an event. Without the script, or with a modifier key held, the link opens the picture file.
 */
export function enlargePictures(): void {
  onPlainClick('[data-viewer] [data-shot]', (link) => {
    const viewer = link.closest<HTMLElement>('[data-viewer]')?.dataset['viewer'] ?? ''
    import(/* @vite-ignore */ viewer).then(
      () => link.dispatchEvent(new Event('enlarge', { bubbles: true })),
      () => location.assign(link.getAttribute('href') ?? ''),
    )
  })
}
