import type { Scale } from './round-scale.ts'

interface RowBarProps {
  readonly value: number
  /** That of the period before, as a mark; 0 for none. */
  readonly before?: number
  /** What the value is a part of, as a paler bar behind it. */
  readonly whole?: number
  readonly scale: Scale
}

/** The bar of a row; its figures stand beside it as text. */
export function RowBar({ value, before = 0, whole = 0, scale }: RowBarProps) {
  const percent = (one: number) => (one / scale.top) * 100
  return (
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar-ground" width={100} height={6} />
      {scale.ticks.map((tick) => (
        <line key={tick} className="grid-line" x1={percent(tick)} x2={percent(tick)} y1={0} y2={6} />
      ))}
      {whole === 0 ? null : <rect className="bar-whole" y={1} width={percent(whole)} height={4} />}
      <rect className="tone-1" y={1} width={percent(value)} height={4} />
      {before === 0 ? null : (
        <line className="before-mark" x1={percent(before)} x2={percent(before)} y1={0} y2={6} />
      )}
    </svg>
  )
}
