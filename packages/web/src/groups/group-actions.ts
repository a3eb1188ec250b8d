import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { paths } from '../shell/paths'
import { api } from '../sync/api'
import { readableSession } from '../sync/read-marks'
import { readMarks } from '../sync/sync'
import { toast } from '../ui/toasts'
import { groupName, isolated } from './group-name'

/** What a person does to a whole group, from the list, the header and the details alike. */

export async function setArchived(group: GroupRecord, archived: boolean): Promise<void> {
  const { leadId, name } = group
  const shown = isolated(groupName(group))
  try {
    await api.archive(leadId, name, archived)
    toast.news(
      archived ? `${shown} is archived. Its history is kept.` : `${shown} is unarchived.`,
      {
        action: { label: 'Undo', run: () => void setArchived(group, !archived) },
      },
    )
  } catch (error) {
    toast.failed(`Couldn't ${archived ? 'archive' : 'unarchive'} ${shown}.`, error)
  }
}

export async function setPaused(group: GroupRecord, paused: boolean): Promise<void> {
  const { leadId, name } = group
  const shown = isolated(groupName(group))
  try {
    await (paused ? api.pause(leadId, name) : api.resume(leadId, name))
    toast.news(
      paused
        ? `${shown} is paused. Messages are kept for its agents until you resume it.`
        : `${shown} is resumed. Its agents get what they missed.`,
    )
  } catch (error) {
    toast.failed(`Couldn't ${paused ? 'pause' : 'resume'} ${shown}.`, error)
  }
}

export function copyGroupLink(leadId: string, name: string): void {
  const link = location.origin + paths.group(leadId, name)
  // Without a secure context there is no clipboard.
  const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('No clipboard.'))
  copied.then(
    () => toast.news('Link copied.'),
    () => toast.problem(`Couldn't copy. The link is ${link}`),
  )
}

/** The group's main talk and its sessions in use. */
export function markGroupRead(state: CrewState, group: GroupRecord): void {
  const places = Object.values(state.sessions)
    .filter(({ groupName: own, status }) => own === group.name && status === 'active')
    .map(readableSession)
  for (const place of [group, ...places]) {
    readMarks.markRead(place, state.readMarks[HUMAN_ID]?.[place.name]?.seq ?? 0)
  }
}
