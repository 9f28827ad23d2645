import type { FrameMessage } from '#shared/framed.ts'

/** Tells the page around the frame; a page of another origin hears nothing. */
export type TellHost = (message: FrameMessage) => void

export function createTellHost(origin: string): TellHost {
  return (message) => window.parent.postMessage(message, origin)
}

/** Tells what height the dialog needs, whenever it changes. */
export function tellHeight(dialog: HTMLElement, tell: TellHost): () => void {
  let last = 0
  const measure = () => {
    const height = [...dialog.children].reduce((sum, child) => sum + child.getBoundingClientRect().height, 0)
    if (Math.ceil(height) === last) return
    last = Math.ceil(height)
    tell({ type: 'keyhold:height', height: last })
  }
  const observer = new ResizeObserver(measure)
  for (const child of dialog.children) observer.observe(child)
  return () => observer.disconnect()
}
