import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { knownAs, participantOf } from '../../crew/participant'
import { inRole } from '../../crew/role-look'
import { groupName } from '../../groups/group-name'
import { holdWords } from '../../groups/hold-words'
import { ActionProblem, useAction } from '../../needs/NeedFrame'
import { paths } from '../../shell/paths'
import { api } from '../../sync/api'
import { agents } from '../../sync/api/agents'
import { talk } from '../../sync/api/talk'
import { Link } from '../../ui/Link'
import { Avatar } from '../../ui/Avatar'
import { clockTime } from '../../ui/times'
import { addressOf } from '../conversations'
import type { HeldPair } from './held'
import './map-side.css'
import { type Node, roleOfNode } from './nodes'
import type { Pair } from './talk-totals'
import { beginOfWindowNow, type Window } from './windows'

const LISTED = 8

interface MapSideProps {
  readonly state: CrewState
  readonly personName: string
  readonly isReader: boolean
  readonly window: Window
  readonly held: readonly HeldPair[]
  readonly pairs: readonly Pair[]
  readonly nodes: readonly Node[]
  readonly selected: string | null
  readonly onSelect: (pair: string | null) => void
}

/** What needs somebody, the pair that is selected, and who writes most. */
export function MapSide(props: MapSideProps) {
  const { state, held, pairs, nodes, selected, onSelect } = props
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const name = (id: string) => labels.get(id) ?? knownAs(state, id)
  const chosen = pairs.find(({ key }) => key === selected)
  const most = pairs[0]?.total ?? 1
  return (
    <aside className="tm-side" aria-label="Pairs">
      {held.map((own) => (
        <HeldCard key={own.group.name} {...props} own={own} />
      ))}
      {chosen && <PairCard pair={chosen} name={name} {...props} />}
      <section>
        <h2 className="tm-h">Most messages</h2>
        {pairs.length > 0 && <p className="hint">A message for several counts for each of them.</p>}
        {pairs.length === 0 && <p className="hint">Nobody wrote to anybody in this time.</p>}
        <ul className="tm-most">
          {pairs.slice(0, LISTED).map((pair) => (
            <li key={pair.key}>
              <button
                type="button"
                aria-pressed={pair.key === selected}
                onClick={() => onSelect(pair.key === selected ? null : pair.key)}
              >
                <span>{inOrder(pair, name).map(name).join(' · ')}</span>
                <b>{pair.total.toLocaleString('en')}</b>
                <i style={{ width: `${(100 * pair.total) / most}%` }} />
              </button>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}

/** Two by their names, so that a pair is called the same everywhere. */
function inOrder({ a, b }: Pair, name: (id: string) => string): readonly [string, string] {
  return name(a).localeCompare(name(b)) <= 0 ? [a, b] : [b, a]
}

function HeldCard({
  own: held,
  state,
  personName,
  isReader,
}: MapSideProps & { readonly own: HeldPair }) {
  const action = useAction()
  const { group, a, b } = held
  const stop = () => Promise.all([agents.interrupt(a), agents.interrupt(b)])
  return (
    <article className="tm-card you" aria-label="Talking in circles" data-testid="held-pair">
      <p className="tm-head">
        <Avatar who={participantOf(state, a, personName)} size="sm" />
        <Avatar who={participantOf(state, b, personName)} size="sm" />
        <b>Talking in circles</b>
        <time dateTime={held.since}>since {clockTime(held.since)}</time>
      </p>
      <p>
        <b {...inRoleOf(state, a)}>{knownAs(state, a)}</b> and{' '}
        <b {...inRoleOf(state, b)}>{knownAs(state, b)}</b> {holdWords(held)} in{' '}
        <Link to={paths.group(state.lead.id, group.name)}>{groupName(group)}</Link>. New messages
        there are held.
        {held.reason === 'hops' && ' A short answer such as thanks counts as three.'}
      </p>
      <ActionProblem text={action.problem} />
      {!isReader && (
        <div className="acts">
          <button
            type="button"
            className="btn tm-release"
            disabled={action.isBusy}
            title="Delivers what was held, and the agents continue"
            onClick={() => void action.run(() => api.resume(state.lead.id, group.name))}
          >
            Release
          </button>
          <button
            type="button"
            className="btn"
            disabled={action.isBusy}
            title="Interrupts what both are doing"
            onClick={() => void action.run(stop)}
          >
            Stop both
          </button>
          <Link className="btn" to={paths.group(state.lead.id, group.name)}>
            Write to them
          </Link>
        </div>
      )}
    </article>
  )
}

function inRoleOf(state: CrewState, id: string) {
  const { role, color } = participantOf(state, id, '')
  return inRole('tm-who', role, color)
}

interface PairCardProps extends MapSideProps {
  readonly pair: Pair
  readonly name: (id: string) => string
}

function PairCard({ pair, name, state, personName, window }: PairCardProps) {
  const { total } = pair
  const [a, b] = inOrder(pair, name)
  const [aToB, bToA] = a === pair.a ? [pair.aToB, pair.bToA] : [pair.bToA, pair.aToB]
  const isRole = roleOfNode(a) !== null || roleOfNode(b) !== null
  const { data } = useQuery({
    queryKey: ['lead', state.lead.id, 'talk words', a, b, window, total],
    queryFn: ({ signal }) => talk.talkWords(state.lead.id, a, b, beginOfWindowNow(window), signal),
    placeholderData: (before, query) => (query?.queryKey[3] === a ? before : undefined),
    enabled: !isRole,
    retry: 1,
  })
  const most = Math.max(aToB, bToA)
  const agents = [a, b].filter((id) => id !== HUMAN_ID)
  const [one = '', other] = agents
  const address =
    other === undefined
      ? addressOf({ kind: 'agent', agentId: one })
      : addressOf({ kind: 'pair', ids: one < other ? [one, other] : [other, one] })
  return (
    <article className="tm-card" aria-label={`${name(a)} and ${name(b)}`} data-testid="pair">
      <p className="tm-head">
        <ArrowLeftRight size={14} aria-hidden="true" />
        <b>
          {name(a)} and {name(b)}
        </b>
        {!isRole && (
          <Link to={`${paths.section(state.lead.id, 'comms')}?with=${encodeURIComponent(address)}`}>
            Open
          </Link>
        )}
      </p>
      <dl className="tm-ways">
        {[[a, b, aToB] as const, [b, a, bToA] as const].map(([from, to, count]) => (
          <div key={from}>
            <dt>
              {name(from)} to {name(to)}
            </dt>
            <dd>
              <i style={{ width: `${(100 * count) / Math.max(1, most)}%` }} />
              {count.toLocaleString('en')}
            </dd>
          </div>
        ))}
      </dl>
      {data && data.words.length > 0 && (
        <ol className="tm-words">
          {data.words.slice(-4).map((own) => {
            const who = participantOf(state, own.from, personName)
            const text = (
              <span className="tm-text">{own.text.replaceAll(/\s+/g, ' ') || '(deleted)'}</span>
            )
            return (
              <li key={own.messageId}>
                <b {...inRole('tm-who', who.role, who.color)}>
                  {knownAs(state, own.from) || who.label}
                </b>{' '}
                {own.group === null ? (
                  text
                ) : (
                  <Link to={paths.message(state.lead.id, own.group, own.messageId, own.sessionId)}>
                    {text}
                  </Link>
                )}{' '}
                <time dateTime={own.at}>{clockTime(own.at)}</time>
              </li>
            )
          })}
        </ol>
      )}
    </article>
  )
}
