import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ActionDialog } from '../crew/ActionDialog'
import { knownAs } from '../crew/participant'
import { DelegateDialog } from '../reports/DelegateDialog'
import { api } from '../sync/api'
import type { Asked } from './OverviewPage'

interface CardDialogsProps {
  readonly state: CrewState
  readonly asked: NonNullable<Asked>
  readonly onClose: () => void
}

/** What a key on a card asks before it does it. */
export function CardDialogs({ state, asked: { what, agentId }, onClose }: CardDialogsProps) {
  if (what === 'task') return <DelegateDialog state={state} to={agentId} onClose={onClose} />
  const name = knownAs(state, agentId)
  return (
    <ActionDialog
      title={`Interrupt ${name}`}
      about="It stops what it is doing. Your note is the first thing it reads."
      label="Note (optional)"
      action="Interrupt"
      onClose={onClose}
      run={(note) => api.interrupt(agentId, note === '' ? undefined : note)}
      done={`${name} is interrupted.`}
    />
  )
}
