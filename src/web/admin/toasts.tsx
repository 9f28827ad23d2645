import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'

type Kind = 'good' | 'bad' | 'info'
interface Toast {
  readonly id: number
  readonly kind: Kind
  readonly text: string
}
type Say = (kind: Kind, text: string) => void

const SHOWN_MS: Readonly<Record<Kind, number>> = { good: 6000, info: 6000, bad: 12_000 }
const ToastContext = createContext<Say>(() => undefined)

/** Returns a function that shows a toast: it is announced to screen readers and disappears by itself. */
export function useToast(): Say {
  return useContext(ToastContext)
}

/** Provides toasts to its children. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const { texts } = useAdmin()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const lastId = useRef(0)
  const region = useRef<HTMLDivElement>(null)
  const drop = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  const say = useCallback<Say>((kind, text) => {
    lastId.current += 1
    const toast = { id: lastId.current, kind, text }
    setToasts((shown) => [...shown.slice(-3), toast])
  }, [])
  useEffect(() => {
    // reopening the popover puts it above any dialog opened in the meantime
    region.current?.hidePopover()
    if (toasts.length > 0) region.current?.showPopover()
  }, [toasts])
  return (
    <ToastContext value={say}>
      {children}
      <div className="toasts" role="status" popover="manual" ref={region}>
        {toasts.map((toast) => (
          <ShownToast key={toast.id} toast={toast} label={texts.shell.dismiss} onDone={drop} />
        ))}
      </div>
    </ToastContext>
  )
}

interface ShownToastProps {
  readonly toast: Toast
  readonly label: string
  readonly onDone: (id: number) => void
}

function ShownToast({ toast, label, onDone }: ShownToastProps) {
  const [isHeld, setIsHeld] = useState(false)
  const { id, kind } = toast
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => {
      onDone(id)
    }, SHOWN_MS[kind])
    return () => {
      clearTimeout(timer)
    }
  }, [id, kind, isHeld, onDone])
  const hold = (held: boolean) => () => {
    setIsHeld(held)
  }
  return (
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <p>{toast.text}</p>
      <button
        type="button"
        aria-label={label}
        onClick={() => {
          onDone(id)
        }}
      >
        ×
      </button>
    </div>
  )
}
