interface ReplayVeilProps {
  /** Where the moment of the replay is in the window, in pixels. */
  readonly cursor: number
  readonly width: number
  /** How wide the names on the left are. */
  readonly names: number
}

/** The moment of a replay as a line, and what had not happened then as if behind a veil. */
export function ReplayVeil({ cursor, width, names }: ReplayVeilProps) {
  const from = Math.max(0, cursor)
  return (
    <>
      {cursor < width && (
        <div
          className="l-veil"
          data-testid="veil"
          style={{ left: names + from, width: width - from }}
        />
      )}
      {cursor >= 0 && cursor <= width && (
        <i className="l-cursor" style={{ left: names + cursor }} />
      )}
    </>
  )
}
