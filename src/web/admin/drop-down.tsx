import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

interface DropDownProps {
  /** Of the button. */
  readonly label: ReactNode
  /** Of the button, where its label is only a sign. */
  readonly name?: string
  readonly className?: string
  readonly title?: string
  /** Marks the button while what it opens filters something. */
  readonly isSet?: boolean
  readonly children: ReactNode
}

/** A button that opens a panel below it; Escape, or a press elsewhere, closes it. */
export function DropDown({ label, name, className = 'chip', title, isSet = false, children }: DropDownProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const onPointer = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) === false) setIsOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('focusin', onPointer)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('focusin', onPointer)
    }
  }, [isOpen])
  return (
    <div
      className="drop-down"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setIsOpen(false)
        root.current?.querySelector('button')?.focus()
      }}
    >
      <button
        type="button"
        className={className}
        title={title ?? name}
        aria-label={name}
        data-set={isSet ? '' : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </button>
      <div id={id} className="drop-panel" hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
