import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useState } from 'react'
import { admissions } from '../sync/api/admissions'
import { useIsShown } from '../ui/use-is-shown'
import { candidatesOf } from './candidates'
import { type Circle, circleName } from './circles'
import { DialogForm } from './DialogForm'
import { PeoplePicker } from './PeoplePicker'

interface AdmitDialogProps {
  readonly state: CrewState
  readonly circle: Circle
  readonly onClose: () => void
}

/** Lets agents into a circle. */
export function AdmitDialog({ state, circle, onClose }: AdmitDialogProps) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isShown = useIsShown()
  const candidates = candidatesOf(state, circle, circle.admitted)
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      for (const id of picked) await admissions.admit(state.lead.id, circle.id, id)
      if (isShown()) onClose()
    } catch (error) {
      if (!isShown()) return
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <DialogForm
      title={`Admit to ${circleName(state, circle)}`}
      description="They can then be added to its conversations. They are in none of them yet."
      act={isBusy ? 'Admitting…' : picked.length > 1 ? `Admit ${picked.length}` : 'Admit'}
      missing={picked.length === 0 && candidates.length > 0 ? 'Pick at least one agent.' : null}
      problem={problem}
      isBusy={isBusy || candidates.length === 0}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PeoplePicker
        state={state}
        label="Who is admitted"
        candidates={candidates}
        picked={picked}
        onPick={setPicked}
      />
    </DialogForm>
  )
}
