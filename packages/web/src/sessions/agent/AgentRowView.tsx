import { askedAt } from '@crewroom/shared/model/round'
import type { AIItemView, UserItemView } from '@crewroom/shared/transcript/views'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight, Clock, CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { participantOf, plainName } from '../../crew/participant'
import { roleLook } from '../../crew/role-look'
import { MessageText } from '../../groups/message/MessageText'
import { elapsed } from '../../overview/amounts'
import { useSeconds } from '../../overview/page-clock'
import { paths } from '../../shell/paths'
import { ChatHistoryItem } from '../../transcripts/ChatHistoryItem'
import { CutText } from '../../transcripts/items/CutText'
import { useTranscript } from '../../transcripts/transcript-context'
import { Avatar } from '../../ui/Avatar'
import { Link } from '../../ui/Link'
import { clockTime } from '../../ui/times'
import { stoppedWords } from '../round-words'
import type { SessionView } from '../SessionPage'
import type { AgentRow } from './agent-rows'
import { type GivenPart, givenParts } from './given-parts'
import { foldedWords, toolsOf, toolWords } from './round-parts'

interface AgentRowViewProps extends SessionView {
  readonly agentId: string
  readonly row: AgentRow
  /** More of the open round is on its way. */
  readonly isLoading: boolean
  readonly onOpen: (n: number) => void
}

/** One row of an agent's view, by what it is. */
export function AgentRowView({ row, isLoading, onOpen, ...view }: AgentRowViewProps) {
  switch (row.kind) {
    case 'line':
      return <Line row={row} state={view.state} />
    case 'fold':
      return <Fold row={row} onOpen={onOpen} />
    case 'given':
      return <Given given={row.given} state={view.state} agentId={view.agentId} />
    case 'step':
      return (
        <div className="sa-step">
          <ChatHistoryItem row={row.row} />
        </div>
      )
    case 'none':
      return <p className="sa-none">{noneWords(row, isLoading)}</p>
    case 'answer':
      return <Answer row={row} {...view} />
    case 'error':
      return <p className="sa-none bad">{row.error}</p>
    default:
      return row satisfies never
  }
}

function noneWords({ response }: AgentRow, isLoading: boolean): string {
  if (isLoading) return 'Loading…'
  return response.status === 'thinking'
    ? 'It was not handed this round yet.'
    : 'Nothing of this round is in its record.'
}

type RowOf<Kind extends AgentRow['kind']> = Extract<AgentRow, { readonly kind: Kind }>

function Line({ row, state }: { readonly row: RowOf<'line'>; readonly state: CrewState }) {
  const { round, response, items } = row
  const now = useSeconds()
  const tools = toolsOf(items)
  const ended = response.endedAt
  const asked = askedAt(round, response)
  const took = elapsed((ended === null ? now : Date.parse(ended)) - Date.parse(asked))
  const words = {
    thinking: `thinking, ${took}`,
    nested: `started a discussion, ${took}`,
    done: response.late ? `answered late, in ${took}` : `answered in ${took}`,
    passed: 'had nothing to add',
    error: 'did not answer',
    interrupted: stoppedWords(response, took, (id) => participantOf(state, id, '').label),
    skipped: 'had not started',
  }[response.status]
  return (
    <h2 className="sa-line" tabIndex={-1}>
      <b>Round {round.n}</b>
      <span>
        <span className="sr">: </span>
        {[words, ...(tools > 0 ? [toolWords(tools)] : [])].join(' · ')}
      </span>
    </h2>
  )
}

function Fold({ row, onOpen }: { readonly row: RowOf<'fold'>; onOpen: (n: number) => void }) {
  const { round, response, items } = row
  const words = foldedWords(items, response.messageId !== null)
  return (
    <button type="button" className="sa-fold" aria-expanded={false} onClick={() => onOpen(round.n)}>
      <ChevronRight size={15} aria-hidden="true" />
      <span>
        <span className="sr">Round {round.n}: </span>
        {words}
      </span>
      <time className="sa-time">
        {clockTime(askedAt(round, response))}
        {response.endedAt !== null && ` to ${clockTime(response.endedAt)}`}
      </time>
    </button>
  )
}

interface GivenProps {
  readonly state: CrewState
  readonly agentId: string
  readonly given: UserItemView
}

const Given = memo(function Given({ state, agentId, given }: GivenProps) {
  const { details } = useTranscript()
  const whole = useStore(details.store, ({ texts }) => texts.get(given.id))
  const { text, cut } = whole?.type === 'user' ? whole.text : given.text
  return (
    <section className="sa-given">
      <h3>
        <CornerDownRight size={14} aria-hidden="true" />
        <span>
          Given to <bdi>{participantOf(state, agentId, '').label}</bdi>
        </span>
        <time className="sa-time" dateTime={given.timestamp}>
          {clockTime(given.timestamp)}
        </time>
      </h3>
      <div className="sa-parts">
        {givenParts(text).map((part, index) => (
          <Part key={index} state={state} part={part} />
        ))}
        {cut !== undefined && (
          <button
            type="button"
            className="tv-more"
            onClick={() => void details.text(given.id, 'user')}
          >
            Show all ({cut.toLocaleString('en')} characters)
          </button>
        )}
      </div>
    </section>
  )
})

function Part({ state, part }: { readonly state: CrewState; readonly part: GivenPart }) {
  const agent = Object.values(state.agents).find((own) => plainName(own) === part.who)
  const isYou = part.who === null || part.who === 'User'
  const look = agent ? roleLook(agent.role, agent.color) : { className: isYou ? 'you' : '' }
  return (
    <div {...look} className={`sa-part ${look.className}`}>
      <b>{isYou ? 'You' : part.who}</b>
      <MessageText content={part.text} />
    </div>
  )
}

interface AnswerProps extends SessionView {
  readonly agentId: string
  readonly row: RowOf<'answer'>
}

function Answer({ row, group, session, state, agentId }: AnswerProps) {
  const { response, answer, messageId } = row
  const who = participantOf(state, agentId, '')
  const { className, style } = roleLook(who.role, who.color)
  return (
    <section className={`sa-answer ${className}`} style={style} aria-label="The answer">
      <Avatar who={who} />
      <div>
        <p className="sa-head">
          <b>
            <bdi>{who.label}</bdi>
          </b>
          {response.late && (
            <span className="tag">
              <Clock size={11} aria-hidden="true" />
              posted as a late answer
            </span>
          )}
          {response.endedAt !== null && <time>{clockTime(response.endedAt)}</time>}
          <Link
            className="sa-link"
            to={paths.message(group.leadId, group.name, messageId, session.id)}
          >
            Show in group
          </Link>
        </p>
        <AnswerText item={answer} />
      </div>
    </section>
  )
}

function AnswerText({ item }: { readonly item: AIItemView }) {
  const { details } = useTranscript()
  const whole = useStore(details.store, ({ texts }) => texts.get(item.id))
  const own = whole?.type === 'ai' ? whole.item.lastOutput : null
  const isOfNow = own?.timestamp === item.lastOutput?.timestamp
  const { text = '', cut } = (isOfNow ? own : item.lastOutput) ?? {}
  return (
    <CutText
      text={cut === undefined ? { text } : { text, cut }}
      onWhole={() => void details.text(item.id, 'ai')}
    />
  )
}
