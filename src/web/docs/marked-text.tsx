import type { ReactNode } from 'react'

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(https:[^)]+\))/

/** Text with code, bold words and links, as Markdown marks them. */
export function MarkedText({ text }: { readonly text: string }) {
  return text.split(MARKS).map((part, index) => <Part key={index} text={part} />)
}

function Part({ text }: { readonly text: string }): ReactNode {
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>
  if (text.startsWith('**')) return <strong>{text.slice(2, -2)}</strong>
  const link = /^\[([^\]]+)\]\((https:[^)]+)\)$/.exec(text)
  return link === null ? text : <a href={link[2]}>{link[1]}</a>
}
