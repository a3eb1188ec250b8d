import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo } from 'react'
import { paths } from '../../shell/paths'
import { Link } from '../../ui/Link'
import { clockTime, fullTime } from '../../ui/times'
import { sentence } from '../feed-rows'
import type { Picture } from './lane-rows'
import { barText } from './lane-words'
import { SentenceText, useNames } from '../SentenceText'
import { shownHidden } from '../../groups/message/text-pieces'

const MOST = 300
const QUOTED = 200

interface LaneTableProps {
  readonly state: CrewState
  readonly picture: Picture
  readonly range: { readonly from: number; readonly to: number }
  readonly now: number
}

/** What the lanes draw, in words: newest first. */
export function LaneTable({ state, picture, range, now }: LaneTableProps) {
  const { lanes, bars } = picture
  const { from, to } = range
  const nameOf = useNames(state)
  const rows = useMemo(
    () =>
      lanes
        .flatMap((lane) => [
          ...lane.marks
            .filter(({ at }) => at >= from && at <= to)
            .map((mark) => ({
              key: `m${mark.event.seq}`,
              id: lane.id,
              at: mark.at,
              mark,
              bar: null,
            })),
          ...(bars.get(lane.id) ?? [])
            .filter((bar) => bar.from <= to && (bar.to ?? now) >= from)
            .map((bar) => ({ key: `b${bar.key}`, id: lane.id, at: bar.from, mark: null, bar })),
        ])
        .toSorted((a, b) => b.at - a.at),
    [lanes, bars, from, to, now],
  )
  if (rows.length === 0) {
    return (
      <div className="panel">
        <h2>Nothing in this period</h2>
        <p>Nobody worked, wrote, or was given a task.</p>
      </div>
    )
  }
  return (
    <div className="l-table" tabIndex={0} role="region" aria-label="What the lanes show, in words">
      <table>
        <caption className="sr">What agents did, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Agent</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map(({ key, id, at, mark, bar }) => (
            <tr key={key}>
              <td title={fullTime(new Date(at).toISOString())}>
                {clockTime(new Date(at).toISOString())}
              </td>
              <td>
                {id === 'human' ? (
                  nameOf(id)
                ) : (
                  <Link className="s-who" to={paths.agent(state.lead.id, id)}>
                    {nameOf(id)}
                  </Link>
                )}
              </td>
              <td>
                {mark && <SentenceText state={state} parts={sentence(mark.event).parts} />}{' '}
                {mark && shownHidden(sentence(mark.event).quote?.slice(0, QUOTED) ?? '')}
                {bar && shownHidden(barText(bar))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST && (
        <p className="f-start">
          The newest {MOST} of {rows.length}. Show less time to see the others.
        </p>
      )}
    </div>
  )
}
