import { pageData } from './page-data.ts'

/** A letter of each face that text may be written in. */
const SAMPLE = 'aя'

/**
 * Text is in its own face if that has come by the first frame: a later one would wrap lines anew that are read already. Such a
 * page keeps the system's font, and the next one has the face in the browser's cache.
 */
export function showTextFace(): void {
  let isDrawn = performance.getEntriesByType('paint').length > 0
  requestAnimationFrame(() => {
    isDrawn = true
  })
  document.fonts.load('1em Text', SAMPLE).then(
    () => {
      if (!isDrawn) pageData['text'] = ''
    },
    // a face that cannot be loaded is in the browser's own log
    () => undefined,
  )
}
