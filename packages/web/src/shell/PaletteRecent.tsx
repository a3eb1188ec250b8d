import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Command } from 'cmdk'
import { History } from 'lucide-react'
import { useLocation } from 'react-router'
import { knownAs } from '../crew/participant'
import { groupAddress } from '../groups/group-address'
import { groupName } from '../groups/group-name'
import { sessionTitle } from '../sessions/session-title'
import { recentPlaces } from './recent-places'
import { useSections } from './sections'

const MOST = 5

interface PaletteRecentProps {
  readonly state: CrewState
  readonly open: (to: string) => void
}

/** Where the person was last, before anything is typed; not where they are. */
export function PaletteRecent({ state, open }: PaletteRecentProps) {
  const { pathname } = useLocation()
  const sections = useSections()
  const listed = recentPlaces(state.lead.id)
    .filter((path) => path !== pathname)
    .flatMap((path) => {
      const label = placeName(state, path, sections)
      return label === null ? [] : [{ path, label }]
    })
    .slice(0, MOST)
  if (listed.length === 0) return null
  return (
    <Command.Group heading="Recent">
      {listed.map(({ path, label }) => (
        <Command.Item key={path} value={`recent ${path}`} onSelect={() => open(path)}>
          <History size={18} />
          <bdi className="hit">{label}</bdi>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** What a place is called; null for one that is not there any more. */
function placeName(
  state: CrewState,
  path: string,
  sections: ReturnType<typeof useSections>,
): string | null {
  const [, , , section = 'overview', id] = path.split('/')
  if (section === 'crew' && id !== undefined) {
    return Object.hasOwn(state.agents, id) ? knownAs(state, id) : null
  }
  if (section === 'groups' && id !== undefined) {
    const { name = '', sessionId } = groupAddress(path, state.groups)
    const group = Object.hasOwn(state.groups, name) ? state.groups[name] : undefined
    if (!group) return null
    const session = sessionId === undefined ? undefined : state.sessions[sessionId]
    return session ? `${sessionTitle(session)} in ${groupName(group)}` : groupName(group)
  }
  return sections.find((own) => own.id === section)?.label ?? null
}
