import type { CrewState } from '@crewroom/shared/state/crew-state'
import { InterruptDialog } from '../crew/InterruptDialog'
import { knownAs } from '../crew/participant'
import { DelegateDialog } from '../reports/DelegateDialog'
import type { Asked } from './OverviewPage'

interface CardDialogsProps {
  readonly state: CrewState
  readonly asked: NonNullable<Asked>
  readonly onClose: () => void
}

/** What a key on a card asks before it does it. */
export function CardDialogs({ state, asked: { what, agentId }, onClose }: CardDialogsProps) {
  if (what === 'task') return <DelegateDialog state={state} to={agentId} onClose={onClose} />
  return <InterruptDialog agentId={agentId} name={knownAs(state, agentId)} onClose={onClose} />
}
