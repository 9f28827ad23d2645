/** The number of colours in `charts.css`. */
const TONES = 6

/**
 * Returns the class of an edition's colour in the chart, by its position; the seventh edition reuses the first colour.
 */
export function toneOf(place: number): string {
  return `tone-${String((place % TONES) + 1)}`
}
