import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { groupName } from '../groups/group-name'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { NotFoundPanel } from '../shell/NotFoundPanel'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { sessionTitle } from './session-title'

interface NoSessionProps {
  readonly group: GroupRecord
  readonly state: CrewState
}

const MOST = 8

/** An address of a session that is not there, or not any more. */
export function NoSession({ group, state }: NoSessionProps) {
  const others = Object.values(state.sessions)
    .filter(({ groupName: own, status }) => own === group.name && status === 'active')
    .toReversed()
    .slice(0, MOST)
  return (
    <main className="chat session">
      <ConnectionStrip />
      <NotFoundPanel
        title="There is no such session"
        text={`It may have been deleted. ${
          others.length === 0
            ? `${groupName(group)} has no other sessions.`
            : `These are in ${groupName(group)}:`
        }`}
        to={paths.group(group.leadId, group.name)}
        action="Open the main talk"
      >
        {others.map((own) => (
          <Link
            key={own.id}
            className="btn"
            dir="auto"
            to={paths.session(group.leadId, group.name, own.id)}
          >
            {sessionTitle(own)}
          </Link>
        ))}
      </NotFoundPanel>
    </main>
  )
}
