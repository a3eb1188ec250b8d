import { shownHidden } from '../../groups/message/text-pieces'
import { type Bar, drawnBars, without } from './lane-bars'
import type { Stretch } from './lane-model'
import type { Row } from './lane-rows'
import { barText, timeAt } from './lane-words'

/** A hand-over that was over at once is still to be seen. */
const THINNEST_PX = 4
/** A shorter bar has no room for words. */
const WORDS_PX = 60
const APART_PX = 8

export interface TrackProps {
  readonly row: Exclude<Row, { kind: 'quiet' }>
  readonly bars: readonly Bar[]
  readonly waits: readonly Stretch[]
  readonly at: (time: number) => number
  readonly width: number
  readonly now: number
  readonly isDense: boolean
}

/** What lies on a lane behind its signs: when it was there, was at work, waited for a person. */
export function LaneTrack({ row, bars, waits, at, width, now }: TrackProps) {
  const lives = row.kind === 'group' ? [row.lane.life] : row.lane.lives
  const isSeen = ({ from, to }: Stretch) => at(to ?? now) >= 0 && at(from) <= width
  const place = ({ from, to }: Stretch, least = 0) => {
    const left = Math.max(0, Math.min(width, at(from)))
    const right = Math.max(left, Math.min(width, at(to ?? now)))
    return { left, width: Math.max(least, right - left) }
  }
  const work = bars.filter(({ isWork }) => isWork)
  return (
    <>
      {lives.filter(isSeen).map((life) => (
        <i key={life.from} className="l-life" style={place(life)} />
      ))}
      {drawnBars(bars.filter(isSeen), at, now, APART_PX).map((bar) => {
        const placed = place(bar, THINNEST_PX)
        const hasWords = bar.label !== null && placed.width >= WORDS_PX
        return (
          <i
            key={bar.key}
            className={bar.isWork ? 'l-bar' : 'l-bar open'}
            data-bar={bar.to === null ? 'open' : 'over'}
            title={shownHidden(barText(bar))}
            style={placed}
          >
            {hasWords && <span>{shownHidden(bar.label ?? '')}</span>}
          </i>
        )
      })}
      {without(waits.filter(isSeen), work, now).map((wait) => (
        <i
          key={wait.from}
          className="l-bar waits"
          title={`Waiting for you since ${timeAt(wait.from)}`}
          style={place(wait, THINNEST_PX)}
        />
      ))}
    </>
  )
}
