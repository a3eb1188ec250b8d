import type { BudgetRecord } from '@crewroom/shared/model/budget'
import type { InviteRecord } from '@crewroom/shared/model/invite'
import type { Usage } from '@crewroom/shared/model/usage'
import type { PermissionRule } from '@crewroom/shared/model/need'
import type { Message } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import type { ProcessRecord, Stall, StreamPosition, TokenRecord, TurnRecord } from '../facts'

/** `handedSeq` of a stay whose agent only reads along: it is owed nothing, now and after a restart. */
export const HANDED_ALL = Number.MAX_SAFE_INTEGER

/** Messages of each group and session that memory has after a start. */
export const RECENT_MESSAGES = 64

/** One stay of a participant in a group, as the tables have it; what it means is said in `Memberships`. */
export interface StoredInterval {
  readonly groupName: string
  readonly agentId: string
  readonly joinedSeq: number
  /** Ordinal of the group's newest message when the stay began; 0 for none. */
  readonly joinedN: number
  readonly leftSeq: number | null
  readonly handedSeq: number
  readonly owed: number
  /** Number of the newest message of the stay that a person wrote or that mentions the agent; 0 for none. */
  readonly callSeq: number
}

/** An addressed delivery that was not handed over yet; its content is read from the tables at hand-over. */
export interface PendingDelivery {
  readonly id: string
  readonly agentId: string
  readonly seq: number
  readonly kind: DeliveryKind
  readonly wake: boolean
  readonly at: string
  readonly hop: number
}

/** A hand-over that is not confirmed: after a crash it is handed over again. */
export interface StoredTurn extends TurnRecord {
  readonly seq: number
  readonly at: string
  /** Items confirmed, counted from the turn's first. */
  readonly acked: number
  /** The agent's program works on it: never handed over again. */
  readonly seen: boolean
}

/** `inHandTo` while an agent is there: whatever is durable may be in its hands. */
export const ANYTHING = -1

/** How far an agent has confirmed what is addressed to it, and what it may hold unconfirmed: nothing beyond `inHandTo`. */
export interface StoredInbox {
  readonly inHandTo: number
}

export interface StoredGiven {
  readonly sessionId: string
  readonly agentId: string
  readonly seq: number
}

/** A round that was addressed to an agent: the messages of the session in (fromSeq, toSeq]. */
export interface StoredAsked extends Omit<StoredGiven, 'seq'> {
  readonly deliveryId: string
  readonly fromSeq: number
  readonly toSeq: number
}

export interface StoredAgent {
  /** The length of the chain of hand-overs that its newest turn continues. */
  readonly hop: number
  /** The number of that turn. */
  readonly turnSeq: number
  /** Its turns since the last one that started a new chain. */
  readonly turnsInChain: number
  readonly usage: Usage | null
  readonly acpSessionId: string | null
  readonly stall: Stall | null
  readonly environment: Readonly<Record<string, string>>
  /** How it is to work, beside what its role says; empty: nothing. */
  readonly instructions: string
}

/** An agent that has done nothing yet. */
export const NOTHING_REMEMBERED: StoredAgent = {
  hop: 0,
  turnSeq: 0,
  turnsInChain: 0,
  usage: null,
  acpSessionId: null,
  stall: null,
  environment: {},
  instructions: '',
}

/** What the tables say of one crew; memory is made of it at start and after a storage failure. */
/** A budget, and the number of the fact that set it as it is. */
export interface StoredBudget extends BudgetRecord {
  readonly seq: number
}

export interface StoredCrew {
  readonly state: CrewState
  /** It was imported and nobody has resumed it: no program of it may be started. */
  readonly inert: boolean
  readonly intervals: readonly StoredInterval[]
  readonly pending: readonly PendingDelivery[]
  /** By agent. */
  readonly inboxes: ReadonlyMap<string, StoredInbox>
  /** Open turns, oldest first. */
  readonly turns: readonly StoredTurn[]
  readonly streams: readonly StreamPosition[]
  readonly budgets: readonly StoredBudget[]
  /** Oldest first, without those that are used up, withdrawn or too old. */
  readonly invites: readonly InviteRecord[]
  /** By agent: its chain of answers, what its turns used, and its program's own conversation. */
  readonly agents: ReadonlyMap<string, StoredAgent>
  /** Oldest first. */
  readonly permissionRules: readonly PermissionRule[]
  /** How far each session's messages were given to its agents by rounds: the highest `toSeq` of each. */
  readonly given: readonly StoredGiven[]
  /** The deliveries behind responses that are `thinking`. */
  readonly asked: readonly StoredAsked[]
  /** By group: when it last lost a member or a session. */
  readonly gone: ReadonlyMap<string, string>
  /** The newest messages of each place (a group, or `s:` and a session's id), ascending. */
  readonly recent: ReadonlyMap<string, readonly Message[]>
}

/** Everything that the tables hold of one shard. */
export interface StoredShard {
  readonly epoch: string
  /** Last batch in the tables. */
  readonly position: number
  /** Journal number of the facts that belong to no crew. */
  readonly scopeSeq: number
  /** A person has paused all crews. */
  readonly paused: boolean
  readonly crews: readonly StoredCrew[]
  readonly tokens: readonly TokenRecord[]
  /** Processes that were running when the tables were last written. */
  readonly processes: readonly ProcessRecord[]
}
