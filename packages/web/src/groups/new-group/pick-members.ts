import type { AgentRecord } from '@crewroom/shared/model/agent'
import { shortId } from '@crewroom/shared/model/participant'

/** What was picked: agents one by one, and roles, which stand for everyone of them. */
export interface Pick {
  readonly ids: readonly string[]
  readonly roles: readonly string[]
}

export const NOTHING_PICKED: Pick = { ids: [], roles: [] }

/** The fewest characters of an id that name an agent. */
const PREFIX = 4

export interface RoleCount {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly count: number
}

/** Roles of these agents with how many there are, the largest first. */
export function roleCounts(agents: readonly AgentRecord[]): readonly RoleCount[] {
  const counts = new Map<string, RoleCount>()
  for (const { role, roleName, color } of agents) {
    const before = counts.get(role)
    counts.set(role, { id: role, name: roleName, color, count: (before?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

/** Everyone that a pick means now, in the order of the agents. */
export function pickedAgents(agents: readonly AgentRecord[], pick: Pick): readonly AgentRecord[] {
  return agents.filter(({ id, role }) => pick.ids.includes(id) || pick.roles.includes(role))
}

export function toggled(all: readonly string[], one: string): readonly string[] {
  return all.includes(one) ? all.filter((own) => own !== one) : [...all, one]
}

/** By role, name, or the beginning of an id. */
export function matchesAgent(agent: AgentRecord, filter: string): boolean {
  const wanted = filter.trim().toLowerCase()
  return (
    wanted === '' ||
    agent.id.startsWith(wanted) ||
    [agent.role, agent.roleName, agent.name].some((text) => text.toLowerCase().includes(wanted))
  )
}

export interface Pasted {
  readonly ids: readonly string[]
  /** Per text that names nobody, why not. */
  readonly unknown: readonly { readonly text: string; readonly why: string }[]
}

/** Ids or their beginnings, as somebody pasted them, with the text between them. */
export function readPasted(
  text: string,
  candidates: readonly AgentRecord[],
  all: readonly AgentRecord[],
): Pasted {
  const ids: string[] = []
  const unknown: { text: string; why: string }[] = []
  for (const token of new Set(
    text
      .toLowerCase()
      .split(/[\s,;()]+/)
      .filter(Boolean),
  )) {
    const hits = token.length < PREFIX ? [] : candidates.filter(({ id }) => id.startsWith(token))
    const [only] = hits
    if (only && hits.length === 1) ids.push(only.id)
    else unknown.push({ text: token, why: whyNobody(token, hits, all) })
  }
  return { ids, unknown }
}

function whyNobody(
  token: string,
  hits: readonly AgentRecord[],
  all: readonly AgentRecord[],
): string {
  if (hits.length > 1) return `${hits.length} agents start with ${token}`
  const ended = all.find(({ id }) => token.length >= PREFIX && id.startsWith(token))
  if (ended?.ended) return `${ended.roleName} ${shortId(ended.id)} has ended`
  if (ended) return `${ended.roleName} ${shortId(ended.id)} is in the group`
  return `no agent starts with ${token}`
}
