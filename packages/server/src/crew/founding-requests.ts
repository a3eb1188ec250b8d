import { LIMITS } from '@crewroom/shared/protocol/limits'
import { iso } from '../clock'
import type { Crew } from './crew'
import type { By, Shard } from './shard'

/** Since when requests are known by their keys. */
export function answersSince({ ports: { clock } }: Shard): string {
  return iso(clock.now() - LIMITS.requestKeyHours * 3_600_000)
}

/** Before a crew is deleted: sent again, the request that founded it founds no other one. Nothing of its answer stays. */
export function outliveCrew(shard: Shard, crew: Crew, by: By): void {
  const { requests } = shard.ports.reader
  for (const request of requests.founded(crew.state.lead.id, answersSince(shard))) {
    shard.noteRequest({ ...request, parts: null, secrets: null }, by)
  }
}
