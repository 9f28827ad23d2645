import { QR_SIZE_PX } from '#shared/constants.ts'
import { drawPlainQr } from './draw-plain-qr.ts'

/** The bare address as a QR code, rendered by the server. */
export function PlainQr({ text, label }: { readonly text: string; readonly label: string }) {
  return <img className="pay-qr" src={drawPlainQr(text)} alt={label} width={QR_SIZE_PX} height={QR_SIZE_PX} />
}
