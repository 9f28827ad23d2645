import type { ReactNode } from 'react'

interface CardProps {
  /** Of the heading, by which the card is named. */
  readonly id: string
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** Of the heading: 2 for a card that is not within another section. */
  readonly level?: 2 | 3
  /** The content of a tab that has no other card. */
  readonly isTab?: boolean
  readonly children: ReactNode
}

/** A card with a heading, and what it is about below it. */
export function Card({ id, title, lead, level = 3, isTab = false, children }: CardProps) {
  const Heading = level === 2 || isTab ? 'h2' : 'h3'
  return (
    <section className={isTab ? 'card tab-content stack' : 'card stack'} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {lead === undefined ? null : <p className="lead">{lead}</p>}
      {children}
    </section>
  )
}

/** The content of a tab that has cards of its own. */
export function CardsTab({
  id,
  title,
  lead,
  children,
}: Pick<CardProps, 'id' | 'title' | 'lead' | 'children'>) {
  return (
    <section className="tab-content stack" aria-labelledby={id}>
      <h2 id={id} className="tab-title">
        {title}
      </h2>
      {lead === undefined ? null : <p className="lead">{lead}</p>}
      {children}
    </section>
  )
}
