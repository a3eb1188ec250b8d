import { HUMAN_ID, shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Megaphone } from 'lucide-react'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { saidPreview } from '../groups/list/group-order'
import { paths } from '../shell/paths'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { NeedsBadge } from '../ui/Badge'
import { Link } from '../ui/Link'
import { fullTime, listTime } from '../ui/times'
import { type ConversationKey, idsIn, type ListedConversation } from './conversations'

interface ConversationRowProps {
  readonly state: CrewState
  readonly conversation: ListedConversation
  readonly isOpen: boolean
  readonly now: number
}

/** One conversation in the list. */
export function ConversationRow({ state, conversation, isOpen, now }: ConversationRowProps) {
  const { key, address, last } = conversation
  const questions = key.kind === 'agent' ? countQuestions(state, key.agentId) : 0
  return (
    <Link
      className="g cv"
      to={paths.comms(state.lead.id, address)}
      aria-current={isOpen ? 'page' : undefined}
      data-conversation={address}
    >
      <Faces state={state} of={key} />
      <span className="n">
        <Names state={state} of={key} />
      </span>
      {last ? (
        <time dateTime={last.timestamp} title={fullTime(last.timestamp)}>
          {listTime(last.timestamp, now)}
        </time>
      ) : (
        <span />
      )}
      <span className="p">
        <Preview state={state} conversation={conversation} />
      </span>
      <span className="bd">
        <NeedsBadge count={questions} />
      </span>
    </Link>
  )
}

/** Who a conversation is with, small, for a list or a header. */
export function Faces({ state, of }: { readonly state: CrewState; readonly of: ConversationKey }) {
  if (of.kind === 'everyone') {
    return (
      <span className="av everyone" aria-hidden="true">
        <Megaphone size={16} />
      </span>
    )
  }
  const [first, second] = idsIn(of).map((id) => participantOf(state, id, ''))
  return (
    <span className={second ? 'faces two' : 'faces'}>
      {first && <Avatar who={first} size={second ? 'sm' : 'lg'} />}
      {second && <Avatar who={second} size="sm" />}
    </span>
  )
}

export function Names({ state, of }: { readonly state: CrewState; readonly of: ConversationKey }) {
  if (of.kind === 'everyone') return 'Everyone'
  const ids = idsIn(of)
  const labels = ids.map((id) => participantOf(state, id, '').label)
  // Two roles tell two agents apart well enough, where there is little room.
  const areIdsShown = of.kind === 'agent' || labels[0] === labels[1]
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && <span className="amp"> ↔ </span>}
      {labels[index]}
      {areIdsShown && id !== state.lead.id && <span className="mono id"> {shortId(id)}</span>}
    </span>
  ))
}

function Preview({ state, conversation }: Pick<ConversationRowProps, 'state' | 'conversation'>) {
  const { name } = useStore(person)
  const { key, last } = conversation
  if (!last) {
    if (key.kind === 'everyone') return 'Write to all agents at once'
    const agent = key.kind === 'agent' ? state.agents[key.agentId] : undefined
    return agent?.task ?? 'Write to it'
  }
  const text = saidPreview(last.content)
  const from = participantOf(state, last.from, name, last.fromRole)
  if (key.kind === 'agent') return last.from === HUMAN_ID ? `${name}: ${text}` : text
  return `${from.label}: ${text}`
}

function countQuestions(state: CrewState, agentId: string): number {
  return Object.values(state.needs).filter(
    (need) => need.kind === 'question' && need.agentId === agentId,
  ).length
}
