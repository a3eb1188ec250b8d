import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useState } from 'react'
import { admissions } from '../sync/api/admissions'
import { useIsShown } from '../ui/use-is-shown'
import { type Circle, circleName, conversationsOf } from './circles'
import { DialogForm } from './DialogForm'

interface CloseDialogProps {
  readonly state: CrewState
  readonly circle: Circle
  readonly onClose: () => void
}

/** A closed circle is never opened again: the person is asked once. */
export function CloseDialog({ state, circle, onClose }: CloseDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isShown = useIsShown()
  const open = conversationsOf(state, circle.id).filter(({ archived }) => !archived).length
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await admissions.close(state.lead.id, circle.id)
      if (isShown()) onClose()
    } catch (error) {
      if (!isShown()) return
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <DialogForm
      title={`Close ${circleName(state, circle)}?`}
      description={`${
        open === 0
          ? 'Nobody can begin a conversation in it then.'
          : open === 1
            ? 'Its conversation is archived, and nobody can write in it then.'
            : `Its ${open} conversations are archived, and nobody can write in them then.`
      } What was said is kept. This cannot be undone.`}
      act={isBusy ? 'Closing…' : 'Close circle'}
      missing={null}
      problem={problem}
      isBusy={isBusy}
      isDanger
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  )
}
