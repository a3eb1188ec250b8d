import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import type { Actor } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { groupsOf } from './lookup'

type Verb =
  | 'read'
  | 'addMembers'
  | 'removeMembers'
  | 'update'
  | 'setWake'
  | 'setOwnWake'
  | 'archive'
  | 'sendMessage'
  | 'react'
  | 'markRead'
  | 'leave'
  | 'pause'
  | 'release'

/** Who an actor is to a group. A person may do everything in every crew; the system may do everything. */
type Standing = 'person' | 'system' | 'lead' | 'owner' | 'member' | 'outsider'

/**
 * The one table of rights. Doors never decide: an inline command, a request with the agent's token and a
 * person's click end here.
 */
const RIGHTS: Readonly<Record<Verb, readonly Standing[]>> = {
  read: ['person', 'system', 'lead', 'owner', 'member'],
  sendMessage: ['person', 'system', 'lead', 'owner', 'member'],
  react: ['person', 'lead', 'owner', 'member'],
  markRead: ['person', 'lead', 'owner', 'member'],
  addMembers: ['person', 'system', 'lead', 'owner', 'member'],
  removeMembers: ['person', 'system', 'lead', 'owner'],
  update: ['person', 'system', 'lead', 'owner'],
  setWake: ['person', 'system', 'lead', 'owner'],
  setOwnWake: ['person', 'lead', 'owner', 'member'],
  archive: ['person', 'system', 'lead', 'owner'],
  leave: ['person', 'owner', 'member'],
  pause: ['person', 'system'],
  release: ['person', 'system', 'lead'],
}

function standing(crew: Crew, group: GroupRecord, actor: Actor): Standing {
  if (actor.kind === 'human') return 'person'
  if (actor.kind === 'system') return 'system'
  if (actor.id === crew.state.lead.id) return 'lead'
  return memberOf(group, actor.id)?.memberRole ?? 'outsider'
}

/** Throws `not_a_member`, `lead_cannot_leave` or `forbidden` where the table says no. */
export function assertMay(verb: Verb, crew: Crew, group: GroupRecord, actor: Actor): void {
  const who = standing(crew, group, actor)
  if (RIGHTS[verb].includes(who)) return
  if (who === 'outsider') {
    const names = groupsOf(crew, actor.id).map((own) => own.name)
    throw new CrewError(
      'not_a_member',
      `you are not a member of "${group.name}". ${names.length > 0 ? `Your groups: ${names.join(', ')}.` : 'You are in no group.'}`,
    )
  }
  if (verb === 'leave') {
    throw new CrewError(
      'lead_cannot_leave',
      `the lead is in every group of its crew and cannot leave "${group.name}".`,
    )
  }
  if (verb === 'pause') {
    throw new CrewError('forbidden', `only the person who runs the crew may pause "${group.name}".`)
  }
  if (verb === 'release') {
    throw new CrewError(
      'forbidden',
      `only the lead, or the person who runs the crew, may end a hold.`,
    )
  }
  throw new CrewError(
    'forbidden',
    `only the lead or the creator of "${group.name}" may do that. Ask ${group.createdBy === crew.state.lead.id ? 'the lead' : 'them'}.`,
  )
}
