import type { Message } from './message'

export const TIMELINE_EVENTS = [
  'created',
  'joined',
  'left',
  'removed',
  'updated',
  'archived',
  'unarchived',
  'paused',
  'resumed',
  'held',
  'imported',
] as const
export type TimelineEventName = (typeof TIMELINE_EVENTS)[number]

/** Something that happened to a group, between its messages. */
export interface TimelineEvent {
  readonly kind: 'event'
  readonly seq: number
  readonly at: string
  readonly event: TimelineEventName
  /** Who did it. */
  readonly by: string
  /** Whom it is about: the first members, or those that joined, left or were removed. */
  readonly memberIds: readonly string[]
  /** What the group was called and for from then on; null where that did not change. */
  readonly displayName: string | null
  readonly purpose: string | null
}

/** One line of what happened in a group, in the order of `seq`. */
export type TimelineRow =
  | { readonly kind: Message['kind']; readonly seq: number; readonly message: Message }
  | TimelineEvent
