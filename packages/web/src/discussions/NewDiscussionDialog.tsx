import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { BY_RULES, type Policy, POLICY_KINDS } from '@crewroom/shared/model/run'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { CornerDownRight } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { groupName, isolated } from '../groups/group-name'
import { paths } from '../shell/paths'
import { runs } from '../sync/api/runs'
import { connection } from '../sync/connection'
import { keepDraft } from '../sync/drafts'
import { useDraft } from '../sync/use-draft'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { Dialog } from '../ui/Dialog'
import { Problem } from '../ui/Problem'
import {
  bodyOf,
  DECIDER_LABELS,
  deciderOf,
  firstWords,
  missingOf,
  TURN_LIMITS,
  type TurnLimit,
  type Wanted,
  worstWords,
} from './new-discussion'
import { ParticipantChips } from './ParticipantChips'
import { PolicyPicture } from './PolicyPicture'
import './new-discussion.css'

interface NewDiscussionDialogProps {
  readonly state: CrewState
  readonly group: GroupRecord
  readonly onClose: () => void
}

const DRAFT = 'discussion:new:'

/** Begins a discussion in a group. */
export function NewDiscussionDialog({ state, group, onClose }: NewDiscussionDialogProps) {
  const { lead } = state
  const navigate = useNavigate()
  const { name: personName } = useStore(person)
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const agents = listedIds(group).filter((own) => state.agents[own]?.ended === null)
  const [goal, setGoal] = useDraft(lead.id, DRAFT + group.name)
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
      const { run } = await runs.start(lead.id, group.name, bodyOf(all))
      keepDraft(lead.id, DRAFT + group.name, '')
      void navigate(paths.session(lead.id, group.name, run.sessionId), { replace: true })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`New discussion in ${isolated(groupName(group))}`}
      width="wide"
      onClose={onClose}
    >
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
    </Dialog>
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

const WORDS: Readonly<Record<Policy['kind'], readonly [string, string]>> = {
  round_robin: ['In turn', 'One after the other, always the same order.'],
  selection: ['Chosen', 'One says who speaks next.'],
  parallel: ['All at once', 'All answer alone, one sums up.'],
  hierarchical: ['Manager', 'One asks others and decides.'],
}

interface PoliciesProps {
  readonly kind: Policy['kind']
  readonly onPick: (kind: Policy['kind']) => void
}

/** The four ways of taking turns, as pictures: one stop for Tab, arrows choose. */
function Policies({ kind, onPick }: PoliciesProps) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const count = POLICY_KINDS.length
    const at = (POLICY_KINDS.indexOf(kind) + step + count) % count
    const next = POLICY_KINDS[at]
    if (!next) return
    onPick(next)
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[at]?.focus()
  }
  return (
    <div className="field">
      <span className="label" id={id}>
        How do they speak?
      </span>
      <div
        ref={group}
        className="dn-policies"
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={id}
        onKeyDown={onKeyDown}
      >
        {POLICY_KINDS.map((own) => (
          <button
            key={own}
            type="button"
            role="radio"
            aria-checked={own === kind}
            tabIndex={own === kind ? 0 : -1}
            onClick={() => onPick(own)}
          >
            <PolicyPicture kind={own} />
            <b>{WORDS[own][0]}</b>
            <span>{WORDS[own][1]}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

interface DeciderProps {
  readonly state: CrewState
  readonly agents: readonly string[]
  readonly wanted: Wanted
  readonly onPick: (decider: string) => void
}

/** Who chooses, sums up or manages: the label follows the policy. */
function Decider({ state, agents, wanted, onPick }: DeciderProps) {
  const id = useId()
  const { kind, decider } = wanted
  const label = DECIDER_LABELS[kind]
  if (label === null) return null
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={decider}
        onChange={({ target }) => onPick(target.value)}
      >
        {kind === 'selection' && <option value={BY_RULES}>Rules: mentions and expertise</option>}
        {kind === 'selection' && <option value={HUMAN_ID}>You</option>}
        {kind === 'parallel' && <option value="">Nobody</option>}
        {agents.map((own) => (
          <option key={own} value={own}>
            {knownAs(state, own)}
          </option>
        ))}
      </select>
    </div>
  )
}
