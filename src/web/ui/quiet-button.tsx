import type { ButtonHTMLAttributes } from 'react'

/** A small button beside what matters more. */
export function QuietButton(button: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className="button button-quiet button-small" {...button} />
}
