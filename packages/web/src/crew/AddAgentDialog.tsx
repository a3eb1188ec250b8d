import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useId } from 'react'
import { ConnectStep } from '../new-crew/ConnectStep'
import { isStarted } from '../new-crew/driver-choice'
import { FolderField } from '../new-crew/FolderField'
import { ProgramChoice } from '../new-crew/ProgramChoice'
import { RoleChoice, roleIdOf } from '../new-crew/RoleChoice'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { InstructionsField, RoleNote } from './InstructionsField'
import { NameField } from './NameField'
import { useNewAgent } from './use-new-agent'
import { useRoles } from './use-roles'

interface AddAgentDialogProps {
  readonly state: CrewState
  readonly onClose: () => void
}

/** A new agent in a crew: what it is for, its first task, and what runs it. */
export function AddAgentDialog({ state, onClose }: AddAgentDialogProps) {
  const formId = useId()
  const { roles } = useRoles()
  const own = useNewAgent(state, onClose)
  const role = roles.find(({ id }) => id === roleIdOf(own.typed.role))
  const { form, typed, set, choice, free, problems, isBusy, added, connecting, close, submit } = own

  if (own.isDone) {
    return (
      <Dialog
        title={connecting.length === 1 ? 'The agent is in the crew' : 'The agents are in the crew'}
        description="These programs connect on their own. Each needs its token, which is shown only now."
        width="wide"
        onClose={onClose}
      >
        <ConnectStep agents={connecting} action="I have them" goThere={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Add an agent"
      description={`It joins ${state.lead.name} and learns who else is there.`}
      width="wide"
      onClose={close}
    >
      <form
        id={formId}
        ref={form}
        className="dialog-body"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <RoleChoice
          roles={roles.filter(({ id }) => id !== 'lead')}
          role={typed.role}
          change={set.role}
          problem={problems.role}
        />
        <RoleNote role={role} />
        <NameField isFirst name={typed.name} free={free} placeholder={free} change={set.name} />
        <div className="field">
          <label htmlFor={`${formId}-task`}>Task (optional)</label>
          <textarea
            id={`${formId}-task`}
            className="input"
            value={typed.task}
            onChange={(event) => set.task(event.target.value)}
          />
          <span className="hint">It is the first thing the agent reads. You get its report.</span>
        </div>
        <InstructionsField
          instructions={typed.instructions}
          role={role}
          change={set.instructions}
        />
        <ProgramChoice
          label="Its program"
          choice={choice}
          folder={typed.cwd}
          change={set.choice}
          problem={problems.driver}
        />
        {isStarted(choice) && <FolderField folder={typed.cwd} change={set.cwd} />}
        <Problem text={problems.server} />
      </form>
      <DialogFoot
        says={
          <>
            <span className="hint" role="status">
              {added !== null && `${added} is in the crew.`}
              {connecting.length > 0 && ' Tokens are shown when you are done.'}
            </span>
            <span className="sp" />
          </>
        }
        cancel={added === null ? 'Cancel' : 'Done'}
        onCancel={close}
      >
        <button
          type="button"
          className="btn"
          aria-disabled={isBusy}
          onClick={() => void submit(true)}
        >
          Add another
        </button>
        <button type="submit" form={formId} className="btn p" aria-disabled={isBusy}>
          Add agent
        </button>
      </DialogFoot>
    </Dialog>
  )
}
