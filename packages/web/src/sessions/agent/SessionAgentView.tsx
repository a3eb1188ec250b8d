import { responseOf, type RoundRecord } from '@crewroom/shared/model/round'
import { ChevronDown, ChevronUp, Eye, Lock } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { participantOf } from '../../crew/participant'
import { useKey } from '../../shell/use-key'
import { person } from '../../sync/sync'
import { sourceOfSession } from '../../transcripts/source'
import { useLoaded } from '../../transcripts/use-loaded'
import { TabUIContext } from '../../transcripts/use-tab-ui'
import type { SessionView } from '../SessionPage'
import { roundOf, useShowView, useViewedRound } from '../switch/view-address'
import { useRounds } from '../use-rounds'
import { AgentLog } from './AgentLog'
import { isCutOff, itemsByRound, type RoundStart } from './round-parts'
import '../../transcripts/transcript.css'
import '../../transcripts/rows.css'
import '../../transcripts/groups.css'
import '../../transcripts/items/items.css'
import '../../transcripts/items/texts.css'
import './agent-view.css'

interface SessionAgentViewProps extends SessionView {
  readonly agentId: string
}

/** What one agent of a session was given and did, round by round. Another agent's view is another one. */
export function SessionAgentView(props: SessionAgentViewProps) {
  const { session, agentId } = props
  const tab = useMemo(() => ({ tabId: `session ${session.id} ${agentId}` }), [session.id, agentId])
  return (
    <TabUIContext value={tab}>
      <AgentView key={agentId} {...props} />
    </TabUIContext>
  )
}

function AgentView({ group, session, state, agentId }: SessionAgentViewProps) {
  const { leadId, groupName, id } = session
  const source = useMemo(
    () => sourceOfSession({ leadId, groupName, id }, agentId),
    [leadId, groupName, id, agentId],
  )
  const loaded = useLoaded(source)
  const { name: userName } = useStore(person)
  const { params, show, setRound } = useShowView()
  const asked = roundOf(params)
  const rounds = useRounds(session, state.rounds[id], asked ?? session.rounds)
  const own = useMemo(
    () => [...rounds.byNumber.values()].filter((round) => responseOf(round, agentId)),
    [rounds.byNumber, agentId],
  )
  // Not asked in that round: the one before it.
  const open = own.findLast(({ n }) => n <= (asked ?? Infinity)) ?? own[0]
  const openN = open?.n
  useViewedRound(id, openN)
  // A round that is opened later does not take the place of the one that is read.
  useEffect(() => {
    if (asked === null && openN !== undefined) setRound(openN)
  }, [asked, openN, setRound])
  const who = participantOf(state, agentId, '')
  const { page, items, hasBefore, isLoadingBefore, error } = loaded.loaded
  const starts = page?.rounds ?? NONE
  const byRound = useMemo(() => itemsByRound(items, starts), [items, starts])
  const { items: list } = loaded
  const isEarlier = hasBefore && openN !== undefined && isCutOff(items, starts, openN)
  useEffect(() => {
    if (isEarlier && !isLoadingBefore && error === null) void list.loadBefore()
  }, [isEarlier, isLoadingBefore, error, list])
  const isReady = page !== null && rounds.isReady
  const index = open ? own.indexOf(open) : -1
  const go = (by: 1 | -1) => {
    const next = own[index + by]
    if (next) setRound(next.n)
  }
  useKey('previousRound', () => go(-1))
  useKey('nextRound', () => go(1))
  const scope = useMemo(
    () => ({
      agentName: who.label,
      userName,
      folder: page?.session.cwd ?? null,
      details: loaded.details,
      openTranscript: null,
      from: null,
    }),
    [who.label, userName, page, loaded.details],
  )
  return (
    <>
      <div className="sa-strip">
        <Eye size={16} aria-hidden="true" />
        <span>
          What <b>{who.label}</b> was given and did
          <span className="not-narrow">, with its tools. Nobody can write here.</span>
        </span>
        <span className="sp" />
        {open && (
          <>
            <span className="sa-of">
              <span className="not-narrow">round </span>
              {open.n} of {session.rounds}
            </span>
            <Arrow label="Round before" isOff={index <= 0} run={() => go(-1)} icon={ChevronUp} />
            <Arrow
              label="Next round"
              isOff={index >= own.length - 1}
              run={() => go(1)}
              icon={ChevronDown}
            />
          </>
        )}
      </div>
      <AgentLog
        {...{ group, session, state, agentId, loaded, scope, openN, isReady }}
        label={`Record of ${who.label}`}
        rounds={isReady ? own : NO_ROUNDS}
        items={byRound}
        isLoading={isEarlier}
        onOpen={setRound}
      >
        {error !== null && (
          <p className="sa-none" role="status">
            Couldn’t load what it did. {error.message}{' '}
            <button type="button" className="tv-link" onClick={() => list.retry()}>
              Retry
            </button>
          </p>
        )}
        {isReady && own.length === 0 && (
          <div className="panel">
            <h2>{who.label} has not been asked in this session.</h2>
          </div>
        )}
      </AgentLog>
      <div className="sa-foot">
        <Lock size={16} aria-hidden="true" />
        <span>Read-only record of {who.label}</span>
        <button type="button" className="btn" onClick={() => show(null)}>
          Back to group view
          <kbd className="not-narrow" aria-hidden="true">
            V
          </kbd>
        </button>
      </div>
    </>
  )
}

const NONE: readonly RoundStart[] = []
const NO_ROUNDS: readonly RoundRecord[] = []

interface ArrowProps {
  readonly label: string
  readonly isOff: boolean
  readonly run: () => void
  readonly icon: typeof ChevronUp
}

function Arrow({ label, isOff, run, icon: Icon }: ArrowProps) {
  return (
    <button
      type="button"
      className="ib"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && run()}
    >
      <Icon size={16} />
    </button>
  )
}
