import { createHash } from 'node:crypto'

/**
 * What the clients of one run sent and saw, each for itself. With the file this is all that the checker is given.
 * `at` counts what happens to any client of the run: a smaller one was earlier.
 */
export interface RunLog {
  readonly leadId: string
  /** Members are agents, the lead too; people write to all of them. */
  readonly groups: readonly { readonly name: string; readonly members: readonly string[] }[]
  readonly agents: readonly AgentLog[]
  readonly people: readonly PersonLog[]
  readonly dashboards: readonly DashboardLog[]
  /** The person in another crew of the same server, where a group has the same name. */
  readonly elsewhere: PersonLog
  readonly end: EndLog
}

/** A command in an agent's output, and where in it that ends. */
export type Said = { readonly end: number } & (
  | { readonly kind: 'message'; readonly group: string; readonly content: string }
  | { readonly kind: 'direct'; readonly to: string; readonly content: string }
  | { readonly kind: 'react'; readonly messageId: string; readonly emoji: string }
)

export interface AgentLog {
  readonly name: string
  readonly id: string
  readonly roleName: string
  readonly said: Said[]
  /** The largest offset that an answer confirmed. */
  confirmed: number
  readonly handed: Handed[]
  readonly acks: Ack[]
  readonly refusals: string[]
}

export interface Handed {
  readonly at: number
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly groupName?: string
  readonly messageId?: string
  readonly n?: number
  readonly repeat: boolean
}

export interface Ack {
  readonly sentAt: number
  confirmedAt: number | null
  readonly items: readonly string[]
}

export interface PersonLog {
  readonly name: string
  readonly posts: Post[]
  readonly directs: { readonly to: string; readonly content: string; isAcknowledged: boolean }[]
  /** What the person wanted last of each, all acknowledged. */
  readonly reactions: {
    readonly messageId: string
    readonly emoji: string
    readonly isThere: boolean
  }[]
  readonly marks: { readonly group: string; readonly asked: number; readonly lastSeq: number }[]
  readonly receipts: Receipts[]
  readonly pages: {
    readonly group: string
    readonly around: string | null
    readonly ids: readonly string[]
  }[]
  readonly refusals: string[]
}

export interface Post {
  readonly group: string
  readonly content: string
  readonly clientId: string
  readonly replies: {
    readonly status: number
    readonly id: string
    readonly seq: number
    readonly n: number
  }[]
}

export interface Receipts {
  readonly sentAt: number
  readonly messageId: string
  readonly states: Readonly<Record<string, string>>
}

export interface DashboardLog {
  readonly name: string
  /** The agent that follows; null is the person, who may see all. */
  readonly viewer: string | null
  readonly connections: Connection[]
}

export interface Connection {
  readonly since: number
  /** Whether it asked for all crews that it may see, or for this one. */
  readonly everything: boolean
  hello: { readonly epoch: string; readonly at: number } | null
  readonly frames: (
    | SeenEvent
    | { readonly pong: number }
    | { readonly gap: true }
    /** Something of another crew. */
    | { readonly elsewhere: string }
  )[]
}

export interface SeenEvent {
  readonly seq: number
  readonly type: string
  /** All of it. */
  readonly body: string
  /** Some of its fields, where it is one of these. */
  readonly message?: SeenMessage
  readonly reaction?: {
    readonly messageId: string
    readonly emoji: string
    readonly agentId: string
    readonly action: string
  }
  readonly read?: { readonly readerId: string; readonly group: string; readonly lastSeq: number }
}

export interface SeenMessage {
  readonly id: string
  readonly n: number
  readonly group: string
  readonly from: string
  readonly content: string
}

/** What was asked when nobody did anything any more. */
export interface EndLog {
  readonly asOf: number
  readonly groups: readonly {
    readonly name: string
    readonly messageCount: number
    readonly newest: string | null
    readonly unread: number
  }[]
  readonly owed: Readonly<Record<string, { readonly count: number; readonly unconfirmed: number }>>
  readonly receipts: readonly Receipts[]
}

/** Counts what happens in a run, over all clients. */
export class Count {
  #at = 0

  get now(): number {
    return this.#at
  }

  next(): number {
    return ++this.#at
  }
}

/** A long text as its digest: the logs of a long run are kept in memory. */
export function shortened(text: string): string {
  if (text.length <= 200) return text
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** The same text for the same value, in whatever order its fields stand. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
