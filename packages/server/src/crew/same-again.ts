import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from './crew'
import { masked } from './secrets'
import type { Shard } from './shard'

interface Said {
  readonly id: string
  readonly content: string
}

/** Refuses a `clientId` that its sender has used for something else. */
export function assertSameAgain(
  shard: Shard,
  crew: Crew,
  before: Said,
  content: string,
  isSamePlace = true,
): void {
  // Stored text is masked, perhaps with fewer values than are known by now.
  const mask = shard.maskOf(crew)
  const cut = (text: string) => masked(mask, text, LIMITS.content)
  if (isSamePlace && cut(before.content) === cut(content)) return
  throw new CrewError(
    'idempotency_conflict',
    'Another message was sent with this clientId. Use a new one for a new message.',
    { messageId: before.id },
  )
}
