import { useMemo } from 'react'
import { renderSVG } from 'uqr'

interface QrImageProps {
  readonly text: string
  readonly alt: string
  /** In CSS pixels. */
  readonly size: number
  /** In modules. */
  readonly quietZone: number
}

/** A text as a QR code. */
export function QrImage({ text, alt, size, quietZone }: QrImageProps) {
  const image = useMemo(() => renderSVG(text, { ecc: 'M', border: quietZone }), [text, quietZone])
  const src = `data:image/svg+xml,${encodeURIComponent(image)}`
  return <img className="qr" src={src} alt={alt} width={size} height={size} />
}
