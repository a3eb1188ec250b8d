import { type GroupRecord, memberOf, newGroup, withArchive } from '@crewroom/shared/model/group'
import { hasRoomForGroup } from './group-limit'
import { groupSlug } from '@crewroom/shared/model/group-name'
import { newMessage } from '@crewroom/shared/model/message'
import { SYSTEM_ID, SYSTEM_ROLE } from '@crewroom/shared/model/participant'
import { cut } from '@crewroom/shared/model/cut'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import { announceFull, announceJoin } from './announce'
import { joinOne } from './join'
import { groupIn } from './group-draft'
import { keywordOf } from './keyword'
import { memberRoleOf, newMember } from './rules'
import { nextTimestamp } from '../crew/next-timestamp'

/** So many agents at work on the same thing are a team. */
const TEAM = 3

/**
 * The seed's maybeAutoCreateGroup(), in the decision of a delegation: when three or more agents have open tasks of
 * one delegator that are about the same, they and the lead get a group. One that is there is extended, if it was
 * made by the server; agents that are in it already are not notified.
 */
export function maybeAutoCreateGroup(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  added: TaskRecord,
): void {
  const { lead, tasks } = crew.state
  const keyword = subjectOf(added)
  if (keyword === null || !lead.autoGroups) return
  // Nobody is at work on a task that waits.
  const begun = Object.values(tasks).filter(({ waits }) => !waits)
  const alike = [...begun, added].filter(
    (task) => task.by === added.by && subjectOf(task) === keyword,
  )
  const agents = [...new Set(alike.map((task) => task.agentId))]
  if (agents.length < TEAM) return
  const displayName = `${keyword}-team`
  const purpose = purposeOf(alike)
  const existing = autoGroupCalled(decision, crew, displayName)
  if (!existing) {
    create(shard, decision, crew, by, { keyword, displayName, purpose, agents })
    return
  }
  if (existing.archived || existing.purpose !== purpose) {
    const group = { ...withArchive(existing, null), purpose }
    decision.add(existing.archived ? 'group:unarchived' : 'group:updated', { group })
  }
  for (const id of agents) {
    const group = groupIn(decision, crew, existing.name) ?? existing
    if (memberOf(group, id)) continue
    if (group.memberCount >= LIMITS.members) {
      // The others were reported when their tasks came.
      if (id === added.agentId) announceFull(shard, decision, crew, by, group, [agentOf(crew, id)])
      continue
    }
    const next = joinOne(decision, crew, group, by, id)
    announceJoin(shard, decision, next, id, null)
  }
}

/** Kept with the task, whose text never changes: each further one would have all that are open read again, however long. */
const subjects = new WeakMap<TaskRecord, string | null>()

function subjectOf(task: TaskRecord): string | null {
  let subject = subjects.get(task)
  if (subject === undefined) subjects.set(task, (subject = keywordOf(task.text)))
  return subject
}

/** Known by what it is about: names of other scripts have no slug to be found by. */
function autoGroupCalled(
  decision: Decision,
  crew: Crew,
  displayName: string,
): GroupRecord | undefined {
  const found = Object.values(crew.state.groups).find(
    (group) => group.auto && group.displayName === displayName,
  )
  return found && (groupIn(decision, crew, found.name) ?? found)
}

function create(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  team: {
    readonly keyword: string
    readonly displayName: string
    readonly purpose: string
    readonly agents: readonly string[]
  },
): void {
  const { lead } = crew.state
  if (!hasRoomForGroup(shard, crew)) return
  const all = [...new Set([lead.id, ...team.agents])]
  const ids = all.slice(0, LIMITS.members)
  const seq = decision.nextSeq
  const group = newGroup(
    {
      id: shard.ports.ids.record(),
      name: freeName(crew, team.keyword),
      displayName: team.displayName,
      purpose: team.purpose,
      leadId: lead.id,
      auto: true,
      createdAt: decision.at,
      createdBy: by.actor.id,
    },
    ids.map((id) =>
      newMember(id, memberRoleOf(id, lead.id, by.actor.id), seq, decision.at, ids.length),
    ),
  )
  decision.add('group:created', { group })
  for (const id of ids) announceJoin(shard, decision, group, id, null)
  const message = newMessage({
    id: shard.ports.ids.message(),
    seq: decision.nextSeq,
    n: 1,
    group: group.name,
    leadId: lead.id,
    kind: 'system',
    from: SYSTEM_ID,
    fromRole: SYSTEM_ROLE,
    content: TEXT.autoGroup(team.keyword),
    timestamp: nextTimestamp(shard.ports.clock.now(), null),
  })
  decision.add('group:message', { groupName: group.name, message })
  const left = all.slice(LIMITS.members).map((id) => agentOf(crew, id))
  announceFull(shard, decision, crew, by, group, left)
}

/** `timeline-team`; `timeline-team-2` where somebody has a group of that name. */
function freeName(crew: Crew, keyword: string): string {
  const slug = groupSlug(keyword)
  const base = slug === '' ? 'team' : cut(`${slug}-team`, LIMITS.groupName - 5).replace(/-$/, '')
  if (slug !== '' && crew.state.groups[base] === undefined) return base
  for (let n = slug === '' ? 1 : 2; ; n++) {
    if (crew.state.groups[`${base}-${n}`] === undefined) return `${base}-${n}`
  }
}

/** What each is doing, as far as it fits. */
function purposeOf(tasks: readonly TaskRecord[]): string {
  const texts = [...new Set(tasks.map((task) => task.text.replace(/\s+/g, ' ').trim()))]
  return cut(`Parallel work: ${texts.join('; ')}`, LIMITS.purpose)
}
