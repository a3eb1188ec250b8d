import type { RunRecord } from '@crewroom/shared/model/run'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight } from 'lucide-react'
import { useCallback, useId, useMemo, useState } from 'react'
import { knownAs, participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { useCrewState } from '../crew/use-crew'
import { elapsed } from '../overview/amounts'
import { useSeconds } from '../overview/page-clock'
import { sessionRows } from '../sessions/session-rows'
import { Scope, useScope } from '../sessions/session-scope'
import { useRounds } from '../sessions/use-rounds'
import { paths } from '../shell/paths'
import { sessions } from '../sync/api/sessions'
import { rowsOf } from '../sync/timeline-window'
import { type FetchPage, useTimelineWindow } from '../sync/timeline-windows'
import { readableSession } from '../sync/read-marks'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { whyEnded } from './ended-words'
import { liveRunIn } from './live-run'
import { moneyOf, nestedTitle, roundsWords } from './run-words'
import { StepView } from './StepView'
import { useRun } from './use-run'
import './nested.css'

interface NestedCardProps {
  readonly runId: string
  /** Who started it within its answer. */
  readonly starter: string
}

const MOST_FACES = 4

/** A discussion that was started within an answer: folded under it. */
export function NestedCard({ runId, starter }: NestedCardProps) {
  const { crew, personName, session } = useScope()
  const state = useCrewState(session.leadId)
  const run = useRun(state, runId)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const who = participantOf(crew, starter, personName)
  if (!run) return null
  const nameOf = (own: string) => participantOf(crew, own, personName).label
  const faces = [starter, ...run.participants.filter((own) => own !== starter)]
  const child = Object.hasOwn(state.sessions, run.sessionId)
    ? state.sessions[run.sessionId]
    : undefined
  const words = wordsOf(run, (own) => knownAs(crew, own))
  return (
    <div {...inRole('dn-nest', who.role, who.color)}>
      <button
        type="button"
        className="dn-nest-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="stack" aria-hidden="true">
          {faces.slice(0, MOST_FACES).map((own) => (
            <Avatar key={own} who={participantOf(crew, own, personName)} size="sm" />
          ))}
        </span>
        <span className="dn-nest-words">
          <b>{nestedTitle(run, starter, nameOf)}</b>
          <small>{words}</small>
        </span>
        <NestedMeta run={run} />
        <ChevronRight size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <div id={id} className="dn-nest-in">
          {child ? <NestedRounds {...{ run, child, state }} /> : <p>Its session was deleted.</p>}
          {child && (
            <Link
              className="sn-do"
              to={paths.session(run.leadId, run.groupName, run.sessionId)}
              aria-label={`Open the discussion: ${nestedTitle(run, starter, nameOf)}`}
            >
              Open its page
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

function wordsOf(run: RunRecord, nameOf: (id: string) => string): string {
  if (run.summary !== null) return `“${run.summary.replace(/\s+/g, ' ').trim()}”`
  if (run.status === 'ended') return `Ended: ${whyEnded(run, nameOf)}`
  return run.goal
}

function NestedMeta({ run }: { readonly run: RunRecord }) {
  const { progress, status, startedAt, endedAt } = run
  const used = moneyOf(progress.usage)
  if (endedAt === null) {
    const word = { running: '', waiting_human: ' · your turn', paused: ' · paused', ended: '' }
    return (
      <span className="dn-nest-meta">
        round {Math.min(run.limits.rounds, progress.rounds + 1)} of {run.limits.rounds} ·{' '}
        <Counting since={startedAt} />
        {word[status]}
      </span>
    )
  }
  const took = elapsed(Date.parse(endedAt) - Date.parse(startedAt))
  return (
    <span className="dn-nest-meta">
      {[roundsWords(progress.rounds), took, used].filter(Boolean).join(' · ')}
    </span>
  )
}

function Counting({ since }: { readonly since: string }) {
  const now = useSeconds()
  return <span aria-hidden="true">{elapsed(now - Date.parse(since))}</span>
}

interface NestedRoundsProps {
  readonly run: RunRecord
  readonly child: SessionRecord
  readonly state: CrewState
}

/** The rounds of it, as on its own page. */
function NestedRounds({ run, child, state }: NestedRoundsProps) {
  const outer = useScope()
  const { leadId, groupName, id } = child
  const fetchPage = useCallback<FetchPage>(
    (from, signal) => sessions.messages({ leadId, groupName, id }, from, signal),
    [leadId, groupName, id],
  )
  const { data } = useTimelineWindow(
    leadId,
    readableSession(child).name,
    { at: 'latest' },
    fetchPage,
  )
  const rounds = useRounds(child, state.rounds[id], run.firstRound)
  const live = liveRunIn(state, child)
  const rows = useMemo(
    () =>
      sessionRows({
        rows: data ? rowsOf(data) : [],
        rounds: rounds.byNumber,
        oldestRound: rounds.oldest,
        pending: [],
        asksSomebody: false,
        hasEarlier: false,
        hasLater: false,
        knownSeq: Infinity,
        liveRuns: live ? [live] : [],
      }),
    [data, rounds.byNumber, rounds.oldest, live],
  )
  const scope = useMemo(
    () => ({
      ...outer,
      session: child,
      rounds: rounds.byNumber,
      // Nobody is asked again from here: its own page does that.
      speakers: [],
      unreadAfter: null,
      onReply: undefined,
    }),
    [outer, child, rounds.byNumber],
  )
  const steps = rows.filter((row) => row.kind === 'step')
  if (steps.length === 0) {
    return (
      <p className="dn-note">
        {rounds.isReady
          ? `Nobody was asked yet${run.participants.includes(HUMAN_ID) ? ' but you' : ''}.`
          : 'Loading…'}
      </p>
    )
  }
  return (
    <Scope value={scope}>
      {steps.map((row) => (
        <StepView key={row.key} row={row} run={run} />
      ))}
    </Scope>
  )
}
