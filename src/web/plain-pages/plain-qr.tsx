import { renderSVG } from 'uqr'
import { QR_MARGIN_MODULES, QR_SIZE_PX } from '#shared/constants.ts'

/** The bare address as a QR code, rendered by the server. */
export function PlainQr({ text, label }: { readonly text: string; readonly label: string }) {
  const svg = renderSVG(text, {
    ecc: 'M',
    border: QR_MARGIN_MODULES,
    whiteColor: '#ffffff',
    blackColor: '#000000',
  })
  const image = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return <img className="pay-qr" src={image} alt={label} width={QR_SIZE_PX} height={QR_SIZE_PX} />
}
