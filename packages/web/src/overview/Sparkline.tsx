interface SparklineProps {
  readonly bars: readonly number[]
  readonly barSeconds: number
  /** When the newest bar ends, and the time now: bars move on while nothing new is told. */
  readonly until: number
  readonly now: number
}

const HEIGHT = 18
const STEP = 3.5

/** How busy an agent was, one bar for each half minute. */
export function Sparkline({ bars, barSeconds, until, now }: SparklineProps) {
  const passed = Math.max(0, Math.ceil((now - until) / (barSeconds * 1_000)))
  const shown = [...bars.slice(passed), ...Array.from({ length: passed }, () => 0)].slice(
    -bars.length,
  )
  const most = Math.max(1, ...shown)
  const busy = shown.filter((count) => count > 0).length
  const minutes = Math.round((bars.length * barSeconds) / 60)
  return (
    <svg
      className="ov-spark"
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={
        busy === 0
          ? `Nothing in the last ${minutes} minutes`
          : `Active in ${Math.round((busy * barSeconds) / 6) / 10} of the last ${minutes} minutes`
      }
    >
      {shown.map((count, index) => {
        const height = count === 0 ? 1 : 2 + ((HEIGHT - 2) * count) / most
        return (
          <rect
            key={index}
            x={index * STEP}
            y={HEIGHT - height}
            width={2.5}
            height={height}
            opacity={count === 0 ? 0.5 : 1}
          />
        )
      })}
    </svg>
  )
}
