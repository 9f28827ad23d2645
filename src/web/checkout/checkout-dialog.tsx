import { useEffect, useRef } from 'react'
import type { CheckoutDialogProps } from './props.ts'

/** The payment dialog. */
export function CheckoutDialog({ editionName, onClosed }: CheckoutDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} onClose={onClosed} aria-label={editionName}>
      <h2>{editionName}</h2>
    </dialog>
  )
}
