import type { NeedRecord } from '@crewroom/shared/model/need'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { dismissNeed, isWaiting } from '../crew/needs'
import { crewsSeenBy } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import { answerWideRules } from '../crew/answer-rules'
import { releaseNeed } from './release-need'

/** Closes what waits for a person, of whichever crew it is: as seen, or with what is to become of it. */
export function closeNeed(
  shard: Shard,
  by: By,
  needId: string,
  action: 'dismiss' | 'release' | 'keep' | 'drop',
): { crew: Crew; need: NeedRecord } {
  const crew = crewsSeenBy(shard, by).find((one) => isWaiting(one, needId))
  if (!crew) throw new CrewError('need_not_found', 'Nothing with this id waits for you any more.')
  if (action === 'keep' || action === 'drop') {
    return { crew, need: answerWideRules(shard, crew, by, needId, action) }
  }
  const close = action === 'release' ? releaseNeed : dismissNeed
  return { crew, need: close(shard, crew, by, needId) }
}
