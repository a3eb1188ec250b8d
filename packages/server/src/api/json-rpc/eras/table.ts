import { APRIL_2026 } from './april-2026'
import type { Era } from './era'
import { TASKS } from './tasks'

/** The eras of the protocol that are spoken here. A frame belongs to the first one that it begins; the last one takes all. */
export const ERAS: readonly Era[] = [APRIL_2026, TASKS]

/** The era in which refusals are told before a frame could be read. */
export const DEFAULT_ERA = TASKS

/** The era of a connection that begins with this; null: it says nothing about it. */
export function eraOf(frame: unknown): Era | null {
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return null
  return ERAS.find((era) => era.begins(frame)) ?? DEFAULT_ERA
}

/** Names of the methods that begin a connection: their frames have a key in them. */
export const CONNECTS: ReadonlySet<string> = new Set(ERAS.map(({ connect }) => connect))
