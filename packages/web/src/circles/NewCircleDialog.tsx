import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../shell/paths'
import { admissions } from '../sync/api/admissions'
import { useIsShown } from '../ui/use-is-shown'
import { arrival } from './arrival'
import { candidatesOf } from './candidates'
import { DialogForm } from './DialogForm'
import { PeoplePicker } from './PeoplePicker'

interface NewCircleDialogProps {
  readonly state: CrewState
  readonly onClose: () => void
}

export function NewCircleDialog({ state, onClose }: NewCircleDialogProps) {
  const leadId = state.lead.id
  const id = useId()
  const navigate = useNavigate()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [name, setName] = useState('')
  const [begins, setBegins] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isShown = useIsShown()
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    const called = name.trim() === '' ? {} : { name: name.trim() }
    try {
      const { admission, group } = await admissions.create(leadId, {
        admitted: picked,
        ...(begins ? { conversation: called } : {}),
      })
      await arrival(
        leadId,
        (now) =>
          now.admissions[admission.id] !== undefined &&
          (group === null || now.groups[group.name] !== undefined),
      )
      if (!isShown()) return
      const to =
        group === null
          ? paths.circle(leadId, admission.id)
          : paths.conversation(leadId, admission.id, group.id)
      onClose()
      void navigate(to)
    } catch (error) {
      if (!isShown()) return
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <DialogForm
      title="New circle"
      description="Only those who are admitted can take part in its conversations. You and the lead read along."
      act={isBusy ? 'Creating…' : 'Create circle'}
      missing={picked.length === 0 ? 'Pick at least one agent.' : null}
      {...{ problem, isBusy, onClose }}
      onSubmit={() => void submit()}
    >
      <PeoplePicker
        state={state}
        label="Who is admitted"
        candidates={candidatesOf(state, { admitted: [] })}
        picked={picked}
        onPick={setPicked}
      />
      <div className="field">
        <label className="ci-check">
          <input
            type="checkbox"
            checked={begins}
            onChange={(event) => setBegins(event.target.checked)}
          />
          Begin with a conversation of all of them
        </label>
        {begins && (
          <>
            <label htmlFor={`${id}-name`}>
              Name of the conversation <span className="hint ci-optional">(optional)</span>
            </label>
            <input
              id={`${id}-name`}
              className="input"
              type="text"
              value={name}
              maxLength={LIMITS.conversationName}
              placeholder="Project Alpha"
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </>
        )}
      </div>
    </DialogForm>
  )
}
