import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { knownAs } from '../crew/participant'
import { groupName, isolated } from '../groups/group-name'
import { api } from '../sync/api'
import { admissions } from '../sync/api/admissions'
import { toast } from '../ui/toasts'

/** What a person does with one press. Each can be taken back the same way. */

export function removeFromCircle(state: CrewState, circleId: string, id: string): void {
  const name = isolated(knownAs(state, id))
  const again = () => void admissions.admit(state.lead.id, circleId, id).catch(failed)
  const failed = (error: unknown) => toast.failed(`Couldn't admit ${name} again.`, error)
  admissions.dismiss(state.lead.id, circleId, id).then(
    () =>
      toast.news(`${name} is removed from the circle and its conversations.`, {
        action: { label: 'Admit again', run: again },
      }),
    (error: unknown) => toast.failed(`Couldn't remove ${name}.`, error),
  )
}

export function removeFromConversation(state: CrewState, group: GroupRecord, id: string): void {
  const { leadId, name } = group
  const who = isolated(knownAs(state, id))
  const failed = (error: unknown) => toast.failed(`Couldn't add ${who} again.`, error)
  const again = () => void api.addMembers(leadId, name, { memberIds: [id] }).catch(failed)
  const rest = group.admissionId === undefined ? '' : ' It stays admitted to the circle.'
  api.removeMember(leadId, name, id).then(
    () =>
      toast.news(`${who} is removed from ${isolated(groupName(group))}.${rest}`, {
        action: { label: 'Add again', run: again },
      }),
    (error: unknown) => toast.failed(`Couldn't remove ${who}.`, error),
  )
}
