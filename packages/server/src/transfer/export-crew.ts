import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'
import { crewHeader, FileText } from './export-file'
import { portable } from './fact-schema'

/** Facts read at once: the event loop gets its turn between two pages. */
const PAGE = 100

/** A crew's file, in parts: everything that it decided up to now, as it decided it. */
export async function exportCrew(shard: Shard, crew: Crew): Promise<AsyncIterable<string>> {
  // What agents have confirmed belongs to what the crew was at this moment.
  shard.handEvents.emit('wanted')
  const { seq, lead, agents, groups } = crew.state
  const file = new FileText()
  const header = crewHeader({
    leadId: lead.id,
    name: lead.name,
    seq,
    agents: Object.keys(agents).length,
    groups: Object.keys(groups).length,
    messages: Object.values(groups).reduce((sum, group) => sum + group.messageCount, 0),
  })
  await shard.journal.durable(lead.id)
  async function* parts(): AsyncIterable<string> {
    yield file.line(header)
    for await (const page of factPages(shard, lead.id, seq)) {
      yield page
        .map(portable)
        .map(({ leadId: _, seq: n, v, at, type, actor, cause, data }) =>
          file.line({ seq: n, v, at, type, actor, cause, data }),
        )
        .join('')
    }
    yield file.trailer()
  }
  return parts()
}

/** All facts of a crew up to a number, in order. Facts never change, so pages of different moments fit together. */
export async function* factPages(
  shard: Shard,
  leadId: string,
  to: number,
): AsyncIterable<readonly Envelope[]> {
  let since = 0
  while (since < to) {
    const page = shard.ports.reader.facts(leadId, since, to, PAGE)
    const last = page.at(-1)?.seq ?? 0
    if (last !== since + page.length) {
      throw new CrewError('lead_not_found', 'The crew was deleted while it was read.')
    }
    yield page
    since = last
  }
}
