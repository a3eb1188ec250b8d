import type { NeedRecord } from '@crewroom/shared/model/need'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { releaseAgent } from '../conduct/hold-agent'
import { needOf } from '../crew/needs'
import type { By, Shard } from '../crew/shard'
import { releaseGroup } from './hold-group'

/** A person ends the hold that waits for it. */
export function releaseNeed(shard: Shard, crew: Crew, by: By, needId: string): NeedRecord {
  const need = needOf(shard, crew, by, needId)
  if (need.kind !== 'held') {
    throw new CrewError('validation', 'Only a hold can be released; dismiss this instead.', {
      fields: { action: 'must be dismiss' },
    })
  }
  if (need.groupName !== null) releaseGroup(shard, crew, by, need.groupName)
  else releaseAgent(shard, crew, by, need.agentId)
  return need
}
