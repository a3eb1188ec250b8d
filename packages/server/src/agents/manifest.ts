import { listedIds } from '@crewroom/shared/model/group'
import { type AgentRecord, isPlaceholderLead } from '@crewroom/shared/model/agent'
import { shortTaskId } from '@crewroom/shared/model/task'
import { TEXT } from '@crewroom/shared/text/catalogue'
import {
  type Acts,
  type AgentChoices,
  crewSection,
  groupsSection,
  instructionsSection,
  manifestText,
  roleSection,
} from '@crewroom/shared/text/manifest'
import type { Crew } from '../crew/crew'
import { agentOf, named } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import { groupsByNews, groupsOf } from '../crew/own-groups'
import type { By, Shard } from '../crew/shard'

/** The role that leads, whatever else its agent is for. */
const LEAD = 'lead'

/** What a model learns about its crew and groups, with a key for each part: a part that changes is sent again. */
export interface ToldManifest {
  readonly text: string
  readonly keys: readonly string[]
}

/** Text and keys as of one moment: whoever joins after it is news. `beside` is told with it, and not by it. */
export function tellManifest(
  shard: Shard,
  crew: Crew,
  agent: AgentRecord,
  withTasks: boolean,
  beside: readonly string[] = [],
  acts: Acts = 'commands',
): ToldManifest {
  return {
    text: manifestOf(shard, crew, agent, { withTasks, beside, acts }),
    keys: manifestKeys(shard, agent.id),
  }
}

/** The manifest as it would be told now: for people, and for the agent itself. */
export function readManifest(shard: Shard, crew: Crew, by: By, agentId: string): string {
  const agent = agentOf(crew, agentId)
  assertMayInCrew('readManifest', crew, by, agent)
  return manifestOf(shard, crew, agent)
}

/**
 * What an agent must know of itself, its crew and its groups: the first thing that its model reads. `withTasks` for
 * a model that may have forgotten what it was given.
 */
export function manifestOf(
  shard: Shard,
  crew: Crew,
  agent: AgentRecord,
  {
    withTasks = false,
    beside = [],
    acts,
  }: {
    readonly withTasks?: boolean
    readonly beside?: readonly string[]
    readonly acts?: Acts
  } = {},
): string {
  const { lead } = crew.state
  const crews = shard.crewsOf(agent.id)
  const parent = crews.find((other) => other.state.lead.id !== agent.id && other !== crew)
  const tasks = crews.flatMap((own) =>
    own.openTasks(agent.id).map((task) => ({
      id: shortTaskId(task.id),
      told: TEXT.task(named(own, task.by), task.text, task.context),
    })),
  )
  return manifestText({
    you: named(crew, agent.id),
    name: agent.name,
    crew: lead.name,
    isLead: agent.id === lead.id,
    lead: isPlaceholderLead(lead, lead.id) ? null : named(crew, lead.id),
    parent: parent
      ? { crew: parent.state.lead.name, lead: named(parent, parent.state.lead.id) }
      : null,
    parts: manifestParts(shard, agent.id, acts),
    tasks: withTasks ? tasks.filter(({ told }) => !beside.includes(told)) : [],
    choices: choicesOf(shard),
    ...(acts === undefined ? {} : { acts }),
  })
}

/** What a lead can choose for the agents that it creates. */
function choicesOf({ ports }: Shard): AgentChoices {
  const roles = ports.roles.all().flatMap(({ id, prompt }) => (prompt === null ? [] : id))
  return { roles: roles.filter((id) => id !== LEAD), programs: ports.programs() }
}

/** How the agent works: a lead with another role does both. */
export function rolePrompts(shard: Shard, crew: Crew, agentId: string): string[] {
  const isLead = agentId === crew.state.lead.id
  const ids = new Set([...(isLead ? [LEAD] : []), agentOf(crew, agentId).role])
  return [...ids].flatMap((id) => shard.ports.roles.of(id).prompt ?? [])
}

/** The parts that are told again when they change: the crew, the groups, the role, and the agent's own instructions. Some are empty. */
export function manifestParts(shard: Shard, agentId: string, acts?: Acts): readonly string[] {
  const [home] = shard.crewsOf(agentId)
  // The list may be cut, and whoever has ended can be done without first.
  const others = home ? othersIn(home, agentId).toSorted(byEnd) : []
  const groups = groupsByNews(shard.crewsOf(agentId), agentId).map(({ crew, group, unread }) => ({
    name: group.name,
    purpose: group.purpose,
    members: listedIds(group).map((id) => named(crew, id)),
    unread,
    last: group.lastMessage && {
      n: group.lastMessage.n,
      from: { id: group.lastMessage.from, roleName: group.lastMessage.fromRole },
      // Nothing is left of a deleted one.
      preview: group.lastMessage.content || TEXT.isDeleted,
    },
  }))
  const prompts = home ? rolePrompts(shard, home, agentId) : []
  const known = home ? others.map(({ id }) => named(home, id)) : []
  const own = home?.remembered(agentId).instructions ?? ''
  return [
    crewSection(known),
    groupsSection(groups, acts),
    roleSection(prompts),
    instructionsSection(own),
  ]
}

/** Everybody else, including agents that have completed or failed: they return when addressed, so they must be known. */
function othersIn(crew: Crew, agentId: string): AgentRecord[] {
  return Object.values(crew.state.agents).filter(
    ({ id, ended }) =>
      id !== agentId && ended !== 'terminated' && !isPlaceholderLead(crew.state.lead, id),
  )
}

function byEnd(a: AgentRecord, b: AgentRecord): number {
  return Number(a.ended !== null) - Number(b.ended !== null)
}

/** One key per part; it changes with agents, their names, the purposes of groups, the role and instructions, not with messages. */
export function manifestKeys(shard: Shard, agentId: string): readonly string[] {
  const crews = shard.crewsOf(agentId)
  const groups = crews.flatMap((crew) =>
    groupsOf(crew, agentId).map((group) => [group.name, group.purpose, listedIds(group)]),
  )
  const [home] = crews
  const prompts = home ? rolePrompts(shard, home, agentId) : []
  const others = home ? othersIn(home, agentId).map(({ id }) => named(home, id)) : []
  const own = home?.remembered(agentId).instructions ?? ''
  return [others, groups, prompts, own].map((part) => JSON.stringify(part))
}
