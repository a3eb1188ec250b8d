import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../shell/paths'
import { admissions } from '../sync/api/admissions'
import { useIsShown } from '../ui/use-is-shown'
import { arrival } from './arrival'
import { candidatesOf, outside } from './candidates'
import { type Circle, circleName } from './circles'
import { DialogForm } from './DialogForm'
import { NotAdmitted } from './NotAdmitted'
import { PeoplePicker } from './PeoplePicker'
import { useAdmitFirst } from './use-admit-first'

interface NewConversationDialogProps {
  readonly state: CrewState
  readonly circle: Circle
  readonly onClose: () => void
}

export function NewConversationDialog({ state, circle, onClose }: NewConversationDialogProps) {
  const leadId = state.lead.id
  const id = useId()
  const navigate = useNavigate()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [name, setName] = useState('')
  const isShown = useIsShown()
  const attempt = useAdmitFirst(state, circle.id, picked, async () => {
    const { group } = await admissions.converse(leadId, circle.id, {
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      participants: picked,
    })
    await arrival(leadId, ({ groups }) => groups[group.name] !== undefined)
    if (!isShown()) return
    onClose()
    void navigate(paths.conversation(leadId, circle.id, group.id))
  })
  return (
    <DialogForm
      title="New conversation"
      description={`In the circle ${circleName(state, circle)}. Whoever takes part reads all of it.`}
      act={attempt.isBusy ? 'Creating…' : 'Create conversation'}
      missing={picked.length === 0 ? 'Pick at least one agent.' : null}
      isBusy={attempt.isBusy}
      onSubmit={attempt.attempt}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor={`${id}-name`}>
          Name <span className="hint ci-optional">(optional)</span>
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
      </div>
      <PeoplePicker
        state={state}
        label="Who takes part"
        candidates={candidatesOf(state, circle)}
        picked={picked}
        onPick={(ids) => {
          attempt.clear()
          setPicked(ids)
        }}
        noteOf={outside(circle)}
        isWrong={attempt.refused.length > 0}
      >
        <NotAdmitted state={state} attempt={attempt} />
      </PeoplePicker>
    </DialogForm>
  )
}
