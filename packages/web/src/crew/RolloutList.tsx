import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { stripAnsi } from '@crewroom/shared/transcript/strip-ansi'
import { useMemo, useState } from 'react'
import { EndList } from '../ui/EndList'
import { JournalProblem } from '../activity/JournalProblem'
import { clockTime, dayKey, dayLabel, fullTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { entryLook, withOneUsage } from './rollout-entry'
import { LiveSaid } from './LiveSaid'
import { plainName } from './participant'
import { type Outcomes, recordOutcomes } from './record-outcomes'
import { RolloutText } from './RolloutText'
import type { Rollout } from './use-rollout'

type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: RolloutEntry }

/** What an agent was given, thought, did and said; newest at the end, followed live. */
export function RolloutList({
  agent,
  rollout,
  isWorking,
}: {
  readonly agent: AgentRecord
  readonly rollout: Rollout
  readonly isWorking: boolean
}) {
  const now = useNow(60_000)
  const rows = useMemo(() => rowsOf(rollout.entries), [rollout.entries])
  const outcomes = useMemo(
    () => recordOutcomes(rollout.entries, rollout.replies),
    [rollout.entries, rollout.replies],
  )
  const live = stripAnsi(rollout.live).trim()
  if (rollout.phase === 'failed') return <JournalProblem retry={rollout.retry} />
  if (rollout.phase === 'loading') return <div className="f-wait" aria-busy="true" />
  if (rows.length === 0 && live === '') {
    return (
      <div className="panel">
        <h2>Nothing yet</h2>
        <p>What {plainName(agent)} receives, thinks, does and says appears here as it happens.</p>
      </div>
    )
  }
  return (
    <EndList
      label={`Record of ${plainName(agent)}`}
      rows={rows}
      keyOf={(row) => row.key}
      heightOf={(row) => (row.kind === 'day' ? 40 : 56)}
      loadEarlier={rollout.hasBefore && !rollout.isLoadingEarlier ? rollout.loadEarlier : null}
      jumpKey={agent.id}
      pill={(count) => `${count} new, follow`}
      head={!rollout.hasBefore && rollout.removed > 0 && <Removed count={rollout.removed} />}
      foot={live === '' ? null : <LiveSaid text={live} isWorking={isWorking} />}
    >
      {(row) =>
        row.kind === 'day' ? (
          <div className="f-day">
            <span>{dayLabel(row.at, now)}</span>
          </div>
        ) : (
          <Entry entry={row.entry} outcomes={outcomes.get(row.entry.n)} />
        )
      }
    </EndList>
  )
}

function Removed({ count }: { readonly count: number }) {
  const what =
    count === 1 ? '1 older entry was' : `${count.toLocaleString('en')} older entries were`
  return (
    <p className="r-removed" role="note">
      {what} removed: this server limits how much of agents’ records it keeps. Messages are
      complete.
    </p>
  )
}

function rowsOf(entries: readonly RolloutEntry[]): readonly Row[] {
  const rows: Row[] = []
  let day = ''
  for (const entry of withOneUsage(entries)) {
    const today = dayKey(entry.at)
    if (today !== day) rows.push({ kind: 'day', key: `day ${today}`, at: entry.at })
    day = today
    rows.push({ kind: 'entry', key: String(entry.n), entry })
  }
  return rows
}

const FOLD_LINES = 14
const FOLD_AT = 1_600

function Entry({
  entry,
  outcomes,
}: {
  readonly entry: RolloutEntry
  readonly outcomes: Outcomes | undefined
}) {
  const look = entryLook(entry)
  const [isOpen, setOpen] = useState(false)
  const isAside = look.form === 'aside' || look.form === 'bad'
  const lines = look.body.split('\n')
  const isLong = lines.length > FOLD_LINES || look.body.length > FOLD_AT
  const shown =
    isOpen || !isLong ? look.body : `${lines.slice(0, FOLD_LINES).join('\n').slice(0, FOLD_AT)}…`
  const body =
    shown !== '' &&
    (look.form === 'said' || look.form === 'given' ? (
      <RolloutText text={shown} of={look.form} outcomes={outcomes} />
    ) : (
      <p className={look.isMono ? 'r-body mono' : 'r-body'}>{shown}</p>
    ))
  return (
    <div className={`r-entry ${look.form}`} data-entry={entry.n} data-kind={entry.kind}>
      <span className="r-at">
        <time dateTime={entry.at} title={fullTime(entry.at)}>
          {clockTime(entry.at)}
        </time>
      </span>
      <div>
        {isAside && look.body !== '' ? (
          <button
            type="button"
            className="r-fold"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {look.title}
            {!isOpen && <small>{lines[0]?.slice(0, 120)}</small>}
          </button>
        ) : (
          <p className="r-title">{look.title}</p>
        )}
        {(!isAside || isOpen) && body}
        {!isAside && isLong && (
          <button
            type="button"
            className="f-more"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show less' : `Show all (${lines.length} lines)`}
          </button>
        )}
      </div>
    </div>
  )
}
