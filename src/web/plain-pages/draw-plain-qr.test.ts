import { expect, test } from 'vitest'
import { encode } from 'uqr'
import { QR_MARGIN_MODULES } from '#shared/constants.ts'
import { drawPlainQr } from './draw-plain-qr.ts'

test.each(['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'])(
  'the lines of %s cover its dark modules and no others, in 5 kB at most',
  (text) => {
    const image = drawPlainQr(text)
    expect(image.length).toBeLessThan(5000)
    const { data, size } = encode(text, { ecc: 'M', border: QR_MARGIN_MODULES })
    const isDark = data.map((row) => row.map(() => false))
    const path = /stroke='%23000' d='([^']+)'/.exec(image)?.[1] ?? ''
    for (const [, x, y, length] of path.matchAll(/M(\d+),(\d+)\.5h(\d+)/g))
      isDark[Number(y)]?.fill(true, Number(x), Number(x) + Number(length))
    expect(isDark).toEqual(data)
    expect(decodeURIComponent(image)).toContain(`viewBox='0 0 ${String(size)} ${String(size)}'`)
    expect(drawPlainQr(text)).toBe(image)
  },
)
