import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface InnerTabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: Id; readonly label: string }[]
  readonly current: Id
  readonly onChoose: (id: Id) => void
  readonly children: ReactNode
}

/** Tabs within a tab of the back office, with the usual keyboard controls: arrow keys, Home and End. */
export function InnerTabs<Id extends string>({
  label,
  tabs,
  current,
  onChoose,
  children,
}: InnerTabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl'
    const at = tabs.findIndex((tab) => tab.id === current)
    const next = {
      ArrowRight: at + (isRtl ? -1 : 1),
      ArrowLeft: at + (isRtl ? 1 : -1),
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (next === undefined) return
    const tab = tabs.at(next % tabs.length)
    if (tab === undefined) return
    event.preventDefault()
    onChoose(tab.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className="tab-panel">
        {children}
      </div>
    </>
  )
}
