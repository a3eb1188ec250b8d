import { shortId } from '@crewroom/shared/model/participant'
import { roleLook } from '../crew/role-look'
import { Avatar } from '../ui/Avatar'
import { clockTime } from '../ui/times'
import { about, elapsed, ESTIMATE, money, tokenWords } from './amounts'
import { CardLink, type CardLinkProps } from './CardLink'
import type { Card } from './cards'
import { LiveBox } from './LiveBox'
import { useSeconds, useSteps } from './page-clock'
import { Sparkline } from './Sparkline'
import type { OverviewData } from './use-overview'

interface AgentCardProps extends CardLinkProps {
  readonly data: OverviewData | undefined
}

/** What one agent is at: who it is, how it stands, its task, and what it put out last. */
export function AgentCard({ state, card, data, isStop, onKeyDown, onFocus }: AgentCardProps) {
  const { who, task, waitsFor, told, tokens, cost, isEstimate } = card
  const { className, style } = roleLook(who.role, who.color)
  const now = useSteps(data?.barSeconds ?? 30)
  return (
    <article className={`ov-card ${className}`} style={style} data-standing={card.standing}>
      <div className="ov-top">
        <Avatar who={who} size="md" />
        <p className="ov-who">
          <CardLink {...{ state, card, isStop, onKeyDown, onFocus }} />
          <RoleOrId who={who} />
        </p>
        <StateWithTime card={card} />
      </div>
      <p className={task === null ? 'ov-none' : 'ov-task'} title={task ?? undefined}>
        {waitsFor.length > 0 && <em>Waits for {waitsFor.join(' and ')} · </em>}
        {task ?? 'No task'}
      </p>
      <LiveBox state={state} card={card} heard={data?.heard[card.id] ?? ''} />
      <footer className="ov-foot">
        {told && data ? (
          <Sparkline
            bars={told.bars}
            barSeconds={data.barSeconds}
            until={Date.parse(data.barsUntil)}
            now={now}
          />
        ) : (
          <i className="ov-spark" />
        )}
        <span className="sp" />
        {told?.plan && <PlanRing {...told.plan} />}
        {tokens !== null && (
          <span title={`${tokens.toLocaleString('en')} tokens`}>{tokenWords(tokens)}</span>
        )}
        {cost !== null && (
          <span title={isEstimate ? ESTIMATE : undefined}>{about(money(cost), isEstimate)}</span>
        )}
      </footer>
    </article>
  )
}

/** The line below a name: the role, or what distinguishes an agent that is called by its role from the others. */
function RoleOrId({ who }: Pick<Card, 'who'>) {
  if (who.isLead) return <small>Lead</small>
  if (who.label !== who.roleName) return <small>{who.roleName}</small>
  return <small className="mono">{shortId(who.id)}</small>
}

/** The word for how an agent stands, and since when: what goes on counts, what rests has a time. */
function StateWithTime({ card: { look, since } }: { readonly card: Card }) {
  const goesOn = look.state === 'working' || look.state === 'starting'
  // Its need or failure says when; the name needs the room.
  const hasTime = look.state !== 'waits' && look.state !== 'failed'
  return (
    <span className="ov-state" data-dot={look.dot}>
      <i className={`dot ${look.dot}`} />
      {look.word}
      {since !== null && hasTime && (
        <span className="ov-since">{goesOn ? <Elapsed since={since} /> : clockTime(since)}</span>
      )}
    </span>
  )
}

function Elapsed({ since }: { readonly since: string }) {
  const now = useSeconds()
  return <>{elapsed(now - Date.parse(since))}</>
}

const ROUND = 2 * Math.PI * 5

/** How far its program says that it has come with its plan. */
function PlanRing({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <span className="ov-plan" title={`${done} of ${total} steps of its plan are done`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="5" />
        <circle
          className="ov-done"
          cx="7"
          cy="7"
          r="5"
          strokeDasharray={`${(ROUND * done) / total} ${ROUND}`}
          transform="rotate(-90 7 7)"
        />
      </svg>
      {done}/{total}
    </span>
  )
}
