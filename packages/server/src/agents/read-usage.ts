import type { UsageBy, UsageTotal } from '@crewroom/shared/model/usage-total'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'

export interface UsageInput {
  readonly by: UsageBy
  /** One total for each agent, of days and hours only. */
  readonly each?: 'agent' | undefined
  /** Counted from the beginning of its hour. */
  readonly since?: string | undefined
  readonly limit: number
}

export interface UsagePage {
  readonly totals: readonly UsageTotal[]
  /** There are more agents or tasks that used less, or earlier days or hours. */
  readonly hasMore: boolean
  readonly asOf: number
}

/** What a crew's turns used together, by what is asked. */
export async function readUsage(shard: Shard, crew: Crew, input: UsageInput): Promise<UsagePage> {
  const { by, each, since, limit } = input
  const isEach = each === 'agent'
  if (isEach && by !== 'day' && by !== 'hour') {
    throw new CrewError('validation', 'Agents are told apart by day or by hour only.', {
      fields: { each: 'must be left out, or by must be day or hour' },
    })
  }
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const sinceHour = since === undefined ? '' : iso(Date.parse(since)).slice(0, 13)
  return shard.ports.reader.usage(leadId, { by, isEach, sinceHour, limit })
}
