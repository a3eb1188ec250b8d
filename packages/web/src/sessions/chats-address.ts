import type { CrewState } from '@crewroom/shared/state/crew-state'
import { paths } from '../shell/paths'

type Crew = Pick<CrewState, 'lead' | 'groups'>

/** Where an address below `/chats` is now: a group by its id, and a session of it. What is not found is home. */
export function chatsAddress(crews: readonly Crew[], pathname: string, search: string): string {
  const [groupId, , sessionId] = pathname.split('/').slice(2).filter(Boolean).map(decoded)
  const [first] = crews
  if (groupId === undefined) return first ? paths.section(first.lead.id, 'groups') : paths.home
  for (const { lead, groups } of crews) {
    const group = Object.values(groups).find(({ id }) => id === groupId)
    if (!group) continue
    if (sessionId === undefined) return paths.group(lead.id, group.name)
    const params = new URLSearchParams(search)
    if (params.get('view') === 'ui') params.delete('view')
    const rest = params.toString()
    return paths.session(lead.id, group.name, sessionId) + (rest === '' ? '' : `?${rest}`)
  }
  return paths.home
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
