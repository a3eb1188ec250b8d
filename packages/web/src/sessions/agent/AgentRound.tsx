import { askedAt, responseOf, type RoundRecord } from '@crewroom/shared/model/round'
import type { AIItemView, TranscriptItemView } from '@crewroom/shared/transcript/views'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight, Clock, CornerDownRight } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { participantOf, plainName } from '../../crew/participant'
import { roleLook } from '../../crew/role-look'
import { MessageText } from '../../groups/message/MessageText'
import { elapsed } from '../../overview/amounts'
import { useSeconds } from '../../overview/page-clock'
import { paths } from '../../shell/paths'
import { ChatHistoryItem } from '../../transcripts/ChatHistoryItem'
import { rowsOf } from '../../transcripts/rows'
import { useTranscript } from '../../transcripts/transcript-context'
import type { Loaded } from '../../transcripts/use-loaded'
import { useDrawnDetails } from '../../transcripts/use-loaded'
import { useTabUI } from '../../transcripts/use-tab-ui'
import { CutText } from '../../transcripts/items/CutText'
import { Avatar } from '../../ui/Avatar'
import { clockTime } from '../../ui/times'
import type { SessionView } from '../SessionPage'
import { type GivenPart, givenParts } from './given-parts'
import { foldedWords, toolsOf, toolWords } from './round-parts'

interface AgentRoundProps extends SessionView {
  readonly agentId: string
  readonly round: RoundRecord
  readonly items: readonly TranscriptItemView[]
  readonly loaded: Loaded
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** One round as an agent had it: what it was given, did and answered. */
export function AgentRound(props: AgentRoundProps) {
  const { agentId, round, items, isOpen, onOpen } = props
  const now = useSeconds()
  const response = responseOf(round, agentId)
  if (!response) return null
  const tools = toolsOf(items)
  const ended = response.endedAt
  const asked = askedAt(round, response)
  const took = elapsed((ended === null ? now : Date.parse(ended)) - Date.parse(asked))
  const words = {
    thinking: `thinking, ${took}`,
    done: response.late ? `answered late, in ${took}` : `answered in ${took}`,
    passed: 'had nothing to add',
    error: 'did not answer',
    interrupted: `stopped after ${took}`,
    skipped: 'had not started',
  }[response.status]
  const id = `agent-round-${round.n}`
  return (
    <section className="sa-round" aria-labelledby={id} data-round={round.n}>
      <h2 className="sa-line" id={id}>
        <b>Round {round.n}</b>
        <span>
          <span className="sr">: </span>
          {[words, ...(tools > 0 ? [toolWords(tools)] : [])].join(' · ')}
        </span>
      </h2>
      {isOpen ? (
        <OpenRound {...props} />
      ) : (
        <button type="button" className="sa-fold" aria-expanded={false} onClick={onOpen}>
          <ChevronRight size={15} aria-hidden="true" />
          <span>{foldedWords(items, response.messageId !== null)}</span>
          <time className="sa-time">
            {clockTime(asked)}
            {ended !== null && ` to ${clockTime(ended)}`}
          </time>
        </button>
      )}
    </section>
  )
}

function OpenRound({ group, session, state, agentId, round, items, loaded }: AgentRoundProps) {
  const response = responseOf(round, agentId)
  const given = items.filter((item) => item.type === 'user')
  const work = items.filter((item): item is AIItemView => item.type === 'ai')
  const who = participantOf(state, agentId, '')
  const last = work.at(-1)
  const answer = response?.messageId ?? null
  const { className, style } = roleLook(who.role, who.color)
  return (
    <>
      {given.map((item) => (
        <section key={item.id} className="sa-given">
          <h3>
            <CornerDownRight size={14} aria-hidden="true" />
            Given to <bdi>{who.label}</bdi>
            <time className="sa-time" dateTime={item.timestamp}>
              {clockTime(item.timestamp)}
            </time>
          </h3>
          <div className="sa-parts">
            {givenParts(item.text.text).map((part, index) => (
              <Given key={index} state={state} part={part} />
            ))}
          </div>
        </section>
      ))}
      {work.length > 0 && <Steps work={work} loaded={loaded} />}
      {work.length === 0 && given.length === 0 && (
        <p className="sa-none">
          {response?.status === 'thinking'
            ? 'It was not handed this round yet.'
            : 'Nothing of this round is in its record.'}
        </p>
      )}
      {answer !== null && last?.lastOutput?.text !== undefined && (
        <section className={`sa-answer ${className}`} style={style} aria-label="The answer">
          <Avatar who={who} />
          <div>
            <p className="sa-head">
              <b>
                <bdi>{who.label}</bdi>
              </b>
              {response?.late && (
                <span className="tag">
                  <Clock size={11} aria-hidden="true" />
                  posted as a late answer
                </span>
              )}
              {response?.endedAt && <time>{clockTime(response.endedAt)}</time>}
              <Link
                className="sa-link"
                to={paths.message(group.leadId, group.name, answer, session.id)}
              >
                Show in group
              </Link>
            </p>
            <Answer item={last} />
          </div>
        </section>
      )}
      {response?.error && <p className="sa-none bad">{response.error}</p>}
    </>
  )
}

function Answer({ item }: { readonly item: AIItemView }) {
  const { details } = useTranscript()
  const { text = '', cut } = item.lastOutput ?? {}
  return (
    <CutText
      text={cut === undefined ? { text } : { text, cut }}
      onWhole={() => void details.text(item.id, 'ai')}
    />
  )
}

function Given({ state, part }: { readonly state: CrewState; readonly part: GivenPart }) {
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

/** Its thoughts and tools, in their order, without the answer. */
function Steps({
  work,
  loaded,
}: {
  readonly work: readonly AIItemView[]
  readonly loaded: Loaded
}) {
  const { details, groups, loaded: now } = loaded
  const tab = useTabUI()
  const rows = useMemo(
    () =>
      rowsOf(work, {
        ...tab,
        filter: 'all',
        details: groups,
        isAIGroupExpanded: () => true,
      }).filter((row) => row.kind !== 'header' && row.kind !== 'last-output'),
    [work, tab, groups],
  )
  const drawn = useMemo(() => [...rows.keys()], [rows])
  useDrawnDetails(details, rows, drawn, now.page?.revision ?? 0)
  return (
    <div className="sa-steps">
      {rows.map((row) => (
        <div key={row.key} data-key={row.key} data-item={row.item.id}>
          <ChatHistoryItem row={row} />
        </div>
      ))}
    </div>
  )
}
