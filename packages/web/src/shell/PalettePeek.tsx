import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useStore } from 'zustand'
import { statusLook } from '../crew/agent-status'
import { knownAs, participantOf } from '../crew/participant'
import { useLive } from '../crew/use-crew'
import { groupName, groupNameIn } from '../groups/group-name'
import { plainPreview } from '../groups/list/group-order'
import { MessageText } from '../groups/message/MessageText'
import { liveDetails } from '../sync/live-details'
import { person } from '../sync/sync'
import { fullTime } from '../ui/times'

export type Peeked =
  | { readonly agent: AgentRecord }
  | { readonly group: GroupRecord }
  | { readonly message: Message }

interface PalettePeekProps {
  readonly state: CrewState
  readonly peeked: Peeked
}

/** A look at what is chosen, without leaving where one is. */
export function PalettePeek({ state, peeked }: PalettePeekProps) {
  return (
    <section className="palette-peek" aria-label="Preview" aria-live="polite" tabIndex={0}>
      {'agent' in peeked && <AgentPeek state={state} agent={peeked.agent} />}
      {'group' in peeked && <GroupPeek state={state} group={peeked.group} />}
      {'message' in peeked && <MessagePeek state={state} message={peeked.message} />}
    </section>
  )
}

function AgentPeek({ state, agent }: { readonly state: CrewState; readonly agent: AgentRecord }) {
  const live = useLive(state.lead.id)[agent.id]
  const said = useStore(liveDetails, ({ texts }) => texts[agent.id] ?? '')
  const task = Object.values(state.tasks).find(
    ({ agentId, waits }) => agentId === agent.id && !waits,
  )
  return (
    <>
      <h3>
        {knownAs(state, agent.id)}{' '}
        <span className="cnt">{statusLook(state, agent, live).word}</span>
      </h3>
      {task && <p>{plainPreview(task.text)}</p>}
      {said !== '' && <p className="mono">{said.slice(-300)}</p>}
      {!task && said === '' && <p className="cnt">It has no task, and has said nothing lately.</p>}
    </>
  )
}

function GroupPeek({ state, group }: { readonly state: CrewState; readonly group: GroupRecord }) {
  const { name: personName } = useStore(person)
  const { lastMessage, memberIds } = group
  return (
    <>
      <h3>
        {groupName(group)} <span className="cnt">{memberIds.length} members</span>
      </h3>
      <p className="cnt">
        {memberIds
          .slice(0, 12)
          .map((id) => participantOf(state, id, personName).label)
          .join(', ')}
      </p>
      {lastMessage && (
        <p>
          <b>{participantOf(state, lastMessage.from, personName, lastMessage.fromRole).label}</b>{' '}
          {lastMessage.content}
        </p>
      )}
    </>
  )
}

function MessagePeek({ state, message }: { readonly state: CrewState; readonly message: Message }) {
  const { name: personName } = useStore(person)
  return (
    <>
      <h3>
        {participantOf(state, message.from, personName, message.fromRole).label}{' '}
        <span className="cnt">
          in {groupNameIn(state, message.group)}, {fullTime(message.timestamp)}
        </span>
      </h3>
      <MessageText content={message.content} />
    </>
  )
}
