import { laterOf } from '@crewroom/shared/model/later-of'
import type { RowReader } from '../journal/ports/reader-port'

/** A conversation of a group; `main` is its free talk. */
export interface TalkPlace {
  readonly leadId: string
  readonly groupName: string
  readonly sessionId: string
}

/**
 * The time of what happened between messages. Times of messages may run ahead of the clock: it is never before that of the
 * message before it, so that lines are in the order of their times.
 */
export function timeInPlace(
  reader: RowReader,
  { leadId, groupName, sessionId }: TalkPlace,
  { seq, at }: { readonly seq: number; readonly at: string },
): string {
  return laterOf(at, reader.saidBefore(leadId, groupName, sessionId, seq) ?? '')
}
