import { exactTime, timeAt } from './lane-words'
import { type Range, ticks } from './time-range'

/** A time that would be cut, or would touch the time of now, is not written. */
const LABEL_PX = 72
const SECONDS_BELOW_MS = 600_000

interface LaneScaleProps {
  readonly range: Range
  readonly now: number
  readonly replay: number | null
  readonly width: number
  /** How many lanes there are, in words. */
  readonly caption: string
}

/** Times above the lanes; they stay while the lanes scroll. */
export function LaneScale({ range, now, replay, width, caption }: LaneScaleProps) {
  const { from, to } = range
  const at = (time: number) => ((time - from) / (to - from)) * width
  const hasNow = now >= from && now <= to
  const others = [...(hasNow ? [now] : []), ...(replay === null ? [] : [replay])]
  const isClear = (x: number) =>
    x < width - LABEL_PX &&
    x > LABEL_PX / 2 &&
    others.every((time) => Math.abs(x - at(time)) > LABEL_PX)
  const format = to - from < SECONDS_BELOW_MS ? exactTime : timeAt
  return (
    <div className="l-head">
      <span className="l-corner">{caption}</span>
      <span className="l-scale" aria-hidden="true" style={{ width }}>
        {ticks(range, width)
          .filter((tick) => isClear(at(tick)))
          .map((tick) => (
            <span key={tick} style={{ left: at(tick) }}>
              {format(tick)}
            </span>
          ))}
        {hasNow && (
          <span className="l-now" style={{ left: Math.min(at(now), width - 16) }}>
            now
          </span>
        )}
        {replay !== null && replay >= from && replay <= to && (
          <b style={{ left: Math.max(34, Math.min(at(replay), width - 34)) }}>
            {exactTime(replay)}
          </b>
        )}
      </span>
    </div>
  )
}

/** Lines below the times, and the one of now. */
export function TimeGrid({
  range,
  now,
  width,
  knownFrom,
}: Pick<LaneScaleProps, 'range' | 'now' | 'width'> & { readonly knownFrom: number | null }) {
  const { from, to } = range
  const at = (time: number) => ((time - from) / (to - from)) * width
  return (
    <div className="l-grid" aria-hidden="true" style={{ width }}>
      {ticks(range, width).map((tick) => (
        <i key={tick} style={{ left: at(tick) }} />
      ))}
      {knownFrom !== null && knownFrom > from && (
        <i className="l-unknown" style={{ width: Math.min(width, at(knownFrom)) }} />
      )}
      {now >= from && now <= to && <i className="l-nowline" style={{ left: at(now) }} />}
    </div>
  )
}
