import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useNavigate } from 'react-router'
import { paths } from '../../shell/paths'
import { useKey } from '../../shell/use-key'
import { toast } from '../../ui/toasts'
import { groupAddress } from '../group-address'
import { neighbour } from './group-order'
import { OFFLINE_REASON } from './ListHeader'

interface GroupKeys {
  readonly state: CrewState
  /** Names in the order of the list. */
  readonly shown: readonly string[]
  readonly unread: readonly GroupRecord[]
  readonly focusFilter: () => void
  readonly create: (() => void) | null
}

/** The keys that lead from group to group, wherever in the groups the focus is. */
export function useGroupKeys(props: GroupKeys): void {
  const { state, shown, unread, focusFilter, create } = props
  const navigate = useNavigate()
  // Asked of the address bar: keys may come faster than pages are drawn.
  const current = () => groupAddress(location.pathname, state.groups).name
  const go = (name: string | undefined) => {
    if (name !== undefined && name !== current()) void navigate(paths.group(state.lead.id, name))
  }
  const goUnread = (by: 1 | -1) => {
    const openName = current()
    const waits = new Set(unread.map(({ name }) => name))
    if (openName !== undefined) waits.delete(openName)
    if (waits.size === 0) return void toast.news("You're all caught up.")
    // The next one below the open group in the list, then again from the top.
    const round = shown.filter((name) => waits.has(name) || name === openName)
    const next = neighbour(round, openName, by)
    go(next === openName || next === undefined ? [...waits][0] : next)
  }
  useKey('previousGroup', () => go(neighbour(shown, current(), -1)))
  useKey('nextGroup', () => go(neighbour(shown, current(), 1)))
  useKey('previousUnread', () => goUnread(-1))
  useKey('nextUnread', () => goUnread(1))
  useKey('filterGroups', focusFilter)
  useKey('newGroup', create ?? (() => void toast.problem(OFFLINE_REASON)))
}
