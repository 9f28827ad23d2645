/**
 * A picture of the gallery opens large over the page: the script for it comes with the first one asked for and is then
 * told by an event. Without it, or with a key held, the link leads to the picture itself.
 */
export function enlargePictures(): void {
  addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-shot]') : null
    const viewer = link?.closest<HTMLElement>('[data-viewer]')?.dataset['viewer']
    if (!link || !viewer || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    import(/* @vite-ignore */ viewer).then(
      () => link.dispatchEvent(new Event('enlarge', { bubbles: true })),
      () => {
        location.assign(link.href)
      },
    )
  })
}
