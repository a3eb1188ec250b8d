import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../shell/paths'
import { clockTime, fullTime } from '../../ui/times'
import { sentence } from '../feed-rows'
import type { Lane } from './lane-model'
import { SentenceText, useNames } from '../SentenceText'
import { shownHidden } from '../../groups/message/text-pieces'

const MOST = 300
const QUOTED = 200

interface LaneTableProps {
  readonly state: CrewState
  readonly lanes: readonly Lane[]
  readonly range: { readonly from: number; readonly to: number }
}

/** What the lanes draw, in words: newest first. */
export function LaneTable({ state, lanes, range }: LaneTableProps) {
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
          ...lane.bars
            .filter((bar) => bar.from <= to && (bar.to ?? to) >= from)
            .map((bar) => ({ key: `b${bar.key}`, id: lane.id, at: bar.from, mark: null, bar })),
        ])
        .toSorted((a, b) => b.at - a.at),
    [lanes, from, to],
  )
  if (rows.length === 0) {
    return (
      <div className="panel">
        <h2>Nothing in this time</h2>
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
                {bar && barText(bar)}
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

/** A stretch of work in words. */
export function barText(bar: { from: number; to: number | null; isWork: boolean }): string {
  const time = (at: number) => clockTime(new Date(at).toISOString())
  if (bar.to !== null) {
    return `At work on what it was given, ${time(bar.from)}–${time(bar.to)} (${lasting(bar.to - bar.from)})`
  }
  return bar.isWork
    ? `At work since ${time(bar.from)}`
    : `Was given something at ${time(bar.from)} and has not confirmed it yet`
}

/** `40 s`, `3 min`, `1 h 5 min`. */
function lasting(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
