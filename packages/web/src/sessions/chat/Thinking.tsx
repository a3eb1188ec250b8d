import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { Square } from 'lucide-react'
import { roleLook } from '../../crew/role-look'
import { elapsed } from '../../overview/amounts'
import { useSeconds } from '../../overview/page-clock'
import { Avatar } from '../../ui/Avatar'
import { waitsHelp, waitsWords } from '../away-words'
import { begunAt, queuedBehind, tookBefore } from '../round-words'
import { useScope } from '../session-scope'
import { stopAnswer } from '../session-actions'
import { stopKeyOf } from './stop-key'
import { AgentName, useAgent } from './AgentName'

interface ThinkingProps {
  readonly round: RoundRecord
  readonly response: RoundResponse
  readonly isHidden: boolean
}

/** The column of an agent that has not answered yet. Its answer takes the same place. */
export function Thinking({ round, response, isHidden }: ThinkingProps) {
  const { session, rounds, isReadOnly, live } = useScope()
  const { agentId } = response
  const { who, name } = useAgent(agentId)
  const { className, style } = roleLook(who.role, who.color)
  const behind = queuedBehind(rounds, round, agentId)
  const now = live[agentId]
  const waits = behind === null ? waitsWords(now, round) : 'comes next'
  const isAtWork = waits === null
  const standing = waits ?? 'is thinking'
  const aside =
    behind !== null
      ? `${name} starts after its answer to round ${behind}.`
      : isAtWork
        ? tookBefore(rounds, round, agentId)
        : waitsHelp(waits)
  return (
    <article
      className={`sn-col sn-thinking ${className}`}
      style={style}
      hidden={isHidden}
      aria-label={isAtWork ? `${name}, thinking` : `${name} ${standing}`}
      tabIndex={-1}
      data-stop={stopKeyOf(round.n, agentId)}
      data-thinking={agentId}
    >
      <header>
        <Avatar who={who} size="sm" />
        <span className="sn-is">
          <AgentName name={name} /> {standing}
        </span>
        {isAtWork && (
          <>
            <span className="sn-spin" aria-hidden="true" />
            <Elapsed since={begunAt(rounds, round, agentId)} />
          </>
        )}
        {!isReadOnly && behind === null && (
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
      {aside !== '' && <p className={isAtWork ? 'sn-took' : undefined}>{aside}</p>}
    </article>
  )
}

/** Counts with all others of the page. Not read out: it would never end. */
function Elapsed({ since }: { readonly since: number }) {
  const now = useSeconds()
  return (
    <span className="sn-time" aria-hidden="true">
      {elapsed(now - since)}
    </span>
  )
}
