/** A posted form. A field that was sent twice counts once, as its first. */
export interface FormFields {
  /** What a field says; empty where it was not sent. */
  text(name: string): string
  has(name: string): boolean
}

/** No field of ours is longer, but the reason of a refund, which has its own limit. */
const FIELD_MAX = 4000

/** @param body `application/x-www-form-urlencoded`, or the query of an address: whatever it is, it can be read. */
export function formFields(body: string): FormFields {
  const fields = new URLSearchParams(body)
  return {
    text: (name) => stripUnstorable(fields.get(name) ?? '').slice(0, FIELD_MAX),
    has: (name) => fields.has(name),
  }
}

/** What no page can show and no database keep is left out. */
function stripUnstorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
