import { hopOf } from './hops'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'

/** A text of the server's in an agent's inbox. */
export function decideNotice(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  agentId: string,
  text: string,
  wake: boolean,
): void {
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId,
      kind: 'system',
      wake,
      groupName: null,
      content: { form: 'text', text },
      hop: hopOf(crew, by),
    },
  })
}
