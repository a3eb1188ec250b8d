import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { MemberAsked } from '@crewroom/shared/protocol/routes/group-chats'
import { type AgentInput, createAgent, type DriverInput } from '../agents/create-agent'
import type { Crew } from '../crew/crew'
import { resolveNamed } from '../crew/directory'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import { type ProgramChoice, programOfHandle } from './program-of-handle'
import type { SenderLabel } from './sender-label'

/** A member that somebody has named: known already, or created for it. */
export interface NamedMember {
  readonly id: string
  /** The token that the program of a new agent needs; null for a known agent, and where the server starts the program. */
  readonly token: string | null
  /** Another name of the person, under which nobody new has become a member. */
  readonly label?: SenderLabel
}

/** The role of agents that a group chat creates. */
const ROLE = 'developer'

/**
 * The one person among these, as the group calls them: the owner, else the first one; and what else they are called. Throws `one_person`
 * for two owners.
 */
export function peopleAmong(members: readonly MemberAsked[]): {
  readonly person: SenderLabel | undefined
  readonly others: readonly SenderLabel[]
} {
  const people = members.filter(({ type }) => type === 'human')
  const person = people.find(({ role }) => role === 'owner') ?? people[0]
  const others = people.filter(({ id }) => id !== person?.id)
  const second = others.find(({ role }) => role === 'owner')
  if (second) throw onePerson(second.id)
  return { person: person && labelOfMember(person), others: others.map(labelOfMember) }
}

export function labelOfMember({ id, display_name: name }: MemberAsked): SenderLabel {
  return { id, displayName: name ?? id }
}

export function onePerson(id: string): CrewError {
  return new CrewError(
    'one_person',
    `"${id}" would be a second owner: a server belongs to one person. Add "${id}" as a member: it is then another name of that person.`,
    { memberId: id },
  )
}

/** Throws `validation` where a role is asked for that only the one who made the group chat has. */
export function assertRole({ type, id, role }: MemberAsked): void {
  if (type === 'human' || role !== 'owner') return
  throw new CrewError(
    'validation',
    `role: "${id}" cannot own the group chat; whoever creates it does.`,
    { fields: { role: 'an agent that is added is a member' } },
  )
}

/** Throws `validation` where the person and an agent would have one id, or the person’s holds a secret. */
export function assertApart(
  shard: Shard,
  crew: Crew | null,
  person: { readonly id: string; readonly displayName?: string } | undefined,
  agents: readonly { readonly handle?: string | undefined }[],
): void {
  if (person === undefined) return
  const { id: personId, displayName } = person
  assertNoSecret(shard.maskOf(crew), 'members', personId)
  assertNoSecret(shard.maskOf(crew), 'members', displayName)
  const own = personId.toLowerCase()
  if (!agents.some(({ handle }) => handle?.toLowerCase() === own)) return
  throw new CrewError(
    'validation',
    `members: "${personId}" would be the id of the person and of an agent. Give one of them another id.`,
    { fields: { members: 'the person and an agent with one id' } },
  )
}

/** Id of the agent with this name; null if the crew has none. Names that several agents have, and agents that have ended, are refused. */
export function knownAgent(shard: Shard, crew: Crew, reference: string): string | null {
  const id = resolveNamed(shard, crew, reference)
  if (id === null || !isPlaceholderLead(crew.state.lead, id)) return id
  throw new CrewError(
    'validation',
    `members: "${reference}" is the workspace itself, and not an agent.`,
    { fields: { members: 'the workspace itself' } },
  )
}

/** Creates an agent: with the program of its name, or with one that runs elsewhere. */
export function newAgentOf(
  shard: Shard,
  crew: Crew,
  by: By,
  member: MemberAsked,
  programs: ProgramChoice,
  workspacePath?: string,
): NamedMember {
  const input = agentInput(member, programs, workspacePath)
  const { agent, token } = createAgent(shard, crew, by, input)
  return { id: agent.id, token }
}

/** A new agent as a group chat asks for it. */
export function agentInput(
  member: MemberAsked,
  programs: ProgramChoice,
  workspacePath?: string,
): AgentInput {
  return {
    role: ROLE,
    name: member.display_name ?? member.id,
    handle: member.id,
    model: member.model,
    cwd: member.workspace_path ?? workspacePath,
    driver: driverOf(member, programs),
  }
}

/** Its program by the name that was asked for, which there has to be; else by its id. */
function driverOf({ id, driver }: MemberAsked, programs: ProgramChoice): DriverInput {
  const found = programOfHandle(programs, driver ?? id)
  if (
    driver === undefined ||
    found.kind !== 'remote' ||
    Object.hasOwn(programs.configured, driver.toLowerCase())
  )
    return found
  const problem =
    'names no program of the configuration, and no coding agent that is installed here'
  throw new CrewError(
    'validation',
    `driver: "${driver}" ${problem}. Leave it out if the agent’s program runs elsewhere.`,
    {
      fields: { driver: problem },
    },
  )
}

/** A member by what its group or crew calls it, as the rest of the server knows it. */
export function personCalled({ chat }: GroupRecord, reference: string): string {
  return reference === chat?.person?.id ? HUMAN_ID : reference
}
