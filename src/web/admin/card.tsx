import type { ReactNode } from 'react'

interface CardProps {
  /** Of the heading, by which the card is named. */
  readonly id: string
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** Of the heading: 2 for a card that is not within another section. */
  readonly level?: 2 | 3
  /** The content of a tab that has no other card: it is not framed. */
  readonly isTab?: boolean
  /** At the end of the heading's line: a total, or what concerns all of it. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A card with a heading, and what it is about below it. */
export function Card({ id, title, lead, level = 3, isTab = false, aside, children }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  if (isTab) {
    return (
      <section className="tab-content stack" aria-labelledby={id}>
        <TabTitle id={id} title={title} lead={lead} aside={aside} />
        {children}
      </section>
    )
  }
  return (
    <section className="card stack" aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {lead === undefined ? null : <p className="lead">{lead}</p>}
      {children}
    </section>
  )
}

type TabTitleProps = Pick<CardProps, 'id' | 'title' | 'lead' | 'aside'>

/** The heading of a tab, what it is about, and what stands at the end of its line. */
function TabTitle({ id, title, lead, aside }: TabTitleProps) {
  return (
    <div className="tab-title">
      <h2 id={id}>{title}</h2>
      {lead === undefined ? null : <p className="lead">{lead}</p>}
      {aside === undefined ? null : <div className="row tab-aside">{aside}</div>}
    </div>
  )
}

/** The content of a tab that has cards of its own. */
export function CardsTab({ children, ...title }: TabTitleProps & Pick<CardProps, 'children'>) {
  return (
    <section className="tab-content stack" aria-labelledby={title.id}>
      <TabTitle {...title} />
      {children}
    </section>
  )
}
