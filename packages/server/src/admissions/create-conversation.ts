import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import { type GroupRecord, type Member, newGroup } from '@crewroom/shared/model/group'
import { groupSlug } from '@crewroom/shared/model/group-name'
import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import {
  assertActive,
  assertAdmitted,
  findAdmission,
  resolveForAdmission,
} from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInAdmission, assertMayInCrew } from '../crew/may'
import { withoutSecrets } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import { announceJoin } from '../groups/announce'
import { groupIn } from '../groups/group-draft'
import { assertRoomForGroup } from '../groups/group-limit'
import { assertMemberLimit, freeName, memberRoleOf, newMember } from '../groups/rules'
import type { Decision } from '../journal/decision'

/** A conversation of agents that are admitted. Authority is looked at first: nobody else learns who is admitted. */
export function createConversation(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly admission: string
    readonly name?: string | undefined
    readonly participants: readonly string[]
  },
): GroupRecord {
  const admission = findAdmission(crew, by, input.admission)
  // Everybody may make groups in the crew itself.
  if (admission.id === crew.state.lead.id) assertMayInCrew('createGroup', crew, by)
  else assertMayInAdmission('createConversation', crew, admission, by)
  assertActive(admission)
  const decision = shard.decide(crew)
  const group = decideConversation(shard, decision, crew, by, admission, input)
  shard.commit(crew, by, decision)
  return group
}

/** The same within a larger decision, which may have made the admission. */
export function decideConversation(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  admission: AdmissionRecord,
  input: { readonly name?: string | undefined; readonly participants: readonly string[] },
): GroupRecord {
  const listed = new Set<string>()
  for (const reference of input.participants) {
    const id = resolveForAdmission(shard, crew, reference)
    assertAdmitted(crew, admission, id)
    listed.add(id)
  }
  assertRoomForGroup(shard, crew)
  const { lead } = crew.state
  const isOwn = admission.id === lead.id
  // An agent that makes an ordinary group owns it, and is in it.
  if (isOwn && by.actor.kind === 'agent' && by.actor.id !== lead.id) listed.add(by.actor.id)
  const along = [lead.id, admission.manager].filter(
    (id) => id !== HUMAN_ID && !listed.has(id) && !isPlaceholderLead(lead, id),
  )
  const ids = [...new Set([...listed, ...along])]
  assertMemberLimit(ids.length)

  const isTaken = (name: string) => groupIn(decision, crew, name) !== undefined
  const given = withoutSecrets(shard, crew, input.name?.trim() ?? '', LIMITS.conversationName)
  const name = nameFor(given, isTaken)
  const owner = isOwn ? by.actor.id : admission.manager
  const seq = decision.nextSeq
  const agentCount = [...listed].filter((id) => id !== HUMAN_ID).length
  const members = ids.map((id): Member => {
    const member = newMember(id, memberRoleOf(id, lead.id, owner), seq, decision.at, agentCount)
    return listed.has(id) ? member : { ...member, wake: 'none', listed: false }
  })
  const { group } = decision.add('group:created', {
    group: newGroup(
      {
        id: shard.ports.ids.record(),
        name,
        displayName: given === '' ? name : given,
        purpose: null,
        leadId: lead.id,
        createdAt: decision.at,
        createdBy: by.actor.id,
        openHistory: true,
        ...(isOwn ? {} : { admissionId: admission.id }),
      },
      members,
    ),
  })
  for (const id of listed) {
    if (id !== by.actor.id) announceJoin(shard, decision, group, id, null)
  }
  return group
}

/** Names are free here, and more than one conversation may have the same: its slug with the first number that is free. */
function nameFor(given: string, isTaken: (name: string) => boolean): string {
  const slug = groupSlug(given).slice(0, LIMITS.groupName).replace(/-+$/, '')
  if (slug !== '') return freeName(slug, isTaken)
  for (let n = 1; ; n++) {
    if (!isTaken(`conversation-${n}`)) return `conversation-${n}`
  }
}
