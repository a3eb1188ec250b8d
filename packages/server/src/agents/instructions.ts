import { type AgentRecord, takesTurns } from '@crewroom/shared/model/agent'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { rolePrompts } from './manifest'
import type { Decision } from '../journal/decision'

/** An agent's instructions: those of its role, and its own. Null: there are none. */
export interface ToldInstructions {
  readonly role: string | null
  readonly own: string | null
}

/** For whoever may read the agent's manifest, which has both. */
export function readInstructions(
  shard: Shard,
  crew: Crew,
  by: By,
  agentId: string,
): ToldInstructions {
  const agent = agentOf(crew, agentId)
  assertMayInCrew('readManifest', crew, by, agent)
  const own = crew.remembered(agentId).instructions
  const role = rolePrompts(shard, crew, agentId).join('\n')
  return { role: role || null, own: own || null }
}

/** What an agent's instructions are to be; null: they stay as they are. */
export function otherInstructions(
  decision: Decision,
  crew: Crew,
  agentId: string,
  given: string | null | undefined,
): string | null {
  if (given === undefined) return null
  const wanted = { agentId, instructions: given ?? '' }
  const { instructions } = decision.asStored('agent:instructed', wanted)
  return instructions === crew.remembered(agentId).instructions ? null : instructions
}

/**
 * Gives an agent instructions, or with an empty text takes them away. A program that is told a manifest reads them there,
 * and again when they change; any other has to be written to.
 */
export function decideInstructions(
  shard: Shard,
  decision: Decision,
  { id: agentId, driver }: AgentRecord,
  given: string,
): void {
  const { instructions } = decision.add('agent:instructed', { agentId, instructions: given })
  if (instructions !== '' && takesTurns(driver)) return
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId,
      kind: 'system',
      wake: false,
      groupName: null,
      content: {
        form: 'text',
        text: instructions === '' ? TEXT.instructionsTaken : TEXT.yourInstructions(instructions),
      },
      hop: 0,
    },
  })
}
