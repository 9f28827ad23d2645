/** A key, an id or an address: left to right and monospaced in every language. */
export function InlineCode({ children }: { readonly children: string }) {
  return (
    <code dir="ltr" className="code">
      {children}
    </code>
  )
}
