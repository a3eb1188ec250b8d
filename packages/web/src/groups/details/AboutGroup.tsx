import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { knownAs } from '../../crew/participant'
import { useRoles } from '../../crew/use-roles'
import { api } from '../../sync/api'
import { clockTime, fullTime, listTime } from '../../ui/times'
import { useNow } from '../../ui/use-now'
import { autoReason } from '../auto-reason'
import { EditableText } from './EditableText'

interface AboutGroupProps {
  readonly group: GroupRecord
  readonly state: CrewState
  readonly personName: string
}

export function AboutGroup({ group, state, personName }: AboutGroupProps) {
  const { leadId, name, archived, roles } = group
  const now = useNow(60_000)
  const { nameOf } = useRoles()
  const who = (id: string) =>
    id === SYSTEM_ID
      ? 'the server'
      : id === HUMAN_ID
        ? personName === 'You'
          ? 'you'
          : personName
        : knownAs(state, id)
  const day = listTime(group.createdAt, now)
  const isToday = day === 'now' || day.includes(':')
  return (
    <section aria-labelledby="about-group">
      <h3 id="about-group">About</h3>
      <EditableText
        label="Name"
        value={group.displayName}
        empty={name}
        most={LIMITS.displayName}
        isRequired
        isFixed={archived}
        save={(displayName) => api.updateGroup(leadId, name, { displayName })}
      />
      <p className="called">
        Agents call it <code>{name}</code>
      </p>
      <EditableText
        label="Purpose"
        value={group.purpose ?? ''}
        empty="None yet"
        most={LIMITS.purpose}
        isLong
        isFixed={archived}
        save={(purpose) => api.updateGroup(leadId, name, { purpose })}
      />
      <dl className="kv">
        <dt>Created</dt>
        <dd title={fullTime(group.createdAt)}>
          by {who(group.createdBy)} {isToday ? `at ${clockTime(group.createdAt)}` : day}
        </dd>
        {group.auto && (
          <>
            <dt>Why</dt>
            <dd>{autoReason(group, state.lead.id)}</dd>
          </>
        )}
        <dt>Messages</dt>
        <dd>{group.messageCount.toLocaleString()}</dd>
        {roles.length > 0 && (
          <>
            <dt>Open to</dt>
            <dd>{`every ${roles.map(nameOf).join(' and ')} who joins the crew`}</dd>
          </>
        )}
        <dt>New members see</dt>
        <dd>{group.openHistory ? 'all messages' : `the last ${LIMITS.historyOnJoin} messages`}</dd>
        <dt>Archived</dt>
        <dd>
          {!archived
            ? 'when everyone has finished'
            : group.archivedBy === null || group.archivedBy === SYSTEM_ID
              ? 'when everyone had finished'
              : `by ${who(group.archivedBy)}`}
        </dd>
      </dl>
    </section>
  )
}
