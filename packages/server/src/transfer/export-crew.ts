import { SYSTEM } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { type Envelope, REPLACED } from '../journal/facts'
import { crewHeader, crewVersion, FileText, hasChatParts, hasOpenParts } from './export-file'
import { portable } from './fact-schema'

/** Facts read at once: the event loop gets its turn between two pages. */
const PAGE = 100

/**
 * A file has every number: one that the journal lost stands for a fact that later ones replaced. When that was is not
 * known any more; the fact before it was not later.
 */
function* withReplaced(page: readonly Envelope[], before: Envelope | null): Iterable<Envelope> {
  let last = before
  for (const fact of page) {
    for (let seq = (last?.seq ?? 0) + 1; seq < fact.seq; seq++) yield replaced(fact, seq, last)
    yield (last = fact)
  }
}

function replaced({ leadId, at }: Envelope, seq: number, before: Envelope | null): Envelope {
  return {
    leadId,
    seq,
    v: 1,
    at: before?.at ?? at,
    type: 'fact:omitted',
    actor: SYSTEM,
    cause: { kind: 'system' },
    data: { was: REPLACED, agentId: null },
  }
}

/** A crew's file, in parts: everything that it decided up to now, as it decided it. */
export async function exportCrew(shard: Shard, crew: Crew): Promise<AsyncIterable<string>> {
  // What agents have confirmed belongs to what the crew was at this moment.
  shard.handEvents.emit('wanted')
  const { seq, lead, agents, groups } = crew.state
  const file = new FileText()
  const hasChat = hasChatParts(crew.state)
  const hasOpen = hasOpenParts(crew.state)
  const fields = {
    leadId: lead.id,
    name: lead.name,
    seq,
    agents: Object.keys(agents).length,
    groups: Object.keys(groups).length,
    messages: Object.values(groups).reduce((sum, group) => sum + group.messageCount, 0),
  }
  await shard.journal.durable(lead.id)
  const { reader } = shard.ports
  const version = crewVersion({
    waiting: reader.hasWaiting(lead.id, seq),
    // Also for deleted ones: what was said in them is in the file.
    sessions: hasChat || reader.hasSessions(lead.id, seq),
    settled: reader.hasSettled(lead.id, seq),
    choices: reader.hasChoices(lead.id, seq),
    files: reader.hasFiles(lead.id, seq),
    runs: reader.hasRuns(lead.id, seq),
    admissions: hasOpen || reader.hasAdmissions(lead.id, seq) || reader.hasReplies(lead.id, seq),
    changes: reader.hasChanges(lead.id, seq),
    answers: reader.requests.hasAny(lead.id, seq),
    rules: reader.hasPlacedRules(lead.id, seq),
    instructions: reader.hasInstructions(lead.id, seq),
  })
  const header = crewHeader(version, fields)
  async function* parts(): AsyncIterable<string> {
    yield file.line(header)
    let last: Envelope | null = null
    for await (const page of factPages(shard, lead.id, seq)) {
      const whole = [...withReplaced(page, last)]
      last = page.at(-1) ?? last
      yield whole
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

/**
 * All facts of a crew up to a number, in order. Facts never change, and of those that the journal loses nothing is left
 * that later ones do not say, so pages of different moments fit together.
 */
export async function* factPages(
  shard: Shard,
  leadId: string,
  to: number,
): AsyncIterable<readonly Envelope[]> {
  let since = 0
  while (since < to) {
    const page = shard.ports.reader.facts(leadId, since, to, PAGE)
    const last = page.at(-1)?.seq
    if (last === undefined) {
      throw new CrewError('lead_not_found', 'The crew was deleted while it was read.')
    }
    yield page
    since = last
  }
}
