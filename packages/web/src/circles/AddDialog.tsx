import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useState } from 'react'
import { groupName, isolated } from '../groups/group-name'
import { api } from '../sync/api'
import { useIsShown } from '../ui/use-is-shown'
import { candidatesOf, outside } from './candidates'
import { type Circle, isListed } from './circles'
import { DialogForm } from './DialogForm'
import { NotAdmitted } from './NotAdmitted'
import { PeoplePicker } from './PeoplePicker'
import { useAdmitFirst } from './use-admit-first'

interface AddDialogProps {
  readonly state: CrewState
  readonly circle: Circle
  readonly group: GroupRecord
  readonly onClose: () => void
}

/** Adds agents to a conversation. Whoever reads along can be one of them. */
export function AddDialog({ state, circle, group, onClose }: AddDialogProps) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const isShown = useIsShown()
  const attempt = useAdmitFirst(state, circle.id, picked, async () => {
    await api.addMembers(group.leadId, group.name, { memberIds: picked })
    if (isShown()) onClose()
  })
  const here = group.members.filter(isListed).map(({ id }) => id)
  const candidates = candidatesOf(state, circle, here)
  return (
    <DialogForm
      title={`Add to ${isolated(groupName(group))}`}
      description={
        group.openHistory
          ? 'They read everything that was said before, too.'
          : 'They read what is said from now on, and the newest messages.'
      }
      act={attempt.isBusy ? 'Adding…' : picked.length > 1 ? `Add ${picked.length}` : 'Add'}
      missing={picked.length === 0 && candidates.length > 0 ? 'Pick at least one agent.' : null}
      isBusy={attempt.isBusy || candidates.length === 0}
      onSubmit={attempt.attempt}
      onClose={onClose}
    >
      <PeoplePicker
        state={state}
        label="Who is added"
        candidates={candidates}
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
