import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import { Square } from 'lucide-react'
import { useId } from 'react'
import { participantOf } from '../crew/participant'
import { roleLook } from '../crew/role-look'
import { MessageRow } from '../groups/message/MessageRow'
import { elapsed } from '../overview/amounts'
import { useSeconds } from '../overview/page-clock'
import { useAgent } from '../sessions/chat/AgentName'
import { AnswerBox } from '../sessions/chat/AnswerBox'
import { stopAnswer } from '../sessions/session-actions'
import type { StepRow } from '../sessions/session-rows'
import { useScope } from '../sessions/session-scope'
import { Avatar } from '../ui/Avatar'
import { chosenIn, isPlainReason, stepWords } from './run-words'
import './step.css'

interface StepViewProps {
  readonly row: StepRow
  readonly run: RunRecord | null
}

/** A round of a discussion: its line, who was chosen and why, and what was answered. */
export function StepView({ row, run }: StepViewProps) {
  const id = useId()
  const { step, answers } = row
  const { round, choices } = step
  const isSummary = round?.ask === 'aggregate'
  const choosing = choices.find(({ closed }) => closed === null)
  const isOver = round === null && choosing === undefined
  return (
    <section className="sn-round dn-step" aria-labelledby={id} data-round={row.n}>
      {!isOver && (
        <h2 className="sn-line dn-line" id={id} tabIndex={-1}>
          <b>{isSummary ? 'Summing up' : `Round ${step.n}`}</b>
          <StepEnd step={step} />
        </h2>
      )}
      {choosing && <Choosing round={choosing} />}
      {round && <ChosenLine run={run} round={round} />}
      {isOver && <Called id={id} choices={choices} />}
      {round && <Answers {...{ row, round }} said={answers} />}
    </section>
  )
}

function StepEnd({ step }: Pick<StepRow, 'step'>) {
  const words = stepWords(step)
  const waits = step.round?.ask === 'human' && step.round.closed === null
  if (waits) return <Waits since={step.round.openedAt} />
  return words === '' ? null : <span className="dn-end">{words}</span>
}

function Waits({ since }: { readonly since: string }) {
  const now = useSeconds()
  return (
    <span className="dn-end">
      waits <span aria-hidden="true">{elapsed(now - Date.parse(since))}</span>
    </span>
  )
}

interface AnswersProps {
  readonly row: StepRow
  readonly round: RoundRecord
  readonly said: StepRow['answers']
}

function Answers({ row, round, said }: AnswersProps) {
  const { crew, personName, isReadOnly, onReply, onMarkUnread } = useScope()
  const agents = round.responses.filter(({ agentId }) => agentId !== HUMAN_ID)
  const own = round.responses.find(({ agentId }) => agentId === HUMAN_ID)
  const message = said.get(HUMAN_ID)
  return (
    <>
      {agents.length > 0 && (
        <AnswerBox row={{ answers: row.answers }} round={{ ...round, responses: agents }} />
      )}
      {message && (
        <MessageRow
          message={message}
          isCompact={false}
          rowTabIndex={-1}
          {...{ crew, personName, isReadOnly, onReply, onMarkUnread }}
        />
      )}
      {own && !message && round.closed !== null && (
        <p className="dn-note">
          {own.status === 'done' ? 'You answered.' : 'Your turn was passed over.'}
        </p>
      )}
    </>
  )
}

/** Who chose whom, in which words; once, above the answer. */
function ChosenLine({ run, round }: { run: RunRecord | null; round: RoundRecord }) {
  const { crew, personName } = useScope()
  const nameOf = (id: string) => participantOf(crew, id, personName).label
  const { by, whom, quote, note } = chosenIn(run, round, nameOf)
  if (by === null) {
    if (note === '' || isPlainReason(note)) return null
    return <p className="dn-why dn-rule">{note.charAt(0).toUpperCase() + note.slice(1)}</p>
  }
  const isMany = run?.policy.kind === 'hierarchical'
  return (
    <p className="dn-why">
      <Avatar who={participantOf(crew, by, personName)} size="sm" />
      <span>
        <Name id={by} /> {isMany ? 'asked' : 'chose'}{' '}
        {whom.map((id, at) => (
          <span key={id}>
            {at > 0 && (at === whom.length - 1 ? ' and ' : ', ')}
            <Name id={id} isWhom />
          </span>
        ))}
      </span>
      {quote !== '' && <span className="dn-said">“{quote.replace(/^[“"]|[”"]$/g, '')}”</span>}
    </p>
  )
}

function Name({ id, isWhom = false }: { readonly id: string; readonly isWhom?: boolean }) {
  const { crew, personName } = useScope()
  if (id === HUMAN_ID) return <b>{isWhom ? 'you' : 'You'}</b>
  const who = participantOf(crew, id, personName)
  const { className, style } = roleLook(who.role, who.color)
  return (
    <b className={`dn-name ${className}`} style={style}>
      <bdi>{who.label}</bdi>
    </b>
  )
}

/** Somebody chooses who speaks: no answer, and so no column. */
function Choosing({ round }: { readonly round: RoundRecord }) {
  const { session, isReadOnly } = useScope()
  const agentId = round.responses[0]?.agentId ?? ''
  const { who, name } = useAgent(agentId)
  const { className, style } = roleLook(who.role, who.color)
  return (
    <div className={`dn-why dn-choosing ${className}`} style={style} data-thinking={agentId}>
      <Avatar who={who} size="sm" />
      <span>
        <b className="dn-name">
          <bdi>{name}</bdi>
        </b>{' '}
        is choosing who speaks next
      </span>
      <span className="sn-spin" aria-hidden="true" />
      <Counting since={round.openedAt} />
      {!isReadOnly && (
        <button
          type="button"
          className="btn sn-stop"
          aria-label={`Stop ${name}'s choice`}
          onClick={() => stopAnswer(session, agentId, name)}
        >
          <Square size={11} />
          Stop
        </button>
      )}
    </div>
  )
}

function Counting({ since }: { readonly since: string }) {
  const now = useSeconds()
  return (
    <span className="sn-time" aria-hidden="true">
      {elapsed(now - Date.parse(since))}
    </span>
  )
}

/** Nobody was chosen: whoever chooses ended it, or could not choose. */
function Called({ id, choices }: { id: string; choices: readonly RoundRecord[] }) {
  const response = choices.at(-1)?.responses[0]
  const { who, name } = useAgent(response?.agentId ?? '')
  const { className, style } = roleLook(who.role, who.color)
  const isDone = /\bTERMINATE\b/i.test(response?.decision ?? '')
  return (
    <p className={`dn-why ${className}`} style={style} id={id}>
      <Avatar who={who} size="sm" />
      <span>
        <b className="dn-name">
          <bdi>{name}</bdi>
        </b>{' '}
        {isDone ? 'called it done' : 'chose nobody'}
      </span>
    </p>
  )
}
