import { MessagesSquare } from 'lucide-react'
import { knownAs, participantOf } from '../../crew/participant'
import { clockTime, fullTime } from '../../ui/times'
import { listed } from '../round-words'
import { useScope } from '../session-scope'

const NUMBERS = ['', '', 'both', 'all three', 'all four', 'all five']

/** The top of a session: how it began, and what it is for while nothing was asked. */
export function StartOfSession() {
  const { session, crew, personName, speakers, isReadOnly } = useScope()
  const { createdAt, createdBy, activeAgents, messageCount } = session
  const creator = participantOf(crew, createdBy, personName)
  const names = activeAgents.filter((id) => id !== createdBy).map((id) => knownAs(crew, id))
  const isNew = messageCount === 0 && !isReadOnly && speakers.length > 0
  if (isNew) return <NothingAsked />
  return (
    <div className="sys start">
      <MessagesSquare size={18} />
      <span className="b">
        <b>{creator.label}</b> opened the session
        {names.length > 0 && <> with {listed(names)}</>}
      </span>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {clockTime(createdAt)}
      </time>
    </div>
  )
}

/** Nothing was asked yet: what the session is for. */
function NothingAsked() {
  const { group, crew, speakers } = useScope()
  const verb = group.chat?.broadcastMode === 'mention_only' ? 'Mention' : 'Ask'
  const [first = ''] = speakers
  const isOne = speakers.length === 1
  const all = NUMBERS[speakers.length] ?? `all ${speakers.length}`
  return (
    <div className="sn-first">
      <MessagesSquare size={24} />
      <b>
        {isOne ? (
          <>
            {verb} {knownAs(crew, first)}
          </>
        ) : (
          `${verb} ${all} at once`
        )}
      </b>
      <span>
        {isOne
          ? 'You see its answer here. What it does meanwhile is in its view.'
          : 'Each answers on its own, and reads the others in the next round. What they do meanwhile is in their views.'}
      </span>
    </div>
  )
}
