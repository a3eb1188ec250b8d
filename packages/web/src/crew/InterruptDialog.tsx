import { agents as api } from '../sync/api/agents'
import { ActionDialog } from './ActionDialog'

interface InterruptDialogProps {
  readonly agentId: string
  readonly name: string
  readonly onClose: () => void
}

/** Stops what an agent is doing, once the person has said so. */
export function InterruptDialog({ agentId, name, onClose }: InterruptDialogProps) {
  return (
    <ActionDialog
      title={`Interrupt ${name}`}
      about="It stops what it is doing. Your note is the first thing it reads."
      label="Note (optional)"
      action="Interrupt"
      onClose={onClose}
      run={(note) => api.interrupt(agentId, note === '' ? undefined : note)}
      done={`${name} was interrupted.`}
    />
  )
}
