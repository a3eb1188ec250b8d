import type { TaskCounts } from '@crewroom/shared/model/overview'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Pause, Play, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { Standing } from '../crew/standing'
import { shownHidden } from '../groups/message/text-pieces'
import { api } from '../sync/api'
import { toast, UNDO } from '../ui/toasts'
import type { Card } from './cards'
import { progressWords, sentenceParts } from './crew-sentence'
import { useSteps } from './page-clock'

/** So long a pause can be taken back with a key. */
const UNDO_MS = 10_000

interface CrewHeadProps {
  readonly state: CrewState
  readonly cards: readonly Card[]
  readonly tasks: TaskCounts | undefined
  readonly filter: Standing | null
  readonly setFilter: (standing: Standing | null) => void
  /** Null for people who may only read. */
  readonly act: { readonly giveTask: () => void; readonly pause: () => void } | null
}

/** The crew's purpose, and its state in one sentence. Each part of it shows the agents that it is about. */
export function CrewHead({ state, cards, tasks, filter, setFilter, act }: CrewHeadProps) {
  const { lead } = state
  const task = state.agents[lead.id]?.task
  const title = shownHidden(task?.split('\n').find((line) => line.trim() !== '') ?? lead.name)
  const age = Math.max(0, useSteps(1) - Date.parse(lead.createdAt))
  const parts = sentenceParts(cards)
  return (
    <div className="ov-head">
      <div className="ov-title">
        <h1 title={task ?? undefined}>{title}</h1>
        <p className="ov-sentence">
          {lead.paused && <b className="ov-paused">Paused by you. </b>}
          {cards.length <= 1 && parts.length === 0 && !lead.paused && 'Nobody is here yet. '}
          {parts.map(({ standing, text }, index) => (
            <span key={standing}>
              {index > 0 && ', '}
              <button
                type="button"
                className="ov-part"
                data-standing={standing}
                aria-pressed={filter === standing}
                title={filter === standing ? 'Show all again' : 'Show only these'}
                onClick={() => setFilter(filter === standing ? null : standing)}
              >
                {index === 0 && standing === 'working' && <i className="dot run" />}
                {text}
              </button>
            </span>
          ))}
          {parts.length > 0 && '. '}
          <span className="ov-progress">{progressWords(age, tasks)}</span>
        </p>
      </div>
      {act && (
        <div className="ov-acts">
          <button type="button" className="btn" onClick={act.pause}>
            {lead.paused ? <Play size={15} /> : <Pause size={15} />}
            {lead.paused ? 'Resume crew' : 'Pause crew'}
          </button>
          <button type="button" className="btn p" onClick={act.giveTask}>
            <Plus size={15} />
            Give a task
          </button>
        </div>
      )}
    </div>
  )
}

/** Pauses the crew, or lets it go on; one at a time. One letter does it, so one letter takes it back. */
export function usePauseCrew({ lead }: CrewState): () => void {
  const isBusy = useRef(false)
  const { id } = lead
  const pause = (paused: boolean, isUndone = false) => {
    if (isBusy.current) return
    isBusy.current = true
    api
      .pauseCrew(id, paused)
      .then(() => {
        const undo = { label: UNDO, run: () => pause(!paused, true) }
        const text = paused ? 'The crew is paused.' : 'The crew is resumed.'
        toast.news(text, { ...(!isUndone && { action: undo }), ms: UNDO_MS })
      })
      .catch((error: unknown) =>
        toast.failed(paused ? "Couldn't pause the crew." : "Couldn't resume the crew.", error),
      )
      .finally(() => {
        isBusy.current = false
      })
  }
  return () => pause(!lead.paused)
}
