import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { readRollout, type StoredRollouts } from '../agents/read-rollout'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import type { RolloutQuery } from '../journal/ports/rollout-port'
import { readableGroup, readableSession } from './read-session'

/** A page of what an agent emitted and was given in its rounds of a session: each entry with the number of its round. */
export async function readSessionRollout(
  shard: Shard,
  rollouts: StoredRollouts,
  crew: Crew,
  by: By,
  input: Pick<RolloutQuery, 'before' | 'after' | 'kind'> & {
    readonly group: string
    readonly session: string
    readonly agentId: string
    readonly limit?: number | undefined
  },
) {
  const { group, session, agentId, ...query } = input
  const agent = agentOf(crew, agentId)
  assertMayInCrew('readRollout', crew, by, agent)
  const inGroup = readableGroup(crew, by, group)
  // The free talk of a group has no rounds.
  const sessionId =
    session === MAIN_SESSION
      ? MAIN_SESSION
      : readableSession(crew, by, { group: inGroup.name, session }).id
  await shard.journal.durable(crew.state.lead.id)
  const rounds = shard.ports.reader.turnsOfRounds(agent.id, sessionId)
  const turnIds = [...rounds.keys()]
  const page = await readRollout(shard, rollouts, { crew, agent }, { ...query, turnIds })
  const entries = page.entries.flatMap((entry) => {
    const round = rounds.get(entry.turnId ?? '')
    return round === undefined ? [] : [{ ...entry, round }]
  })
  return { ...page, entries }
}
