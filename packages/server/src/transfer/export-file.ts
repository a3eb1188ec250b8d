import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isGroupName } from '@crewroom/shared/model/group-name'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'

/**
 * A crew or a group as JSON lines: a header, a line for each fact, and a trailer by which a file that was cut off or
 * changed is known. Nothing in it says when or where it was written: the same history is the same bytes.
 */
const VERSION = 1
/**
 * The version of a crew with sessions or group chats: servers that know none refuse it by this, and not by its first unknown
 * fact.
 */
const WITH_SESSIONS = 2
/** The version of a crew or group with files, for the same reason. */
const WITH_FILES = 3

/** The version of a crew with discussions, for the same reason. */
const WITH_RUNS = 4

/** The version of a crew with admissions, and of a crew or group with replies or messages of several parts, for the same reason. */
const WITH_ADMISSIONS = 5

/** The version of a crew or group with messages that were changed or deleted, or of a crew with tasks that wait, for the same reason. */
const WITH_CHANGES = 6

/** The version of a crew whose sessions say who was chosen to take part, for the same reason. */
const WITH_CHOICES = 7

/** The version of a crew in which the person dismissed a message that mentions them, for the same reason. */
const WITH_SETTLED = 8
/** The version of a crew that knows what requests with a key were answered, for the same reason. */
const WITH_ANSWERS = 9
/** The version of a crew with an agent that has, or had, instructions of its own, for the same reason. */
const WITH_INSTRUCTIONS = 10
/** The version of a crew with rules for permissions that hold in a folder, or that a person said hold everywhere, for the same reason. */
const WITH_PLACED_RULES = 11

/** Whether a crew has, beside sessions, what only version 2 has. */
export function hasChatParts({ lead, agents, groups }: CrewState): boolean {
  return (
    lead.workspace !== undefined ||
    Object.values(groups).some(({ chat }) => chat !== undefined) ||
    Object.values(agents).some(({ handle, model }) => (handle ?? model) !== undefined)
  )
}

/** Whether a crew has, beside admissions and replies, what only version 5 has. */
export function hasOpenParts({ agents, groups }: CrewState): boolean {
  return (
    Object.values(groups).some(({ openHistory }) => openHistory === true) ||
    Object.values(agents).some(({ app }) => app === true)
  )
}

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID')
export const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Versions of files that this server reads. */
export const READ_VERSIONS: Readonly<Record<'crew' | 'group', readonly number[]>> = {
  crew: [
    VERSION,
    WITH_SESSIONS,
    WITH_FILES,
    WITH_RUNS,
    WITH_ADMISSIONS,
    WITH_CHANGES,
    WITH_CHOICES,
    WITH_SETTLED,
    WITH_ANSWERS,
    WITH_INSTRUCTIONS,
    WITH_PLACED_RULES,
  ],
  group: [VERSION, WITH_FILES, WITH_ADMISSIONS, WITH_CHANGES],
}

const start = { crewroom: z.literal('export') }
export const CrewHeader = z.strictObject({
  ...start,
  version: z.literal([
    VERSION,
    WITH_SESSIONS,
    WITH_FILES,
    WITH_RUNS,
    WITH_ADMISSIONS,
    WITH_CHANGES,
    WITH_CHOICES,
    WITH_SETTLED,
    WITH_ANSWERS,
    WITH_INSTRUCTIONS,
    WITH_PLACED_RULES,
  ]),
  kind: z.literal('crew'),
  leadId: uuid,
  name: z.string().max(LIMITS.agentName),
  seq: count.min(1),
  agents: count,
  groups: count,
  messages: count,
})
export const GroupHeader = z.strictObject({
  ...start,
  version: z.literal([VERSION, WITH_FILES, WITH_ADMISSIONS, WITH_CHANGES]),
  kind: z.literal('group'),
  leadId: uuid,
  crew: z.string().max(LIMITS.agentName),
  group: z.string().refine(isGroupName, "must be a group's name"),
  messages: count,
})
export const Header = z.discriminatedUnion('kind', [CrewHeader, GroupHeader])
export const Trailer = z.strictObject({
  end: z.literal(true),
  lines: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type CrewHeader = z.infer<typeof CrewHeader>
export type GroupHeader = z.infer<typeof GroupHeader>

type HeaderFields<H> = Omit<H, 'crewroom' | 'version' | 'kind'>

/** The version of a crew's file, by what the crew has ever had. */
export function crewVersion(has: {
  readonly waiting: boolean
  readonly sessions: boolean
  readonly choices: boolean
  readonly settled: boolean
  readonly files: boolean
  readonly runs: boolean
  readonly admissions: boolean
  readonly changes: boolean
  readonly answers: boolean
  readonly instructions: boolean
  readonly rules: boolean
}): CrewHeader['version'] {
  if (has.rules) return WITH_PLACED_RULES
  if (has.instructions) return WITH_INSTRUCTIONS
  if (has.answers) return WITH_ANSWERS
  if (has.settled) return WITH_SETTLED
  if (has.choices) return WITH_CHOICES
  if (has.changes || has.waiting) return WITH_CHANGES
  if (has.admissions) return WITH_ADMISSIONS
  if (has.runs) return WITH_RUNS
  if (has.files) return WITH_FILES
  return has.sessions ? WITH_SESSIONS : VERSION
}

/** The version of a group's file, by what the group has. */
export function groupVersion(has: {
  readonly files: boolean
  readonly replies: boolean
  readonly changes: boolean
}): GroupHeader['version'] {
  if (has.changes) return WITH_CHANGES
  if (has.replies) return WITH_ADMISSIONS
  return has.files ? WITH_FILES : VERSION
}

export const crewHeader = (
  version: CrewHeader['version'],
  fields: HeaderFields<CrewHeader>,
): CrewHeader => ({ crewroom: 'export', version, kind: 'crew', ...fields })

export const groupHeader = (
  version: GroupHeader['version'],
  fields: HeaderFields<GroupHeader>,
): GroupHeader => ({ crewroom: 'export', version, kind: 'group', ...fields })

/** The lines of one file, counted and summed up. */
export class FileText {
  readonly #hash = createHash('sha256')
  #lines = -1

  /** The header is the first. */
  line(value: unknown): string {
    const text = `${JSON.stringify(value)}\n`
    this.#hash.update(text)
    this.#lines++
    return text
  }

  trailer(): string {
    const end: z.infer<typeof Trailer> = {
      end: true,
      lines: this.#lines,
      sha256: this.#hash.digest('hex'),
    }
    return `${JSON.stringify(end)}\n`
  }
}
