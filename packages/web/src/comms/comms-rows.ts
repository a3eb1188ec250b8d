import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { dayKey } from '../ui/times'
import type { PendingDirect } from './direct-outbox'

export type CommsRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: DirectMessage
      readonly isCompact: boolean
    }
  | {
      readonly kind: 'pending'
      readonly key: string
      readonly pending: PendingDirect
      readonly isCompact: boolean
    }

const COLLAPSE_MS = 5 * 60_000

/** Rows of a conversation, oldest first: what one says to the same one within five minutes shares a head. */
export function commsRows(
  messages: readonly DirectMessage[],
  pending: readonly PendingDirect[],
): readonly CommsRow[] {
  const rows: CommsRow[] = []
  let day = ''
  let head: { readonly of: string; readonly at: number } | null = null
  const begin = (at: string) => {
    if (dayKey(at) === day) return
    day = dayKey(at)
    rows.push({ kind: 'day', key: `day ${day}`, at })
    head = null
  }
  const follows = (of: string, at: string) => {
    const time = Date.parse(at)
    const isCompact = head !== null && head.of === of && time - head.at < COLLAPSE_MS
    head = { of, at: time }
    return isCompact
  }
  for (const message of messages) {
    begin(message.timestamp)
    // An interrupt is never a line below something else.
    if (message.kind === 'interrupt') head = null
    const { from, to, kind } = message
    const isCompact = follows(`${from} ${to} ${kind}`, message.timestamp)
    rows.push({ kind: 'message', key: message.id, message, isCompact })
  }
  for (const own of pending) {
    begin(own.writtenAt)
    const kind = own.to === null ? 'broadcast' : 'direct'
    const isCompact = follows(`${HUMAN_ID} ${own.to} ${kind}`, own.writtenAt)
    rows.push({ kind: 'pending', key: own.id, pending: own, isCompact })
  }
  return rows
}
