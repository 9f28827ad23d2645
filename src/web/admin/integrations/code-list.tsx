import { InlineCode } from '#web/admin/inline-code.tsx'

/** Names that programs use, on as many lines as they need. */
export function CodeList({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="code-list">
      {names.map((name) => (
        <InlineCode key={name}>{name}</InlineCode>
      ))}
    </span>
  )
}
