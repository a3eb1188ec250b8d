import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { AddDialog } from './AddDialog'
import { AdmitDialog } from './AdmitDialog'
import type { Circle } from './circles'
import { CloseDialog } from './CloseDialog'
import { NewCircleDialog } from './NewCircleDialog'
import { NewConversationDialog } from './NewConversationDialog'

/** What a dialog is open for. */
export type CircleDialog =
  | { readonly kind: 'circle' | 'conversation' | 'admit' | 'close' }
  | { readonly kind: 'add'; readonly group: GroupRecord }

interface CircleDialogsProps {
  readonly state: CrewState
  readonly dialog: CircleDialog
  readonly circle: Circle | undefined
  readonly onClose: () => void
}

export default function CircleDialogs({ state, dialog, circle, onClose }: CircleDialogsProps) {
  const { kind } = dialog
  if (kind === 'circle') return <NewCircleDialog {...{ state, onClose }} />
  if (circle === undefined) return null
  const own = { state, circle, onClose }
  switch (kind) {
    case 'conversation':
      return <NewConversationDialog {...own} />
    case 'admit':
      return <AdmitDialog {...own} />
    case 'close':
      return <CloseDialog {...own} />
    case 'add': {
      // As it is now, not as it was when the dialog was opened.
      const { group } = dialog
      return <AddDialog {...own} group={state.groups[group.name] ?? group} />
    }
    default:
      return kind satisfies never
  }
}
