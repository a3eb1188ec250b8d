import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { roleLook } from '../../crew/role-look'
import { elapsed } from '../../overview/amounts'
import { paths } from '../../shell/paths'
import { Avatar } from '../../ui/Avatar'
import { Link } from '../../ui/Link'
import { tookOf } from '../round-words'
import { askAgain } from '../session-actions'
import { useScope } from '../session-scope'
import { AgentName, useAgent } from './AgentName'
import { stopKeyOf } from './stop-key'

interface EndedLineProps {
  readonly round: RoundRecord
  readonly response: RoundResponse
  /** It stands where the agent's column stood. */
  readonly isColumn?: boolean
  readonly isHidden?: boolean
}

/** An agent that gave no answer: why, and what can be done about it. */
export function EndedLine({ round, response, isColumn = false, isHidden = false }: EndedLineProps) {
  const { group, session, rounds, isReadOnly, speakers } = useScope()
  const { agentId, status } = response
  const { who, name } = useAgent(agentId)
  const { className, style } = roleLook(who.role, who.color)
  const isNewest = round.n === Math.max(...rounds.keys())
  // In a discussion its policy says whose turn is next.
  const canAsk = !isReadOnly && isNewest && !round.run && speakers.includes(agentId)
  const record = paths.sessionAgent(group.leadId, group.name, session.id, agentId)
  const Element = isColumn ? 'article' : 'div'
  return (
    <Element
      className={`${isColumn ? 'sn-col' : 'sn-ended'} ${className}`}
      style={style}
      hidden={isHidden}
      data-status={status}
      {...(isColumn
        ? {
            tabIndex: -1,
            'aria-label': `${name}, no answer`,
            'data-stop': stopKeyOf(round.n, agentId),
          }
        : {})}
    >
      {status === 'error' ? <CircleAlert size={18} /> : <Avatar who={who} size="sm" />}
      <p>
        <Sentence {...{ round, response, name }} />
      </p>
      {(status === 'interrupted' || status === 'error') && (
        <span className="sn-acts">
          <Link className="sn-do" to={`${record}&r=${round.n}`} aria-label={`What it did: ${name}`}>
            What it did
          </Link>
          {canAsk && (
            <button
              type="button"
              className="sn-do"
              aria-label={`Ask again: ${name}`}
              onClick={() => askAgain(session, round.n, agentId, name)}
            >
              Ask again
            </button>
          )}
        </span>
      )}
    </Element>
  )
}

/** What an agent that has ended says of itself begins with the word that the sentence has. */
const STATUS = /^failed: /

interface SentenceProps {
  readonly round: RoundRecord
  readonly response: RoundResponse
  readonly name: string
}

function Sentence({ round, response, name }: SentenceProps) {
  const { rounds } = useScope()
  const { status, error, agentId } = response
  const took = elapsed(tookOf(rounds, round, agentId) ?? 0)
  const who = <AgentName name={name} />
  switch (status) {
    case 'interrupted':
      return <Stopped {...{ round, response, who, took }} />
    case 'error':
      return (
        <>
          {who} did not answer: {ended(error?.replace(STATUS, '') ?? 'its program failed')}
        </>
      )
    case 'passed':
      return <>{who} had nothing to add.</>
    case 'skipped':
      return error === null ? (
        <>{who} had not started when you wrote again.</>
      ) : (
        <>
          {who} had not started: {ended(error)}
        </>
      )
    case 'thinking':
    case 'nested':
    case 'done':
      return null
    default:
      return status satisfies never
  }
}

interface StoppedProps extends Pick<SentenceProps, 'round' | 'response'> {
  readonly who: ReactNode
  readonly took: string
}

/** What stopped an answer: the person, an agent, or the end of its session. Earlier versions did not store that. */
function Stopped({ round, response: { error, stoppedBy }, who, took }: StoppedProps) {
  if (error !== null) {
    return (
      <>
        {who} was stopped after {took}: {ended(error)}
      </>
    )
  }
  const nothing = 'Nothing of it was posted.'
  if (stoppedBy !== undefined) {
    return (
      <>
        {stoppedBy === HUMAN_ID ? 'You' : <Stopper agentId={stoppedBy} />} stopped {who} after{' '}
        {took}. {nothing}
      </>
    )
  }
  return (
    <>
      {who} was stopped after {took}
      {round.closed === 'stopped' && ', with the session'}. {nothing}
    </>
  )
}

function Stopper({ agentId }: { readonly agentId: string }) {
  const { name } = useAgent(agentId)
  return <bdi>{name}</bdi>
}

/** A reason as the end of a sentence. */
function ended(reason: string): string {
  return /[.!?…]$/.test(reason) ? reason : `${reason}.`
}
