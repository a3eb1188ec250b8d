import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { markKey, unreadIn } from '../sync/read-marks'
import { person, readMarks } from '../sync/sync'
import { useNow } from '../ui/use-now'
import { byActivity, matchesFilter } from './group-order'
import { GroupRow } from './GroupRow'
import { useHeldOrder } from './use-held-order'

type Show = 'all' | 'unread' | 'auto'

interface GroupListProps {
  readonly state: CrewState
  readonly openName: string | undefined
}

/** The crew's groups, newest activity first. */
export function GroupList({ state, openName }: GroupListProps) {
  const { lead, agents, groups } = state
  const [filter, setFilter] = useState('')
  const [show, setShow] = useState<Show>('all')
  const marks = useStore(readMarks.store)
  const { name: personName } = useStore(person)
  const now = useNow(20_000)
  const crew = useMemo(() => ({ lead, agents }), [lead, agents])
  const all = useMemo(() => byActivity(Object.values(groups)), [groups])
  const active = all.filter((group) => !group.archived)
  const archived = all.filter((group) => group.archived && matchesFilter(group, filter))
  const unreadOf = (group: GroupRecord) =>
    unreadIn(state, group, marks[markKey(lead.id, group.name)])
  const matching = active.filter(
    (group) =>
      matchesFilter(group, filter) &&
      (show === 'all' ||
        (show === 'auto' ? group.auto : unreadOf(group) > 0 || group.name === openName)),
  )
  const held = useHeldOrder(matching)
  const row = (group: GroupRecord) => (
    <li key={group.name}>
      <GroupRow
        group={group}
        crew={crew}
        unread={unreadOf(group)}
        isOpen={group.name === openName}
        personName={personName}
        now={now}
      />
    </li>
  )
  return (
    <section className="list" aria-label="Groups">
      <div className="bar">
        <h2>Groups</h2>
        <span className="cnt">{active.length}</span>
      </div>
      <ConnectionStrip className="only-narrow" />
      <div className="find">
        <label>
          <Search size={14} />
          <input
            type="text"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            placeholder="Filter groups"
            aria-label="Filter groups"
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      </div>
      <Segments show={show} setShow={setShow} hasAuto={active.some((group) => group.auto)} />
      <div className="rows" {...held.handlers}>
        <ul>{held.ordered.map(row)}</ul>
        {matching.length === 0 && (
          <Nothing
            hasGroups={active.length > 0}
            filter={filter}
            isUnread={show === 'unread'}
            clear={() => {
              setFilter('')
              setShow('all')
            }}
          />
        )}
        {archived.length > 0 && (
          <ArchivedFold
            count={archived.length}
            startsOpen={archived.some((group) => group.name === openName)}
          >
            {archived.map(row)}
          </ArchivedFold>
        )}
      </div>
    </section>
  )
}

interface SegmentsProps {
  readonly show: Show
  readonly setShow: (show: Show) => void
  readonly hasAuto: boolean
}

function Segments({ show, setShow, hasAuto }: SegmentsProps) {
  const options: readonly (readonly [Show, string])[] = [
    ['all', 'All'],
    ['unread', 'Unread'],
    ...(hasAuto ? ([['auto', 'Auto']] as const) : []),
  ]
  return (
    <div className="seg" role="group" aria-label="Show">
      {options.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={show === value}
          onClick={() => setShow(value)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

interface NothingProps {
  readonly hasGroups: boolean
  readonly filter: string
  readonly isUnread: boolean
  readonly clear: () => void
}

function Nothing({ hasGroups, filter, isUnread, clear }: NothingProps) {
  if (!hasGroups) {
    return (
      <div className="none">
        <b>No groups yet.</b>
        Groups appear when an agent runs CREATE_GROUP, or when the lead gives the same work to
        several agents.
      </div>
    )
  }
  if (filter.trim() === '')
    return <p className="none">{isUnread ? "You're all caught up." : 'None.'}</p>
  return (
    <p className="none">
      No group matches ‘{filter.trim()}’.{' '}
      <button type="button" onClick={clear}>
        Clear filter
      </button>
    </p>
  )
}

interface FoldProps {
  readonly count: number
  readonly startsOpen: boolean
  readonly children: React.ReactNode
}

function ArchivedFold({ count, startsOpen, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <>
      <button
        type="button"
        className="fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={14} />
        Archived
        <span className="cnt">{count}</span>
      </button>
      {isOpen && <ul>{children}</ul>}
    </>
  )
}
