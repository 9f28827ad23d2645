import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

interface ModalProps {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
  readonly isWide?: boolean
}

/** A native dialog: Escape closes it, a click on the backdrop does not. */
export function Modal({ title, children, onClose, isWide = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // closing the dialog before it is unmounted returns the focus
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'modal modal-wide' : 'modal'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
