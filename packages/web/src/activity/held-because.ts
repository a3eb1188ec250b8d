import type { Hold } from '@crewroom/shared/model/conduct'
import type { Part } from './sentence'

/** `14:05` of a time, in the reader's own zone. */
export type Clock = (iso: string) => string

/** Until when something is held, and what its agents did. */
export function heldBecause(hold: Hold | null, clock: Clock): readonly Part[] {
  if (!hold) return [' on hold for a while']
  const who: Part = hold.agentIds.length > 0 ? { many: hold.agentIds } : 'agents'
  const did = {
    hops: ` answered each other ${hold.count} times in a row`,
    replies: ` answered each other ${hold.count} times in a short time`,
    alone: ` continued ${hold.count} times in a row with nothing new to answer`,
  }[hold.reason]
  return [` on hold until ${clock(hold.until)}: `, who, did]
}
