import type { LegalBlock, LegalSection } from '#shared/game-legal.ts'
import { Code, FillText } from '#web/ui/fill-text.tsx'
import type { LegalValues } from './legal-values.tsx'

/** Whether every value a line names is known; otherwise the line is not shown. */
export function hasAllValues(line: string, values: LegalValues): boolean {
  return [...line.matchAll(/\{([\w-]+)\}/g)].every(([, name]) => values[name ?? ''] !== null)
}

/** Removes the lines with unknown values from a section; null if nothing is left. */
export function withoutUnknownLines(section: LegalSection, values: LegalValues): LegalSection | null {
  const body = section.body.flatMap((block) => withoutUnknownEntries(block, values) ?? [])
  return body.length === 0 ? null : { ...section, body }
}

function withoutUnknownEntries(block: LegalBlock, values: LegalValues): LegalBlock[] | null {
  if (typeof block === 'string') return hasAllValues(block, values) ? [block] : null
  if (Array.isArray(block)) {
    const lines = block.filter((line) => hasAllValues(line, values))
    return lines.length === 0 ? null : [lines]
  }
  const pairs = Object.entries(block).filter(([name, text]) => hasAllValues(`${name} ${text}`, values))
  return pairs.length === 0 ? null : [Object.fromEntries(pairs)]
}

/** A line with its values filled in; names in backquotes, such as cookies', become code. */
function LegalLine({ text, values }: { readonly text: string; readonly values: LegalValues }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 0 ? (
        <FillText key={index} text={part} values={values} />
      ) : (
        <Code key={index}>{part}</Code>
      ),
    )
}

interface BlockProps {
  readonly block: LegalBlock
  readonly values: LegalValues
}

/** A paragraph, a list, or terms with their descriptions. */
export function LegalBlockView({ block, values }: BlockProps) {
  if (typeof block === 'string') {
    return (
      <p>
        <LegalLine text={block} values={values} />
      </p>
    )
  }
  if (Array.isArray(block)) {
    return (
      <ul>
        {block.map((line) => (
          <li key={line}>
            <LegalLine text={line} values={values} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl>
      {Object.entries(block).map(([name, text]) => (
        <div key={name}>
          <dt>
            <LegalLine text={name} values={values} />
          </dt>
          <dd>
            <LegalLine text={text} values={values} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A form to copy and fill in. */
export function LegalForm({
  lines,
  values,
}: {
  readonly lines: readonly string[]
  readonly values: LegalValues
}) {
  return (
    <blockquote className="legal-form">
      {lines
        .filter((line) => hasAllValues(line, values))
        .map((line) => (
          <p key={line}>
            <LegalLine text={line} values={values} />
          </p>
        ))}
    </blockquote>
  )
}
