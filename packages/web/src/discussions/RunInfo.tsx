import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Fragment } from 'react'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { money, spanWords, tokenWords } from '../overview/amounts'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { countOf } from '../ui/amounts'
import { clockTime } from '../ui/times'
import { ChangeParticipants } from './ChangeParticipants'
import { endRuleWords, followWords } from './end-words'
import { turnIn } from './live-run'
import { usedBy } from './run-words'
import { useRun } from './use-run'
import { useRunRounds } from './use-run-rounds'
import './run-info.css'

interface RunInfoProps {
  readonly state: CrewState
  readonly session: SessionRecord
  readonly runId: string
}

/** Who takes part in a discussion, when it ends, and who started it. */
export function RunInfo({ state, session, runId }: RunInfoProps) {
  const run = useRun(state, runId)
  return run ? <Info {...{ state, session, run }} /> : null
}

function Info({ state, session, run }: Omit<RunInfoProps, 'runId'> & { readonly run: RunRecord }) {
  const rounds = useRunRounds(session, state, run)
  const { name, isReader } = useStore(person)
  const group = Object.hasOwn(state.groups, run.groupName) ? state.groups[run.groupName] : undefined
  const { limits, startedBy, startedAt, terminationCondition, participants } = run
  const extra = decidersOf(run).filter((id) => !participants.includes(id))
  const isTurn = turnIn(state, session.id) !== undefined
  const follow = followWords(run.policy, (id) => knownAs(state, id))
  return (
    <aside className="dn-info" aria-label="About this discussion" tabIndex={-1}>
      <section>
        <h3>
          Who takes part
          {group && run.status !== 'ended' && !isReader && (
            <ChangeParticipants {...{ state, group, run }} />
          )}
        </h3>
        <ul>
          {[...extra, ...participants].map((id) => (
            <Member key={id} {...{ state, id, rounds, isTurn }} />
          ))}
        </ul>
      </section>
      <section>
        <h3>Ends</h3>
        <dl>
          {terminationCondition !== null && (
            <>
              <dt>When</dt>
              <dd dir="auto">{terminationCondition}</dd>
            </>
          )}
          {limits.until && (
            <>
              <dt>With</dt>
              <dd dir="auto">{endRuleWords(limits.until, (id) => knownAs(state, id))}</dd>
            </>
          )}
          <dt>Rounds</dt>
          <dd>{limits.rounds} at most</dd>
          {limits.usd !== null && (
            <>
              <dt>Money</dt>
              <dd>{money(limits.usd)}, then it stops</dd>
            </>
          )}
          {limits.tokens !== null && (
            <>
              <dt>Tokens</dt>
              <dd>{tokenWords(limits.tokens)}, then it stops</dd>
            </>
          )}
          <dt>Stall</dt>
          <dd>{countOf(limits.stall, 'round')} without news</dd>
          <dt>Answer</dt>
          <dd>{spanWords(limits.answerSeconds * 1_000)} each</dd>
        </dl>
      </section>
      {follow.length > 0 && (
        <section className="dn-follows">
          <h3>Who may follow whom</h3>
          <dl>
            {follow.map(([before, after]) => (
              <Fragment key={before}>
                <dt>
                  After <bdi>{before}</bdi>
                </dt>
                <dd>
                  <bdi>{after}</bdi>
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h3>Started</h3>
        <dl>
          <dt>By</dt>
          <dd>
            {startedBy === HUMAN_ID ? 'you' : participantOf(state, startedBy, name).label} at{' '}
            {clockTime(startedAt)}
          </dd>
        </dl>
      </section>
    </aside>
  )
}

/** Agents that decide without taking part. */
function decidersOf({ policy }: RunRecord): readonly string[] {
  switch (policy.kind) {
    case 'round_robin':
      return []
    case 'selection':
      return policy.by === 'rules' || policy.by === HUMAN_ID ? [] : [policy.by]
    case 'parallel':
      return policy.aggregator === null ? [] : [policy.aggregator]
    case 'hierarchical':
      return [policy.manager]
    default:
      return policy satisfies never
  }
}

interface MemberProps {
  readonly state: CrewState
  readonly id: string
  readonly rounds: readonly RoundRecord[]
  readonly isTurn: boolean
}

function Member({ state, id, rounds, isTurn }: MemberProps) {
  const { name } = useStore(person)
  const who = participantOf(state, id, name)
  const isOwnTurn = id === HUMAN_ID && isTurn
  const asked = rounds.flatMap((round) =>
    round.responses.flatMap((own) => (own.agentId === id ? [{ ask: round.ask, own }] : [])),
  )
  const { tokens, usd } = usedBy(asked.map(({ own }) => own))
  return (
    <li {...inRole('dn-member', who.role, who.color)}>
      <Avatar who={who} size="md" />
      <span>
        <b>
          <bdi>{id === HUMAN_ID ? 'You' : knownAs(state, id)}</bdi>
        </b>
        <small>{isOwnTurn ? 'your turn' : didWords(asked)}</small>
      </span>
      <span className="dn-member-used">
        {tokens > 0 && <span>{tokenWords(tokens)}</span>}
        {usd > 0 && <span>{money(usd)}</span>}
        {isOwnTurn && <i className="dot wait" />}
      </span>
    </li>
  )
}

type Asked = { readonly ask: RoundRecord['ask']; readonly own: RoundRecord['responses'][number] }

/** `2 answers`, `chose 3 times`, `thinking`, `not asked yet`. */
export function didWords(asked: readonly Asked[]): string {
  const now = asked.find(({ own }) => own.status === 'thinking' || own.status === 'nested')
  if (now)
    return now.ask === 'select'
      ? 'choosing'
      : now.own.status === 'nested'
        ? 'discusses first'
        : 'thinking'
  const done = asked.filter(({ own }) => own.status === 'done')
  const chose = done.filter(({ ask }) => ask === 'select').length
  const answered = done.length - chose
  const words = [
    chose === 0 ? '' : chose === 1 ? 'chose once' : `chose ${chose} times`,
    answered === 0 ? '' : countOf(answered, 'answer'),
  ].filter(Boolean)
  if (words.length > 0) return words.join(', ')
  return asked.length === 0 ? 'not asked yet' : 'no answer yet'
}
