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
  const all = NUMBERS[speakers.length] ?? `all ${speakers.length}`
  return (
    <div className="sys start">
      <MessagesSquare size={18} />
      <span className="b">
        <b>{creator.label}</b> opened the session
        {names.length > 0 && <> with {listed(names)}</>}
        {messageCount === 0 && !isReadOnly && speakers.length > 0 && (
          <span className="empty">
            {speakers.length === 1
              ? 'Ask what you want to know.'
              : `Ask ${all} at once: they answer independently, and read each other in the next round.`}
          </span>
        )}
      </span>
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {clockTime(createdAt)}
      </time>
    </div>
  )
}
