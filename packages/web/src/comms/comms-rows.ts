import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { RowHeads } from '../groups/message/row-heads'
import type { PendingDirect } from './outbox'

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

/** Rows of a conversation, oldest first: what one says to the same one within five minutes shares a head. */
export function commsRows(
  messages: readonly DirectMessage[],
  pending: readonly PendingDirect[],
): readonly CommsRow[] {
  const rows: CommsRow[] = []
  const heads = new RowHeads((key, at) => rows.push({ kind: 'day', key, at }))
  for (const message of messages) {
    heads.at(message.timestamp)
    // An interrupt is never a line below something else.
    if (message.kind === 'interrupt') heads.end()
    const { from, to, kind } = message
    const isCompact = heads.isBelow(`${from} ${to} ${kind}`, message.timestamp)
    rows.push({ kind: 'message', key: message.id, message, isCompact })
  }
  const arrived = new Set(messages.map((own) => own.from === HUMAN_ID && own.clientId))
  for (const own of pending) {
    // Its event may be here before its answer.
    if (arrived.has(own.clientId)) continue
    heads.at(own.writtenAt)
    const kind = own.to === null ? 'broadcast' : 'direct'
    const isCompact = heads.isBelow(`${HUMAN_ID} ${own.to} ${kind}`, own.writtenAt)
    rows.push({ kind: 'pending', key: own.clientId, pending: own, isCompact })
  }
  return rows
}
