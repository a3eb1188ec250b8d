import type { CSSProperties } from 'react'
import { type Bucket, roundTop, type Step } from './picture'
import { bucketName } from './picture-times'

/** Units of the drawing: it is stretched to the width of the page, so only its height is exact. */
const COLUMN = 10
const GAP = 1
const HEIGHT = 100

interface BarsProps {
  readonly buckets: readonly Bucket[]
  readonly step: Step
  readonly what: string
  /** How much may be used, drawn as a line; null: there is no limit, or it is not comparable. */
  readonly limit: number | null
  /** Each column has what was used until then. */
  readonly isSum: boolean
  readonly words: (amount: number) => string
  readonly lookOf: (agentId: string) => {
    readonly className: string
    readonly style?: CSSProperties
  }
  readonly nameOf: (agentId: string) => string
}

/** A column for each hour or day, with a piece for each agent. */
export function Bars({ buckets, step, what, limit, isSum, words, lookOf, nameOf }: BarsProps) {
  const top = roundTop(Math.max(limit ?? 0, ...buckets.map(({ total }) => total ?? 0)))
  const most = buckets.reduce((a, b) => ((b.total ?? 0) > (a.total ?? 0) ? b : a))
  const sum = buckets.reduce((all, { total }) => all + (total ?? 0), 0)
  const last = buckets.at(-1)?.total ?? 0
  const limitWords = limit === null ? '' : ` The budget is ${words(limit)}.`
  const label = isSum
    ? `${what} until each ${step}: ${words(last)} in the end.${limitWords}`
    : `${what} by the ${step}: ${words(sum)} in all, most in ${bucketName(most, step)} (${words(most.total ?? 0)}).`
  const ticks = [0, 1 / 3, 2 / 3, 1].map((share) => Math.round(share * (buckets.length - 1)))
  return (
    <div className="use-bars">
      <div className="use-axis" aria-hidden="true">
        <span>{words(top)}</span>
        <span>{words(top / 2)}</span>
        <span>0</span>
      </div>
      <svg
        viewBox={`0 0 ${buckets.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} The table below has every ${step}.`}
      >
        {[0, 0.5].map((share) => (
          <line
            key={share}
            className="use-line"
            x1={0}
            x2={buckets.length * COLUMN}
            y1={share * HEIGHT}
            y2={share * HEIGHT}
          />
        ))}
        {buckets.map((bucket, index) => (
          <Column
            key={bucket.key}
            x={index * COLUMN}
            bucket={bucket}
            top={top}
            lookOf={lookOf}
            title={[
              `${bucketName(bucket, step)}: ${bucket.total === null ? 'not reported' : words(bucket.total)}`,
              ...bucket.parts.map(({ agentId, amount }) => `${nameOf(agentId)} ${words(amount)}`),
            ].join('\n')}
          />
        ))}
        {limit !== null && (
          <line
            className={`use-limit${last >= limit ? ' over' : ''}`}
            x1={0}
            x2={buckets.length * COLUMN}
            y1={HEIGHT - (limit / top) * HEIGHT}
            y2={HEIGHT - (limit / top) * HEIGHT}
          />
        )}
      </svg>
      <div className="use-times" aria-hidden="true">
        {ticks.map((at) => {
          const bucket = buckets[at]
          return bucket && <span key={at}>{bucketName(bucket, step)}</span>
        })}
      </div>
    </div>
  )
}

interface ColumnProps extends Pick<BarsProps, 'lookOf'> {
  readonly x: number
  readonly bucket: Bucket
  readonly top: number
  readonly title: string
}

function Column({ x, bucket, top, lookOf, title }: ColumnProps) {
  return (
    <g>
      <title>{title}</title>
      {/* The whole column answers the pointer. */}
      <rect className="use-hit" x={x} y={0} width={COLUMN} height={HEIGHT} />
      {bucket.parts.map(({ agentId, amount }, index) => {
        const height = (amount / top) * HEIGHT
        const below = bucket.parts.slice(0, index).reduce((sum, part) => sum + part.amount, 0)
        const { className, style } = lookOf(agentId)
        return (
          <rect
            key={agentId}
            className={`use-piece ${className}`}
            style={style}
            x={x + GAP}
            width={COLUMN - 2 * GAP}
            y={HEIGHT - (below / top) * HEIGHT - height}
            // Pieces of the same colour are told apart by the gap between them.
            height={Math.max(0.6, height - 0.8)}
          />
        )
      })}
    </g>
  )
}
