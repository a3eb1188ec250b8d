import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useTasks } from '../reports/use-tasks'
import { clockTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { MentionedGroups, WaitingItem } from './CrewNeeds'
import type { Waiting } from './waiting'
import { type InboxKind, inboxKindOf, INBOX_KINDS, INBOX_WORDS } from './inbox-kinds'
import { later, putOff, PutOff } from './later'
import { markReportsRead, readOf, readReports, reportKey, reportsToRead } from './read-reports'
import { ReportItem } from './ReportItem'

/** What waits, and what was put off, which comes back when its time is up. */
export function useInbox(state: CrewState, waiting: readonly Waiting[]) {
  const now = useNow(5_000)
  const putOffs = useStore(later)
  const { data } = useTasks(state.lead.id)
  const leadId = state.lead.id
  useEffect(() => void readOf(leadId), [leadId])
  const readIds = useStore(readReports, (all) => all[leadId])
  const reports = readIds ? reportsToRead(data?.tasks ?? [], readIds) : []
  const isOff = ({ key }: Waiting) => (putOffs[key] ?? 0) > now
  const here = waiting.filter((own) => !isOff(own))
  const counts = Object.fromEntries(
    INBOX_KINDS.map((kind) => [
      kind,
      kind === 'reports' ? reports.length : here.filter((own) => inboxKindOf(own) === kind).length,
    ]),
  ) as Record<InboxKind, number>
  return { here, off: waiting.filter(isOff), reports, counts, putOffs }
}

interface InboxProps {
  readonly state: CrewState
  readonly inbox: ReturnType<typeof useInbox>
  readonly filter: InboxKind | 'all'
  /** Messages that mention the person could not be had. */
  readonly isError: boolean
}

/** What waits in the crew of the page, by what it asks of the person. */
export function Inbox({ state, inbox, filter, isError }: InboxProps) {
  const { here, off, reports, putOffs } = inbox
  const shown = INBOX_KINDS.filter((kind) => filter === 'all' || filter === kind)
  return (
    <>
      {shown.map((kind) => {
        if (kind === 'reports') {
          return (
            reports.length > 0 && (
              <section key={kind} className="needs" aria-labelledby={`inbox-${kind}`}>
                <h2 id={`inbox-${kind}`}>
                  {INBOX_WORDS[kind].title} <span className="cnt">{reports.length}</span>
                  {reports.length > 1 && (
                    <button
                      type="button"
                      className="lnk"
                      onClick={() => markReportsRead(state.lead.id, reports.map(reportKey))}
                    >
                      Mark all as read
                    </button>
                  )}
                </h2>
                <ul>
                  {reports.map((task) => (
                    <li key={task.id}>
                      <ReportItem state={state} task={task} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        }
        const own = here.filter((one) => inboxKindOf(one) === kind)
        if (own.length === 0) return null
        return (
          <section key={kind} className="needs" aria-labelledby={`inbox-${kind}`}>
            <h2 id={`inbox-${kind}`}>
              {INBOX_WORDS[kind].title} <span className="cnt">{own.length}</span>
            </h2>
            <ul>
              {own.map((one) => (
                <li key={one.key}>
                  <PutOff
                    value={
                      // Time refuses a request, and a discussion stands still: neither is put off.
                      kind === 'still' ? null : (ms) => putOff(one.key, Date.now() + ms)
                    }
                  >
                    <WaitingItem state={state} waiting={one} />
                  </PutOff>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {isError && <MentionedGroups state={state} />}
      {off.length > 0 && <Off state={state} off={off} putOffs={putOffs} />}
    </>
  )
}

interface OffProps {
  readonly state: CrewState
  readonly off: readonly Waiting[]
  readonly putOffs: Readonly<Record<string, number>>
}

function Off({ state, off, putOffs }: OffProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="needs inbox-off"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Put off <span className="cnt">{off.length}</span>
      </summary>
      <ul>
        {isOpen &&
          off.map((one) => (
            <li key={one.key}>
              <p className="inbox-until">
                Until {clockTime(new Date(putOffs[one.key] ?? 0).toISOString())}{' '}
                <button type="button" className="lnk" onClick={() => putOff(one.key, null)}>
                  Bring back
                </button>
              </p>
              <WaitingItem state={state} waiting={one} />
            </li>
          ))}
      </ul>
    </details>
  )
}
