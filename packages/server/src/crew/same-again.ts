import type { Part } from '@crewroom/shared/model/part'
import type { ReplyTo } from '@crewroom/shared/model/reply'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { PARTS, withoutSecretsIn } from '../journal/fact-texts'
import type { Crew } from './crew'
import { masked } from './secrets'
import type { Shard } from './shard'
import { isSameReply, type Written } from './written'

interface Said {
  readonly id: string
  readonly content: string
  readonly parts?: readonly Part[] | undefined
  readonly replyTo?: ReplyTo | undefined
}

/** Refuses a `clientId` that its sender has used for something else. */
export function assertSameAgain(
  shard: Shard,
  crew: Crew,
  before: Said,
  said: Pick<Written, 'content' | 'parts' | 'replyTo'>,
  isSamePlace = true,
): void {
  // Stored text is masked, perhaps with fewer values than are known by now.
  const mask = shard.maskOf(crew)
  const cut = (text: string) => masked(mask, text, LIMITS.content)
  const partsOf = ({ parts }: Pick<Written, 'parts'>) =>
    parts ? JSON.stringify(withoutSecretsIn(parts, PARTS, mask)) : ''
  if (
    isSamePlace &&
    cut(before.content) === cut(said.content) &&
    partsOf(before) === partsOf(said) &&
    isSameReply(before.replyTo, said.replyTo)
  ) {
    return
  }
  throw new CrewError(
    'idempotency_conflict',
    'Another message was sent with this clientId. Use a new one for a new message.',
    { messageId: before.id },
  )
}
