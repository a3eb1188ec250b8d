import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { linesOf, outputPieces } from '@crewroom/shared/text/output-lines'
import { Plus } from 'lucide-react'
import { statusLook, whyLine } from '../crew/agent-status'
import { owedWords, waitLine } from '../crew/agent-words'
import { participantOf } from '../crew/participant'
import { StatusDot } from '../crew/StatusDot'
import { useLive } from '../crew/use-crew'
import { answersOf } from '../crew/record-outcomes'
import { useRollout } from '../crew/use-rollout'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import './lead-now.css'
import { Link } from '../ui/Link'
import { shownHidden } from './message/text-pieces'

interface LeadNowProps {
  readonly state: CrewState
  /** Opens the dialog; null while the server cannot be reached. */
  readonly onCreate: (() => void) | null
}

const SHOWN = 3

/** Where there is no group yet: what the lead does and said last, so that nobody thinks nothing happens. */
export function LeadNow({ state, onCreate }: LeadNowProps) {
  const lead = state.agents[state.lead.id]
  return (
    <div className="panel ln">
      {lead && <Lead state={state} lead={lead} />}
      <p>This crew has no groups. Agents create one when they need it, and so can you.</p>
      <div className="ln-acts">
        <Link className="btn p" to={paths.agent(state.lead.id, state.lead.id)}>
          Write to the lead
        </Link>
        {onCreate && (
          <button type="button" className="btn" onClick={onCreate}>
            <Plus size={15} />
            New group
          </button>
        )}
      </div>
    </div>
  )
}

function Lead({ state, lead }: { readonly state: CrewState; readonly lead: AgentRecord }) {
  const live = useLive(state.lead.id)[lead.id]
  const look = statusLook(state, lead, live)
  const pulse = `${live?.status} ${live?.connection} ${live?.owed.count} ${lead.ended}`
  const rollout = useRollout(lead.id, pulse, live?.why.code === 'working')
  const who = participantOf(state, lead.id, '')
  const words = linesOf(
    outputPieces(lastSpeech(rollout.entries) + rollout.live, state),
    answersOf(rollout.entries, rollout.replies),
  ).slice(-SHOWN)
  const why =
    lead.ended === null
      ? waitLine(whyLine(live), owedWords(live))
      : shownHidden(lead.endedReason ?? '')
  return (
    <section className="ln-card" aria-label={`What ${who.label} does`}>
      <header>
        <Avatar who={who} />
        <span>
          <h1>{who.label}</h1>
          <StatusDot look={look} isWordShown />
        </span>
      </header>
      {lead.task !== null && (
        <p className="ln-task" title={lead.task}>
          {shownHidden(lead.task)}
        </p>
      )}
      {words.length > 0 ? (
        <div className="ln-words">
          {words.map(({ kind, text }, index) => (
            // Lines never move: their place is who they are.
            <p key={index} data-kind={kind}>
              {text}
            </p>
          ))}
        </div>
      ) : (
        <p className="ln-words ln-none">{why || 'It has said nothing yet.'}</p>
      )}
      {words.length > 0 && why !== null && why !== '' && <p className="ln-why">{why}</p>}
    </section>
  )
}

/** What was said in the newest turn in which something was. */
function lastSpeech(entries: readonly RolloutEntry[]): string {
  const last = entries.findLast(({ kind }) => kind === 'text')
  return entries
    .filter(({ kind, turnId }) => kind === 'text' && turnId === last?.turnId)
    .map(({ text }) => text ?? '')
    .join('')
}
