import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'

type Kind = 'good' | 'bad' | 'info'
interface Toast {
  readonly id: number
  readonly kind: Kind
  readonly text: string
}
type ShowToast = (kind: Kind, text: string) => void

const SHOWN_MS: Readonly<Record<Kind, number>> = { good: 6000, info: 6000, bad: 12_000 }
const ToastContext = createContext<ShowToast>(() => undefined)

/** Returns a function that shows a toast: it is announced to screen readers and disappears by itself. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

/** Provides toasts to its children. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const { texts } = useAdmin()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const lastId = useRef(0)
  const region = useRef<HTMLDivElement>(null)
  const remove = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  const showToast = useCallback<ShowToast>((kind, text) => {
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
    <ToastContext value={showToast}>
      {children}
      <div className="toasts" role="status" popover="manual" ref={region}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} label={texts.shell.dismiss} onDone={remove} />
        ))}
      </div>
    </ToastContext>
  )
}

interface ToastCardProps {
  readonly toast: Toast
  readonly label: string
  readonly onDone: (id: number) => void
}

function ToastCard({ toast, label, onDone }: ToastCardProps) {
  const [isPaused, setIsPaused] = useState(false)
  const { id, kind } = toast
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => {
      onDone(id)
    }, SHOWN_MS[kind])
    return () => {
      clearTimeout(timer)
    }
  }, [id, kind, isPaused, onDone])
  const setPaused = (isOver: boolean) => () => {
    setIsPaused(isOver)
  }
  return (
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={setPaused(true)}
      onPointerLeave={setPaused(false)}
      onFocus={setPaused(true)}
      onBlur={setPaused(false)}
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
