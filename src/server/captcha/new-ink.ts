/** Of the picture. */
export const WIDTH_PX = 280
export const HEIGHT_PX = 90
/** Around the picture, always empty: more than any pixel is moved. */
export const MARGIN_PX = 7
/** Of a row of ink, margins included. */
export const INK_WIDTH = WIDTH_PX + 2 * MARGIN_PX

/** How much of each pixel is covered, 0 to 255, row by row, with margins. */
export type Ink = Uint8Array<ArrayBuffer>

export function newInk(): Ink {
  return new Uint8Array(INK_WIDTH * (HEIGHT_PX + 2 * MARGIN_PX))
}

/** Where a pixel of the picture is in its ink. */
export function inkAt(x: number, y: number): number {
  return (y + MARGIN_PX) * INK_WIDTH + x + MARGIN_PX
}
