import type { GroupRecord } from '@crewroom/shared/model/group'
import { groupSlug } from '@crewroom/shared/model/group-name'
import type { Actor } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { nearest } from '@crewroom/shared/command/nearest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { assertNotClosed, isThereFor } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import { groupsOf, yourGroups } from '../crew/own-groups'
import type { GroupVerb } from '../crew/rights'
import { withoutSecrets } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'

/** The group that a text names, of those that there are for the actor: its name, or what was given as its name. */
export function groupOf(crew: Crew, reference: string, actor: Actor): GroupRecord {
  const exact = crew.state.groups[reference] ?? crew.state.groups[groupSlug(reference)]
  if (exact && isThereFor(crew, exact, actor)) return exact
  const wanted = reference.trim().toLowerCase()
  const shown = Object.values(crew.state.groups).filter(
    (group) => group.displayName.toLowerCase() === wanted && isThereFor(crew, group, actor),
  )
  const [only] = shown
  if (only && shown.length === 1) return only
  const own = (
    actor.kind === 'agent' ? groupsOf(crew, actor.id) : Object.values(crew.state.groups)
  ).map((group) => group.name)
  const near = nearest(wanted, own)
  throw new CrewError(
    'group_not_found',
    `there is no group "${reference.slice(0, 100)}".${near ? ` Did you mean "${near}"?` : ''}${
      actor.kind === 'agent' ? ` ${yourGroups(crew, actor.id)}` : ''
    }`,
  )
}

/** The same, for a verb that needs a group that is in use. Rights come first: nobody else learns whether it is. */
export function openGroupOf(crew: Crew, reference: string, by: By, verb: GroupVerb): GroupRecord {
  const group = groupOf(crew, reference, by.actor)
  assertMayInGroup(verb, crew, group, by)
  assertInUse(crew, group)
  return group
}

/** Throws `admission_closed` and `group_archived`. */
export function assertInUse(crew: Crew, group: GroupRecord): void {
  assertNotClosed(crew, group)
  if (!group.archived) return
  throw new CrewError(
    'group_archived',
    `group "${group.name}" is archived. Its history can still be read.`,
  )
}

/** A role by id or name, as its id; unknown ones are kept: agents of that role may come later. */
export function roleIdOf(crew: Crew, role: string): string {
  const wanted = role.trim().toLowerCase()
  for (const agent of Object.values(crew.state.agents)) {
    if (agent.role === wanted || agent.roleName.toLowerCase() === wanted) return agent.role
  }
  return wanted.replace(/\s+/g, '-')
}

/** Requested roles, cleaned. Any text may be one: agents with that role may come later. */
export function cleanRoles(shard: Shard, crew: Crew, roles: readonly string[] = []): string[] {
  return roles.map((role) => withoutSecrets(shard, crew, role, LIMITS.roleId))
}
