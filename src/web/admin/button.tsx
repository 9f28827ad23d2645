import { useState, type ButtonHTMLAttributes, type ReactNode } from 'react'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main`: what the page is there for; `danger`: what cannot be undone; `quiet`: what is seldom pressed. */
  readonly look?: 'main' | 'danger' | 'quiet' | undefined
  readonly isSmall?: boolean
  /** What it does is under way, and it cannot be pressed. */
  readonly isBusy?: boolean | undefined
}

/** A button of the back office. */
export function Button({ look, isSmall = false, isBusy, disabled, ...button }: ButtonProps) {
  const classes = ['act', isSmall ? 'act-small' : '', look === undefined ? '' : `act-${look}`]
  return (
    <button
      type="button"
      className={classes.filter((one) => one !== '').join(' ')}
      aria-busy={isBusy}
      disabled={isBusy === true || disabled === true}
      {...button}
    />
  )
}

interface DialogButtonProps extends ButtonProps {
  /** Renders the dialog that the button opens. */
  readonly dialog: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen ? dialog(() => setIsOpen(false)) : null}
    </>
  )
}
