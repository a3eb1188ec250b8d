import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { BY_RULES } from '@crewroom/shared/model/run'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { CornerDownRight } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { groupArrival } from '../groups/new-group/group-arrival'
import { paths } from '../shell/paths'
import { runs } from '../sync/api/runs'
import { connection } from '../sync/connection'
import { keepDraft } from '../sync/drafts'
import { useDraft } from '../sync/use-draft'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { Problem } from '../ui/Problem'
import {
  bodyOf,
  deciderOf,
  firstWords,
  missingOf,
  TURN_LIMITS,
  type TurnLimit,
  type Wanted,
  worstWords,
} from './new-discussion'
import { MoreRules } from './MoreRules'
import { newGroup } from './own-group'
import { ParticipantChips } from './ParticipantChips'
import { Decider, Policies } from './PolicyChoice'
import './new-discussion.css'

interface NewDiscussionFormProps {
  readonly state: CrewState
  /** Null: it gets a group of its own. */
  readonly group: GroupRecord | null
  /** Where the question is kept while it is written. */
  readonly draft: readonly [leadId: string, name: string]
  readonly onClose: () => void
}

/** Begins a discussion: in a group, or in one that is made for it. */
export function NewDiscussionForm({ state, group, draft, onClose }: NewDiscussionFormProps) {
  const { lead } = state
  const navigate = useNavigate()
  const { name: personName } = useStore(person)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  // A group that was made for it stays the one, even if the discussion was refused then.
  const made = useRef<string | null>(null)
  const agents = (group ? listedIds(group) : Object.keys(state.agents)).filter(
    (own) => state.agents[own]?.ended === null,
  )
  const [goal, setGoal] = useDraft(...draft)
  const [wanted, setWanted] = useState<Omit<Wanted, 'goal'>>(() => {
    const participants = agents.filter((own) => own !== lead.id)
    const kind = 'round_robin' as const
    return {
      kind,
      participants,
      decider: '',
      endsWhen: '',
      rounds: String(LIMITS.runRoundsDefault),
      usd: '',
      turn: 'ever',
      ends: [],
      endsBy: 'any',
      follow: {},
    }
  })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const all: Wanted = { ...wanted, goal }
  const set = (change: Partial<Wanted>) => setWanted((now) => ({ ...now, ...change }))
  const missing = isLost ? 'The connection is lost. Your text stays here' : missingOf(all)
  const nameOf = (own: string) => knownAs(state, own)
  const others = [...agents, HUMAN_ID].filter((own) => !wanted.participants.includes(own))
  const hasTurn = wanted.participants.includes(HUMAN_ID) || wanted.decider === HUMAN_ID

  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== null || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      made.current ??= group?.name ?? (await newGroup(state, all))
      const { run } = await runs.start(lead.id, made.current, bodyOf(all))
      keepDraft(...draft, '')
      await groupArrival(lead.id, made.current)
      void navigate(paths.session(lead.id, made.current, run.sessionId), { replace: true })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <form
      ref={form}
      className="dn-new"
      onSubmit={(event) => void start(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        form.current?.requestSubmit()
      }}
    >
      <div className="dialog-body">
        <div className="field">
          <label htmlFor={`${id}-goal`}>What should they find out?</label>
          <textarea
            id={`${id}-goal`}
            className="input"
            dir="auto"
            data-autofocus
            value={goal}
            onChange={({ target }) => setGoal(target.value)}
          />
        </div>
        <Policies
          kind={wanted.kind}
          onPick={(kind) => set({ kind, decider: deciderOf(kind, lead.id, wanted.participants) })}
        />
        <p className="dn-hint">
          <CornerDownRight size={15} />
          Whoever answers may ask another in private first. That stays folded under its answer.
        </p>
        <div className="dn-two">
          <div className="field">
            <span className="label" id={`${id}-who`}>
              Who takes part? <em>Drag for the order of turns.</em>
            </span>
            <ParticipantChips
              {...{ state, personName, others }}
              labelledBy={`${id}-who`}
              chosen={wanted.participants}
              onChange={(participants) => set({ participants })}
            />
          </div>
          <Decider {...{ state, agents, wanted: all }} onPick={(decider) => set({ decider })} />
        </div>
        <div className="dn-four">
          <div className="field">
            <label htmlFor={`${id}-when`}>Ends when</label>
            <input
              id={`${id}-when`}
              className="input"
              dir="auto"
              placeholder="whoever answers says that it is done"
              value={wanted.endsWhen}
              onChange={({ target }) => set({ endsWhen: target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-rounds`}>Rounds</label>
            <input
              id={`${id}-rounds`}
              className="input"
              inputMode="numeric"
              value={wanted.rounds}
              onChange={({ target }) => set({ rounds: target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-usd`}>Money ($)</label>
            <input
              id={`${id}-usd`}
              className="input"
              inputMode="decimal"
              placeholder="no limit"
              value={wanted.usd}
              onChange={({ target }) => set({ usd: target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-turn`}>Your turn</label>
            <select
              id={`${id}-turn`}
              className="input"
              disabled={!hasTurn}
              value={wanted.turn}
              onChange={({ target }) => set({ turn: target.value as TurnLimit })}
            >
              {TURN_LIMITS.map((own) => (
                <option key={own.id} value={own.id}>
                  {own.label}
                </option>
              ))}
            </select>
          </div>
        </div>
        <MoreRules {...{ state, personName, wanted: all, set }} />
        <Problem text={problem} />
      </div>
      <footer className="dialog-foot">
        <Foot {...{ state, wanted: all, missing, nameOf, personName }} />
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn p" disabled={missing !== null || isBusy}>
          {isBusy ? 'Starting…' : 'Start'}
          <kbd aria-hidden="true">Ctrl ↵</kbd>
        </button>
      </footer>
    </form>
  )
}

interface FootProps {
  readonly state: CrewState
  readonly wanted: Wanted
  readonly missing: string | null
  readonly nameOf: (id: string) => string
  readonly personName: string
}

/** Who speaks first and what it costs at worst; or why it cannot start. */
function Foot({ state, wanted, missing, nameOf, personName }: FootProps) {
  const { kind, decider, participants } = wanted
  const first = kind === 'round_robin' ? participants[0] : decider
  const isSomebody =
    first !== undefined && first !== '' && first !== BY_RULES && kind !== 'parallel'
  return (
    <p className="dn-foot" role="status">
      {missing === null && isSomebody && (
        <Avatar who={participantOf(state, first, personName)} size="sm" />
      )}
      <span>
        {missing === null ? (
          <>
            {firstWords(wanted, nameOf)} <b>{worstWords(wanted)}</b>
          </>
        ) : (
          `${missing}.`
        )}
      </span>
    </p>
  )
}
