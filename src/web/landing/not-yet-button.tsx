interface NotYetButtonProps {
  /** The feature the button will open later; also names the button's note. */
  readonly opens: 'creator-beta' | 'wishlist'
  readonly label: string
  readonly note: string
  /** The dialog that a script opens instead; see `open-on-request.ts`. */
  readonly requests?: 'creator'
}

/** A button whose feature is not available yet: it says so in a popover, without a script. */
export function NotYetButton({ opens, label, note, requests }: NotYetButtonProps) {
  const noteId = `${opens}-note`
  return (
    <div className="not-yet">
      <button type="button" className="button" data-opens={opens} data-asks={requests} popoverTarget={noteId}>
        {label}
      </button>
      <p className="not-yet-note" id={noteId} popover="auto" role="status">
        {note}
      </p>
    </div>
  )
}
