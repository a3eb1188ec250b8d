import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { membersFull } from '@crewroom/shared/text/members-full'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useId, useState } from 'react'
import { knownAs } from '../../crew/participant'
import { api } from '../../sync/api'
import { Dialog } from '../../ui/Dialog'
import { useIsShown } from '../../ui/use-is-shown'
import { MemberPicker } from '../new-group/MemberPicker'
import { NOTHING_PICKED, type Pick, pickedAgents } from '../new-group/pick-members'
import { groupName, isolated } from '../group-name'
import { DialogFoot } from '../../ui/DialogFoot'

interface AddMembersDialogProps {
  readonly group: GroupRecord
  readonly state: CrewState
  readonly onClose: () => void
}

export default function AddMembersDialog({ group, state, onClose }: AddMembersDialogProps) {
  const form = useId()
  const [pick, setPick] = useState<Pick>(NOTHING_PICKED)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isShown = useIsShown()
  const agents: readonly AgentRecord[] = Object.values(state.agents)
  const candidates = agents.filter(
    ({ id, ended }) => ended === null && !group.memberIds.includes(id),
  )
  const picked = pickedAgents(candidates, pick)
  const over = group.memberCount + picked.length - LIMITS.members
  const missing =
    over > 0
      ? membersFull({ at: 'picker', over })
      : picked.length === 0
        ? 'Pick at least one agent.'
        : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== null || isBusy) return
    setBusy(true)
    try {
      await api.addMembers(group.leadId, group.name, {
        memberIds: picked.filter(({ id }) => pick.ids.includes(id)).map(({ id }) => id),
        roles: pick.roles,
      })
      if (isShown()) onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`Add to ${isolated(groupName(group))}`}
      description={`New members get the last ${LIMITS.historyOnJoin} messages${group.archived ? ', and the group is unarchived' : ''}.`}
      onClose={onClose}
    >
      <form id={form} className="dialog-body" onSubmit={(event) => void submit(event)}>
        <MemberPicker state={state} candidates={candidates} pick={pick} onPick={setPick} />
      </form>
      <DialogFoot
        says={
          <span className="resolved" role="status">
            {picked.length > 0 && (
              <span>
                <b>{picked.length} more:</b>{' '}
                {picked
                  .slice(0, 6)
                  .map(({ id }) => knownAs(state, id))
                  .join(', ')}
                {picked.length > 6 && ` and ${picked.length - 6} more`}
              </span>
            )}
            {problem !== null && <span className="bad">{problem}</span>}
            {missing !== null && candidates.length > 0 && <span>{missing}</span>}
          </span>
        }
        onCancel={onClose}
      >
        <button
          type="submit"
          form={form}
          className="btn p"
          aria-disabled={missing !== null || isBusy}
          title={missing ?? undefined}
        >
          {isBusy ? 'Adding…' : picked.length > 1 ? `Add ${picked.length}` : 'Add'}
        </button>
      </DialogFoot>
    </Dialog>
  )
}
