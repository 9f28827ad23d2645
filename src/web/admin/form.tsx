import { createContext, useContext, type FormHTMLAttributes, type SubmitEvent } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { useBusy } from './use-busy.ts'

const BusyContext = createContext(false)

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  /** The form is busy until its promise settles. */
  readonly onSend: (form: HTMLFormElement) => Promise<unknown>
}

/** A form that is sent by the script, and what is wrong with it told by the script. */
export function Form({ onSend, ...form }: FormProps) {
  const [isBusy, run] = useBusy()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    return run(() => onSend(currentTarget))
  }
  return (
    <BusyContext value={isBusy}>
      <form className="form" noValidate onSubmit={submit} {...form} />
    </BusyContext>
  )
}

interface SubmitButtonProps extends ButtonProps {
  /** The label while the form is busy. */
  readonly busyLabel?: string
}

/** Sends the form around it. */
export function SubmitButton({ busyLabel, children, ...button }: SubmitButtonProps) {
  const isBusy = useContext(BusyContext)
  return (
    <Button type="submit" look="main" isBusy={isBusy} {...button}>
      {isBusy ? (busyLabel ?? children) : children}
    </Button>
  )
}
