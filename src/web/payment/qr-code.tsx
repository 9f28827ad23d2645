import { useEffect, useState } from 'react'
import { QR_MARGIN_MODULES, QR_SIZE_PX } from '#shared/constants.ts'
import { usePaymentContext } from './payment-context.ts'

/** A QR code; the encoder is a separate chunk. If it fails to load, the placeholder stays. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { texts } = usePaymentContext()
  const [made, setMade] = useState<{ readonly text: string; readonly image: string } | null>(null)
  useEffect(() => {
    let isOver = false
    drawQr(text).then(
      (image) => {
        if (!isOver) setMade({ text, image })
      },
      (cause: unknown) => console.warn('The QR code could not be generated.', cause),
    )
    return () => {
      isOver = true
    }
  }, [text])
  if (made?.text !== text) return <p className="pay-qr pay-qr-placeholder">{texts.panel.generatingQr}</p>
  return <img className="pay-qr" src={made.image} alt={label} width={QR_SIZE_PX} height={QR_SIZE_PX} />
}

async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  const svg = renderSVG(text, {
    ecc: 'M',
    border: QR_MARGIN_MODULES,
    whiteColor: '#ffffff',
    blackColor: '#000000',
  })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
