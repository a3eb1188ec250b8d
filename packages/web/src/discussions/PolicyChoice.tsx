import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { BY_RULES, type Policy, POLICY_KINDS } from '@crewroom/shared/model/run'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type KeyboardEvent, useId, useRef } from 'react'
import { knownAs } from '../crew/participant'
import { DECIDER_LABELS, type Wanted } from './new-discussion'
import { PolicyPicture } from './PolicyPicture'

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
export function Policies({ kind, onPick }: PoliciesProps) {
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
export function Decider({ state, agents, wanted, onPick }: DeciderProps) {
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
