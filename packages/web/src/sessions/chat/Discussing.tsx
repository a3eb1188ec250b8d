import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { Square } from 'lucide-react'
import { roleLook } from '../../crew/role-look'
import { elapsed } from '../../overview/amounts'
import { useSeconds } from '../../overview/page-clock'
import { MessageText } from '../../groups/message/MessageText'
import { Avatar } from '../../ui/Avatar'
import { begunAt } from '../round-words'
import { stopAnswer } from '../session-actions'
import { useScope } from '../session-scope'
import { AgentName, useAgent } from './AgentName'
import { stopKeyOf } from './stop-key'

interface DiscussingProps {
  readonly round: RoundRecord
  readonly response: RoundResponse
  readonly isHidden: boolean
}

/** The column of an agent that discusses something with others before it answers. */
export function Discussing({ round, response, isHidden }: DiscussingProps) {
  const { session, rounds, isReadOnly, parts } = useScope()
  const { agentId, child, soFar } = response
  const { who, name } = useAgent(agentId)
  const { className, style } = roleLook(who.role, who.color)
  return (
    <article
      className={`sn-col sn-thinking ${className}`}
      style={style}
      hidden={isHidden}
      aria-label={`${name}, discusses it first`}
      tabIndex={-1}
      data-stop={stopKeyOf(round.n, agentId)}
      data-thinking={agentId}
    >
      <header>
        <Avatar who={who} size="sm" />
        <span className="sn-is">
          <AgentName name={name} /> discusses it first
        </span>
        <span className="sn-spin" aria-hidden="true" />
        <Elapsed since={begunAt(rounds, round, agentId)} />
        {!isReadOnly && (
          <button
            type="button"
            className="btn sn-stop"
            aria-label={`Stop ${name}'s answer`}
            aria-keyshortcuts="x"
            onClick={() => stopAnswer(session, agentId, name)}
          >
            <Square size={11} />
            Stop
          </button>
        )}
      </header>
      {soFar !== undefined && soFar !== '' && (
        <div className="sn-text">
          <MessageText content={soFar} />
        </div>
      )}
      {child !== undefined && parts && <parts.NestedCard runId={child} starter={agentId} />}
    </article>
  )
}

function Elapsed({ since }: { readonly since: string | number }) {
  const now = useSeconds()
  return (
    <span className="sn-time" aria-hidden="true">
      {elapsed(now - Number(since))}
    </span>
  )
}
