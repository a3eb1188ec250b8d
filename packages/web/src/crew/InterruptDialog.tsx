import { agents as api } from '../sync/api/agents'
import { cancelledWords } from '../permissions/cancelled-words'
import { ActionDialog } from './ActionDialog'
import { useCurrentCrew } from './use-crew'

interface InterruptDialogProps {
  readonly agentId: string
  readonly name: string
  readonly onClose: () => void
}

/** Stops what an agent is doing, once the person has said so. */
export function InterruptDialog({ agentId, name, onClose }: InterruptDialogProps) {
  const cancelled = cancelledWords(useCurrentCrew(), [agentId])
  return (
    <ActionDialog
      title={`Interrupt ${name}`}
      about={['It stops what it is doing.', cancelled, 'Your note is the first thing it reads.']
        .filter(Boolean)
        .join(' ')}
      label="Note (optional)"
      action="Interrupt"
      onClose={onClose}
      run={(note) => api.interrupt(agentId, note === '' ? undefined : note)}
      done={`${name} was interrupted.`}
    />
  )
}
