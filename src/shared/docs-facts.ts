/** A refusal of a call, with what its code means. */
interface DocsFailure {
  readonly status: string
  readonly code: string
  readonly meaning: string
}

/** A block of code under a heading, such as the fields of a body. */
interface DocsPart {
  readonly title: string
  readonly text: string
}

/** A call as `/docs` shows it. */
export interface DocsCall {
  /** Unique on the page; a link leads to it. */
  readonly id: string
  /** Of a webhook the name of its event. */
  readonly name: string
  readonly summary: string
  /** With marks of Markdown: code, bold and links, and nothing else. So are other descriptions and the lead. */
  readonly description: string
  /** Who may call it; null for everyone. */
  readonly access: string | null
  readonly parts: readonly DocsPart[]
  readonly failures: readonly DocsFailure[]
}

/** A page of `/docs`: one document of the API. */
export interface DocsFacts {
  readonly title: string
  /** What is shown above all documents, such as their common heading. */
  readonly heading: string
  readonly lead: readonly string[]
  readonly documents: readonly { readonly name: string; readonly path: string; readonly isCurrent: boolean }[]
  readonly file: { readonly name: string; readonly path: string }
  readonly groups: readonly {
    readonly id: string
    readonly name: string
    readonly description: string
    readonly calls: readonly DocsCall[]
  }[]
  /** Headings that all calls share. */
  readonly words: { readonly navigation: string; readonly failures: string }
}
