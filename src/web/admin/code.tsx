/** A key, an id or an address: left to right, one width, in every language. */
export function Code({ children }: { readonly children: string }) {
  return (
    <code dir="ltr" className="code">
      {children}
    </code>
  )
}
