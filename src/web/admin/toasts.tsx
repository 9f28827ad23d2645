import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'

type Kind = 'good' | 'bad' | 'info'
type Undo = () => unknown
interface Toast {
  readonly id: number
  readonly kind: Kind
  readonly text: string
  /** Takes back what was done; absent if nothing can. */
  readonly undo?: Undo | undefined
}
type ShowToast = (kind: Kind, text: string, undo?: Undo) => void

const SHOWN_MS: Readonly<Record<Kind, number>> = { good: 6000, info: 6000, bad: 12_000 }
/** Long enough to read it, to notice a mistake, and to get to the button without a mouse. */
const UNDO_SHOWN_MS = 20_000
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
  const showToast = useCallback<ShowToast>((kind, text, undo) => {
    lastId.current += 1
    const toast = { id: lastId.current, kind, text, undo }
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
          <ToastCard
            key={toast.id}
            toast={toast}
            words={{ dismiss: texts.shell.dismiss, undo: texts.many.undo }}
            onDone={remove}
          />
        ))}
      </div>
    </ToastContext>
  )
}

interface ToastCardProps {
  readonly toast: Toast
  readonly words: { readonly dismiss: string; readonly undo: string }
  readonly onDone: (id: number) => void
}

function ToastCard({ toast, words, onDone }: ToastCardProps) {
  const [isPaused, setIsPaused] = useState(false)
  const { id, kind, text, undo } = toast
  const shownMs = undo === undefined ? SHOWN_MS[kind] : UNDO_SHOWN_MS
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => onDone(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, shownMs, isPaused, onDone])
  const setPaused = (isOver: boolean) => () => setIsPaused(isOver)
  return (
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={setPaused(true)}
      onPointerLeave={setPaused(false)}
      onFocus={setPaused(true)}
      onBlur={setPaused(false)}
    >
      <p>{text}</p>
      {undo === undefined ? null : (
        <button
          type="button"
          className="act act-small toast-undo"
          aria-keyshortcuts="z"
          onClick={() => {
            onDone(id)
            undo()
          }}
        >
          {words.undo} <kbd aria-hidden="true">z</kbd>
        </button>
      )}
      <button type="button" className="toast-close" aria-label={words.dismiss} onClick={() => onDone(id)}>
        ×
      </button>
    </div>
  )
}
