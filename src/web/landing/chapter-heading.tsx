interface ChapterHeadingProps {
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** Small print beside the lead, for example that the pictures are concept renders. */
  readonly note?: string
}

/** The heading of a landing page section: title and lead; CSS adds the number. */
export function ChapterHeading({ id, title, lead, note }: ChapterHeadingProps) {
  return (
    <div className="chapter-heading">
      <h2 id={id}>{title}</h2>
      {lead === undefined ? null : <p className="chapter-lead">{lead}</p>}
      {note === undefined ? null : <p className="chapter-note">{note}</p>}
    </div>
  )
}
