import { CrewError } from '@crewroom/shared/protocol/errors'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import { crewOfAgentFor } from '../crew/seen-crews'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { type RecordedAnswer, decideAnswer } from './record-answer'
import { roundOver } from './round-over'

export interface NamedAnswer {
  readonly agentId: string
  /** What asked the agent. */
  readonly deliveryId: string
  /** Blank: it passes. */
  readonly content: string
}

/** Records an agent's answer to a round that it names, in place of what its turn would say. */
export function answerByName(
  shard: Shard,
  by: By,
  { agentId, deliveryId, content }: NamedAnswer,
): RecordedAnswer & { readonly crew: Crew } {
  const home = crewOfAgentFor(shard, by, agentId)
  assertMayInCrew('actAs', home, by, agentOf(home, agentId))
  for (const crew of shard.crewsOf(agentId)) {
    const asked = crew.rounds.asked(agentId).find((one) => one.deliveryId === deliveryId)
    if (!asked) continue
    const decision = shard.decide(crew)
    const said = { text: content, cut: false, how: 'said', error: null } as const
    const recorded = decideAnswer(shard, decision, crew, asked, said)
    if (!recorded) throw roundOver()
    shard.commit(crew, by, decision)
    return { ...recorded, crew }
  }
  const [known] = shard.ports.reader.deliveries([deliveryId])
  if (known?.agentId === agentId && known.content.form === 'round') throw roundOver()
  throw new CrewError(
    'round_not_found',
    'This agent was handed no round with that id. It is the `id` of the inbox item that asks.',
  )
}
