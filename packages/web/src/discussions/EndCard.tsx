import type { RunRecord } from '@crewroom/shared/model/run'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useCrewState } from '../crew/use-crew'
import { knownAs } from '../crew/participant'
import { MessageText } from '../groups/message/MessageText'
import { elapsed } from '../overview/amounts'
import { sessionTitle } from '../sessions/session-title'
import { useScope } from '../sessions/session-scope'
import { connection } from '../sync/connection'
import { keepDraft } from '../sync/drafts'
import { CopyButton } from '../ui/CopyButton'
import { END_TONES, whyEnded } from './ended-words'
import { discussOn, downloadRun, MORE_ROUNDS } from './run-actions'
import { moneyOf, roundsWords, tokensOf } from './run-words'
import { useRun } from './use-run'
import './ended.css'
import { openedLater } from '../ui/opened-later'

const DelegateDialog = openedLater(() =>
  import('../reports/DelegateDialog').then((own) => own.DelegateDialog),
)

/** How a discussion ended, what came of it, and what can be done with that. */
export function EndCard({ runId }: { readonly runId: string }) {
  const { session, crew } = useScope()
  const state = useCrewState(session.leadId)
  const run = useRun(state, runId)
  if (!run || run.stopReason === null) return null
  const { progress, stopReason, startedAt, endedAt, summary } = run
  const took = elapsed(Date.parse(endedAt ?? startedAt) - Date.parse(startedAt))
  const tokens = tokensOf(progress.usage)
  const meta = [
    roundsWords(progress.rounds),
    `${took} min`,
    tokens === '' ? '' : `${tokens} tokens`,
    moneyOf(progress.usage),
  ]
  return (
    <section
      className="dn-ended"
      data-tone={END_TONES[stopReason]}
      aria-label="End of the discussion"
    >
      <p className="dn-why-ended">
        <i aria-hidden="true" />
        <b>Ended: {whyEnded(run, (id) => knownAs(crew, id))}</b>
        <span>{meta.filter(Boolean).join(' · ')}</span>
      </p>
      {summary !== null && (
        <div className="dn-summary">
          <MessageText content={summary} />
        </div>
      )}
      <Acts run={run} />
    </section>
  )
}

function Acts({ run }: { readonly run: RunRecord }) {
  const { session, isReadOnly } = useScope()
  const state = useCrewState(session.leadId)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const [isTask, setTask] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { summary, stopReason } = run
  const isNewest = session.runId === run.id && !Object.hasOwn(state.runs, run.id)
  const canGoOn = isNewest && !isReadOnly && session.status === 'active'
  const goOn =
    stopReason === 'budget'
      ? run.limits.usd === null
        ? 'Double the tokens'
        : 'Add $1'
      : stopReason === 'max_rounds'
        ? `${MORE_ROUNDS} more rounds`
        : 'Discuss on'
  const task = () => {
    keepDraft(session.leadId, 'task:new', `${run.goal}\n\n${summary ?? ''}`.trim())
    setTask(true)
  }
  return (
    <div className="dn-acts">
      {summary !== null && !isReadOnly && (
        <button type="button" className="btn" onClick={task}>
          Give as a task
        </button>
      )}
      {canGoOn && (
        <button
          type="button"
          className="btn"
          disabled={isLost || isBusy}
          onClick={() => {
            setBusy(true)
            void discussOn(run).then(() => setBusy(false))
          }}
        >
          {goOn}
        </button>
      )}
      {summary !== null && <CopyButton text={summary} what="the summary" />}
      <button
        type="button"
        className="btn"
        disabled={isLost}
        onClick={() => void downloadRun(run, sessionTitle(session))}
      >
        <Download size={15} />
        Download
      </button>
      {isTask && <DelegateDialog state={state} onClose={() => setTask(false)} />}
    </div>
  )
}
