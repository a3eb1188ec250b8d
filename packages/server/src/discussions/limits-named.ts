import type { GroupRecord } from '@crewroom/shared/model/group'
import type { RunLimits } from '@crewroom/shared/model/run'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { nameIn } from '../crew/directory'
import { assertNoSecret } from '../crew/secrets'
import type { Shard } from '../crew/shard'
import { renamed, wordsOf } from '../rounds/end-rule'
import { participantNamed } from './policy-settings'

export type LimitsInput = { readonly [K in keyof RunLimits]?: RunLimits[K] | undefined }

/** Limits with the ids of those whose words count. */
export function limitsNamed(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  limits: LimitsInput | undefined,
  participants: readonly string[],
): LimitsInput | undefined {
  if (!limits?.until) return limits
  const mask = shard.maskOf(crew)
  for (const { word } of wordsOf(limits.until)) assertNoSecret(mask, 'limits.until', word)
  const until = renamed(limits.until, (reference) => {
    const id = participantNamed(shard, crew, group, reference)
    if (participants.includes(id)) return id
    throw new CrewError('validation', `limits.until: ${nameIn(crew, id)} takes no part.`, {
      fields: { 'limits.until': 'names somebody who takes no part' },
    })
  })
  return { ...limits, until }
}
