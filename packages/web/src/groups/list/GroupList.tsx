import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ConnectionStrip } from '../../shell/ConnectionStrip'
import { mentionsInGroup, unreadInGroup } from '../../sync/read-marks'
import { person, readMarks } from '../../sync/sync'
import { useNow } from '../../ui/use-now'
import { byActivity, matchesFilter, placed } from './group-order'
import { GroupRow } from './GroupRow'
import { GroupRows } from './GroupRows'
import { rowItems } from './row-items'
import { inSessions, newer } from './in-sessions'
import { ListFilter } from './ListFilter'
import { ListHeader } from './ListHeader'
import { ListNothing, type Show } from './ListNothing'
import { loadPins, pins, pinsOf } from './pins'
import { useGroupKeys } from './use-group-keys'
import { useHeldOrder } from './use-held-order'
import { openedLater } from '../../ui/opened-later'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const SessionLines = drawnLater(
  () => import('../../sessions/list/SessionLines').then((own) => own.default),
  LeftOut,
)
const GroupMenu = openedLater(() => import('./GroupMenu').then((own) => own.default))

interface GroupListProps {
  readonly state: CrewState
  readonly openName: string | undefined
  /** The open session of the open group. */
  readonly sessionId: string | undefined
  /** Whether the address is one of the archive. */
  readonly isArchive: boolean
  /** Opens the dialog; null while the server cannot be reached. */
  readonly onCreate: (() => void) | null
}

interface OpenMenu {
  readonly name: string
  readonly from: HTMLElement
  readonly at?: { readonly x: number; readonly y: number } | undefined
}

/** The crew's groups: pinned ones, then those with the newest activity. */
export function GroupList(props: GroupListProps) {
  const { state, openName, sessionId, isArchive, onCreate } = props
  const { lead, agents, groups, sessions } = state
  const [filter, setFilter] = useState('')
  const [show, setShow] = useState<Show>('all')
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const filterBox = useRef<HTMLInputElement>(null)
  const marks = useStore(readMarks.store)
  const { name: personName } = useStore(person)
  const pinned = useStore(pins, (all) => pinsOf(all, lead.id))
  useEffect(() => loadPins(lead.id), [lead.id])
  const now = useNow(20_000)
  const crew = useMemo(() => ({ lead, agents }), [lead, agents])
  const all = useMemo(() => Object.values(groups), [groups])
  const ofSessions = useMemo(() => inSessions({ sessions }), [sessions])
  const lastOf = (group: GroupRecord) => newer(group.lastMessage, ofSessions(group).last)
  const isOpenArchived = all.some((group) => group.archived && group.name === openName)
  // Open for what is shown of it, until the person decides otherwise there.
  const isAsked = isArchive || isOpenArchived
  const [fold, setFold] = useState({ isAsked, isOpen: isAsked })
  const isFoldOpen = fold.isAsked === isAsked ? fold.isOpen : isAsked

  const unreadOf = (group: GroupRecord) => unreadInGroup(state, group, marks)
  // A mark of this browser is ahead of the server's: what it has read asks for nobody.
  const mentionsOf = (group: GroupRecord) =>
    Math.min(unreadOf(group), mentionsInGroup(state, group))
  const isShown = (group: GroupRecord) => {
    if (!matchesFilter(group, filter)) return false
    if (show === 'auto') return group.auto
    if (show === 'all' || group.name === openName) return true
    return (show === 'unread' ? unreadOf(group) : mentionsOf(group)) > 0
  }
  const active = useMemo(() => all.filter((group) => !group.archived), [all])
  const inPlace = placed(
    active,
    (group) => pinned.includes(group.name),
    (group) => unreadOf(group) > 0,
    lastOf,
  )
  const held = useHeldOrder(inPlace)
  const matching = held.ordered.filter(({ group }) => isShown(group))
  const isSearch = filter.trim() !== ''
  const archived = useMemo(
    () => byActivity(all.filter((group) => group.archived && matchesFilter(group, filter))),
    [all, filter],
  )
  // What was searched for is shown, wherever it is.
  const items = rowItems(matching, archived, isFoldOpen || isSearch)
  const unreadGroups = active.filter((group) => unreadOf(group) > 0)
  useGroupKeys({
    state,
    shown: matching.map(({ group }) => group.name),
    unread: held.ordered.map(({ group }) => group).filter((group) => unreadOf(group) > 0),
    focusFilter: () => filterBox.current?.focus(),
    create: onCreate,
  })
  const onMenu = useCallback(
    (name: string, from: HTMLElement, at?: OpenMenu['at']) => setMenu({ name, from, at }),
    [],
  )
  const clear = () => {
    setFilter('')
    setShow('all')
    filterBox.current?.focus()
  }
  const menuGroup = menu ? groups[menu.name] : undefined
  return (
    <section className="list" aria-label="Groups">
      <ListHeader state={state} count={active.length} unread={unreadGroups} onCreate={onCreate} />
      <ConnectionStrip className="only-narrow" />
      <ListFilter {...{ filter, setFilter, show, setShow }} box={filterBox} />
      <GroupRows
        items={items}
        openName={openName}
        onFold={() => setFold({ isAsked, isOpen: !isFoldOpen })}
        onMenu={onMenu}
        handlers={held.handlers}
        nothing={
          matching.length === 0 &&
          !(isSearch && archived.length > 0) && (
            <ListNothing
              hasGroups={all.length > 0}
              filter={filter}
              show={show}
              clear={clear}
              create={onCreate}
            />
          )
        }
        renderGroup={(group, isStop) => (
          <GroupRow
            group={group}
            crew={crew}
            unread={unreadOf(group)}
            mentions={mentionsOf(group)}
            isOpen={group.name === openName}
            isInSession={group.name === openName && sessionId !== undefined}
            sessions={ofSessions(group).count}
            last={lastOf(group)}
            isPinned={!group.archived && pinned.includes(group.name)}
            isStop={isStop}
            personName={personName}
            now={now}
            onMenu={onMenu}
          >
            {group.name === openName && ofSessions(group).count > 0 && (
              <Suspense>
                <SessionLines {...{ state, group, sessionId, now }} />
              </Suspense>
            )}
          </GroupRow>
        )}
      />
      {menu && menuGroup && (
        <GroupMenu
          key={`${menu.name} ${menu.at?.x} ${menu.at?.y}`}
          state={state}
          group={menuGroup}
          from={menu.from}
          at={menu.at}
          onPinned={held.release}
          onClose={() => setMenu(null)}
        />
      )}
    </section>
  )
}
