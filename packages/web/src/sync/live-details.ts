import { createStore } from 'zustand/vanilla'
import type {
  LiveComposingFrame,
  LiveReceiptFrame,
  LiveTextFrame,
} from '@crewroom/shared/client/frames'
import { markKey } from './read-marks'

/** Somebody is writing to a group; gone when the message is there or nothing was heard for a while. */
export interface Composing {
  readonly agentId: string
  /** What it has written so far; null where the server does not tell. */
  readonly text: string | null
  /** When its last sign came, on the browser's monotonic clock. */
  readonly at: number
}

export interface HandedUpTo {
  readonly sentSeq: number
  readonly seenSeq: number
}

export interface LiveDetails {
  /** Lead and group → who is writing, in the order in which they began. */
  readonly composing: Readonly<Record<string, readonly Composing[]>>
  /** Lead and group → agent → how far its messages have come: what the snapshot told, and frames since. */
  readonly receipts: Readonly<Record<string, Readonly<Record<string, HandedUpTo>>>>
  /** Agent → the end of what it said last. */
  readonly texts: Readonly<Record<string, string>>
}

const TTL_MS = 8_000
/** More of an agent's words than this is in its rollout. */
const TEXT_KEPT = 4_000

/** Details that are nice to see as they happen and that nothing depends on: latest wins, none is asked for again. */
export const liveDetails = createStore<LiveDetails>(() => ({
  composing: {},
  receipts: {},
  texts: {},
}))

export function textArrived({ agentId, delta }: LiveTextFrame): void {
  liveDetails.setState(({ texts }) => ({
    texts: { ...texts, [agentId]: ((texts[agentId] ?? '') + delta).slice(-TEXT_KEPT) },
  }))
}

export function composingArrived(frame: LiveComposingFrame): void {
  const key = markKey(frame.leadId, frame.groupName)
  if (frame.done) {
    composingEnded(frame.leadId, frame.groupName, frame.agentId)
    return
  }
  const now = performance.now()
  const own = { agentId: frame.agentId, text: frame.text ?? null, at: now }
  liveDetails.setState(({ composing }) => {
    const before = composing[key] ?? []
    const isKnown = before.some(({ agentId }) => agentId === own.agentId)
    const after = isKnown
      ? before.map((other) => (other.agentId === own.agentId ? own : other))
      : [...before, own]
    return { composing: { ...composing, [key]: after } }
  })
  setTimeout(() => expire(key), TTL_MS + 50)
}

/** Its message is there, or it stopped. */
export function composingEnded(leadId: string, groupName: string, agentId: string): void {
  const key = markKey(leadId, groupName)
  const { composing } = liveDetails.getState()
  const before = composing[key]
  if (!before?.some((own) => own.agentId === agentId)) return
  const after = before.filter((own) => own.agentId !== agentId)
  liveDetails.setState({ composing: { ...composing, [key]: after } })
}

export function receiptArrived({ leadId, groupName, agentId, ...upTo }: LiveReceiptFrame): void {
  const { sentSeq, seenSeq } = upTo
  adoptReceipts(leadId, { [groupName]: { [agentId]: { sentSeq, seenSeq } } })
}

/** Takes a crew's receipts from a snapshot or a frame. Both only go forward, so the larger one holds. */
export function adoptReceipts(
  leadId: string,
  byGroup: Readonly<Record<string, Readonly<Record<string, HandedUpTo>>>>,
): void {
  liveDetails.setState(({ receipts }) => {
    const next = { ...receipts }
    for (const [groupName, byAgent] of Object.entries(byGroup)) {
      const key = markKey(leadId, groupName)
      const merged = { ...next[key] }
      for (const [agentId, told] of Object.entries(byAgent)) {
        const known = merged[agentId]
        merged[agentId] = {
          sentSeq: Math.max(told.sentSeq, known?.sentSeq ?? 0),
          seenSeq: Math.max(told.seenSeq, known?.seenSeq ?? 0),
        }
      }
      next[key] = merged
    }
    return { receipts: next }
  })
}

/** The connection is gone: agents that were writing then may have stopped. */
export function nobodyComposes(): void {
  liveDetails.setState({ composing: {} })
}

function expire(key: string): void {
  const { composing } = liveDetails.getState()
  const now = performance.now()
  const alive = composing[key]?.filter(({ at }) => now - at < TTL_MS)
  if (!alive || alive.length === composing[key]?.length) return
  liveDetails.setState({ composing: { ...composing, [key]: alive } })
}
