import type { NeedRecord } from '@crewroom/shared/model/need'
import type { AgentFloor } from './agent-floor'
import type { Reply } from './test-server'

export const OPTIONS = [
  { optionId: 'cancel', name: 'Go ahead', kind: 'allow_once' },
  { optionId: 'ok', name: 'No', kind: 'reject_once' },
]

/** A request to run this. */
export function runs(command: string, toolCallId = command): object {
  return { toolCall: { toolCallId, title: command, kind: 'execute', rawInput: { command } }, options: OPTIONS } // prettier-ignore
}

/** What waits for a person, of one kind. */
export function waiting(floor: AgentFloor, kind: NeedRecord['kind'] = 'permission'): NeedRecord[] {
  const crew = floor.server.app.core.shard.crew(floor.leadId)
  return Object.values(crew.state.needs).filter((need) => need.kind === kind)
}

export async function asked(floor: AgentFloor, count = 1): Promise<NeedRecord[]> {
  await floor.until(`${count} requests wait`, () => waiting(floor).length === count)
  return waiting(floor)
}

export function answer(
  floor: AgentFloor,
  need: NeedRecord | undefined,
  body: object,
): Promise<Reply> {
  const { server, leadId } = floor
  return server.call('POST', `/api/lead/${leadId}/needs/${need?.id}/permission`, body)
}

export function rule(floor: AgentFloor, body: object): Promise<Reply> {
  return floor.server.call('POST', `/api/lead/${floor.leadId}/permission-rules`, body)
}

/** What its program was answered, in order. */
export function outcomes(floor: AgentFloor, name: string): unknown[] {
  return floor.programs
    .notes(name)
    .flatMap((note) =>
      'answered' in note ? [(note['answered'] as { outcome: object }).outcome] : [],
    )
}

/** By whom each request was answered, as the record has it. */
export async function record(floor: AgentFloor, name: string): Promise<[string, string][]> {
  const entries = (await floor.recorded(name)).filter(({ kind }) => kind === 'permission')
  return entries.map(({ data }) => [String(data?.['by']), String(data?.['why'])])
}
