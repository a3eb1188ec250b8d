import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { PendingDirect } from './direct-outbox'

/**
 * Whether a message that was not confirmed is among what was said since it first went out. `lane` is what else of this
 * page is on its way to the same one: what of it the server has taken already is not this message.
 */
export function hasArrived(
  own: PendingDirect & { readonly afterSeq: number },
  said: { readonly messages: readonly DirectMessage[]; readonly hasMore: boolean },
  lane: readonly PendingDirect[],
): 'yes' | 'no' | 'unclear' {
  const since = said.messages.filter(
    ({ seq, from, to, kind }) =>
      seq > own.afterSeq && from === HUMAN_ID && to === own.to && kind !== 'interrupt',
  )
  const taken = lane.filter(({ status }) => status === 'sent')
  const isSame = ({ content }: { readonly content: string }) => content === own.content
  if (since.filter(isSame).length > taken.filter(isSame).length) return 'yes'
  const reachesBack = !said.hasMore || (said.messages[0]?.seq ?? 0) <= own.afterSeq
  // Another text may be this one, with a secret of it masked.
  return reachesBack && since.length <= taken.length ? 'no' : 'unclear'
}
