/** Kinds of what an agent can be handed; `group` items are references to messages, the rest are rows. */
export const DELIVERY_KINDS = [
  'group',
  'round',
  'direct',
  'broadcast',
  'interrupt',
  'task',
  'report',
  'history',
  'reply',
  'system',
] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]
