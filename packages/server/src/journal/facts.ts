import type { BudgetRecord } from '@crewroom/shared/model/budget'
import type { DeliveryKind } from '@crewroom/shared/model/delivery'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { InviteRecord } from '@crewroom/shared/model/invite'
import type { Usage } from '@crewroom/shared/model/usage'
import type { PermissionRule } from '@crewroom/shared/model/need'
import type { Actor } from '@crewroom/shared/model/participant'
import type { Message, MessageChange } from '@crewroom/shared/model/message'
import type { TimelineEvent } from '@crewroom/shared/model/timeline'
import type { CrewEvent } from '@crewroom/shared/protocol/events'

/** What a delivery says. References where there is something to refer to: the text is made at hand-over. */
export type DeliveryContent =
  | { readonly form: 'text'; readonly text: string }
  | {
      readonly form: 'joined'
      readonly groupName: string
      readonly role: string | null
      readonly memberIds: readonly string[]
      /** Ordinals of the messages before the join that come along; null when there are none. */
      readonly history: { readonly fromN: number; readonly toN: number } | null
    }
  | { readonly form: 'removed'; readonly groupName: string; readonly by: string }
  /** A message that the agent was handed says something else now, or was deleted: as it is at the hand-over. */
  | { readonly form: 'changed'; readonly groupName: string; readonly messageId: string }
  /** A direct message, broadcast or interrupt: one row, however many it is for. */
  | { readonly form: 'message'; readonly messageId: string }
  | { readonly form: 'task'; readonly taskId: string }
  /** What others said in a session in (fromSeq, toSeq], for the agent to answer. */
  | {
      readonly form: 'round'
      readonly sessionId: string
      readonly runId: string
      readonly n: number
      readonly fromSeq: number
      readonly toSeq: number
      /** A sentence for the agent before it; null when there is nothing to say. */
      readonly note: string | null
      /** It tells the agent what it is in the discussion, and who else takes part. */
      readonly introduces?: true | undefined
    }
  | {
      readonly form: 'report'
      readonly agentId: string
      readonly status: 'completed' | 'failed'
      readonly summary: string | null
      /** False when it had no task: it ended on its own. */
      readonly ofTask?: boolean | undefined
    }
  | {
      readonly form: 'terminated'
      readonly agentId: string
      readonly by: string
      readonly reason: string | null
    }

export interface DeliveryRecord {
  readonly id: string
  readonly agentId: string
  readonly kind: DeliveryKind
  readonly wake: boolean
  readonly groupName: string | null
  readonly content: DeliveryContent
  /** How many hand-overs from agent to agent led to it. */
  readonly hop: number
}

/** The messages of one membership interval that a turn hands over: those in (from, to] not by the agent. */
export interface TurnPart {
  readonly groupName: string
  readonly joinedSeq: number
  readonly from: number
  readonly to: number
  readonly count: number
  /** Handed over as one line that names the range, not message by message. */
  readonly digest: boolean
}

export interface TurnRecord {
  readonly id: string
  readonly agentId: string
  readonly driver: string
  readonly parts: readonly TurnPart[]
  readonly deliveryIds: readonly string[]
  /** Items in it, in the order of `turn-items`. */
  readonly count: number
  /** How long a chain of hand-overs between agents it goes on with: what comes of this turn has one more. */
  readonly hop: number
}

export interface StreamPosition {
  readonly agentId: string
  readonly stream: string
  /** UTF-16 units received. */
  readonly offset: number
  /** Where scanning must start again after a restart: at most `offset`. */
  readonly safe: number
  /** End of the last command that was run: nothing before it runs again. */
  readonly done: number
}

export interface TokenRecord {
  /** SHA-256, hex. */
  readonly hash: string
  readonly kind: 'agent' | 'session'
  readonly agentId: string | null
  readonly expiresAt: string | null
}

export interface ProcessRecord {
  readonly agentId: string
  readonly pid: number
  /** Start time in clock ticks since boot as the OS tells it: with the pid, it names one process for ever. */
  readonly startTime: string | null
  /** In the environment of the process and of everything it starts. */
  readonly tag: string
}

/** Where an agent's program keeps its own conversation, to go on with it after a restart. */
export interface ProgramMemory {
  readonly agentId: string
  readonly sessionId: string
}

/**
 * How far it has come with an agent that went quiet with an open task, until something new is handed over to it.
 * `asked`: it was asked to go on. `told`: it went quiet again, and a person and whoever delegated know. `stopped`: it was
 * interrupted, and waits for whoever did that. `escalated`: it was reported too often, and only a person's act or its own
 * report ends that.
 */
export type Stall = (typeof STALLS)[number]
export const STALLS = ['asked', 'told', 'stopped', 'escalated'] as const

/** What an imported group was elsewhere, a piece per fact, in order. Nobody is owed any of it. */
export type HistoryItem =
  | {
      readonly kind: 'author'
      readonly id: string
      readonly name: string | null
      readonly role: string | null
      readonly roleName: string | null
    }
  | {
      readonly kind: 'message'
      /** What it was called there; here it may have another id, and mentions nobody. */
      readonly id: string
      readonly mentions: readonly string[]
      readonly message: Message
    }
  | {
      readonly kind: 'reaction'
      readonly n: number
      /** The message's id here. */
      readonly messageId: string
      readonly emoji: string
      readonly from: string
      readonly action: 'add' | 'remove'
    }
  | ({
      readonly kind: 'edit'
      readonly n: number
      /** The message's id here. */
      readonly messageId: string
      readonly at: string
    } & MessageChange)
  | {
      readonly kind: 'deletion'
      readonly n: number
      readonly messageId: string
      readonly at: string
    }
  | Omit<TimelineEvent, 'seq'>

/** All that is addressed to an agent up to `upTo`, and what has these numbers beyond. */
export interface ConfirmedAddressed {
  readonly agent: number
  readonly upTo: number
  readonly beyond: readonly number[]
}

/** As an earlier version noted it: all up to `upTo`, except what has these numbers. */
export interface ConfirmedExcept {
  readonly agent: number
  readonly upTo: number
  readonly skipped: readonly number[]
}

/**
 * How far agents have confirmed what they were handed, for all of a crew's agents together. Agents are named by their
 * place among those of the crew, in the order in which they came: with ids it would grow by 36 characters for each.
 */
export interface ConfirmedInboxes {
  /** The messages of these stays up to `seq`; `count` of them are confirmed by this. */
  readonly stays: readonly {
    readonly group: string
    readonly joined: number
    readonly seq: number
    readonly count: number
    readonly agents: readonly number[]
  }[]
  /** What is addressed to these agents. */
  readonly addressed: readonly (ConfirmedAddressed | ConfirmedExcept)[]
  /** The chain of hand-overs that these agents are in. */
  readonly chains: readonly {
    readonly hop: number
    readonly turnSeq: number
    readonly turnsInChain: number
    readonly agents: readonly number[]
  }[]
  /** From now on these may be handed anything at once. */
  readonly attached: readonly number[]
  /** These are handed nothing any more; what they hold is not newer than `upTo`. */
  readonly detached: readonly { readonly agent: number; readonly upTo: number }[]
}

/** What a request with a key was answered: kept beside the facts that it made, for when it is sent again. */
export interface AnsweredRequest {
  /** A hash of who asked and under which key. */
  readonly key: string
  /** A hash of what was asked. */
  readonly asked: string
  readonly status: number
  /** The answer in parts, with a secret between each two; null when nothing is kept of it. */
  readonly parts: readonly string[] | null
  /** These secrets, locked with a key that no journal has; null when there are none. */
  readonly secrets: string | null
  /** The crew begins with it: even after the crew was deleted it is known to have been carried out. */
  readonly founds?: true | undefined
}

type Stamps = 'seq' | 'leadId' | 'at' | 'type'
type PublicFacts = { [E in CrewEvent as E['type']]: Omit<E, Stamps> }

/** Everything that can be remembered, by type. Public types are what clients see; the rest is for restarts. */
export interface FactData extends Omit<PublicFacts, 'group:member_added'> {
  /** Stored with the group as it is after the join: whoever was added gets to know it from this event alone. */
  'group:member_added': PublicFacts['group:member_added'] & { readonly state: GroupRecord }
  'group:history': { readonly groupName: string; readonly item: HistoryItem }
  'delivery:created': { readonly delivery: DeliveryRecord }
  /**
   * Rounds that are not handed over, or not again. `given`: what is in them was given to the agent all the same; without
   * it the next round brings that.
   */
  'delivery:withdrawn': {
    readonly agentId: string
    readonly deliveryIds: readonly string[]
    readonly given: boolean
  }
  'turn:sent': { readonly turn: TurnRecord }
  /** The agent's program has shown that it works on the turn: it is not handed over again. */
  'turn:seen': { readonly turnId: string; readonly agentId: string }
  'turn:acked': { readonly turnId: string; readonly agentId: string; readonly acked: number }
  'turn:ended': {
    readonly turnId: string
    readonly agentId: string
    readonly reason: string
    readonly usage: Usage | null
    /** Groups whose messages were in it: their receipts change. */
    readonly groups: readonly string[]
  }
  'inbox:confirmed': ConfirmedInboxes
  'permission:rule_added': { readonly rule: PermissionRule }
  'permission:rule_removed': { readonly rule: PermissionRule }
  'stream:advanced': { readonly position: StreamPosition }
  'agent:environment': {
    readonly agentId: string
    readonly values: Readonly<Record<string, string>>
  }
  /** How an agent is to work, beside what its role says. Empty: nothing. Apart from the agent, because not everybody may read it. */
  'agent:instructed': { readonly agentId: string; readonly instructions: string }
  /** A budget was set, came to another stage, or (without any limit) was removed. */
  'budget:changed': { readonly budget: BudgetRecord }
  /** An agent with an open task went quiet, or goes on. */
  'agent:stalled': { readonly agentId: string; readonly stall: Stall | null }
  'agent:session': { readonly session: ProgramMemory }
  /** A code for agents that register was made, used or withdrawn. */
  'invite:changed': { readonly invite: InviteRecord }
  'request:answered': { readonly request: AnsweredRequest }
  'server:paused': { readonly paused: boolean }
  /** Replaces in an imported crew a fact that no file holds: a secret, one that concerns one machine only, or one that later ones replaced. */
  'fact:omitted': { readonly was: string; readonly agentId: string | null }
  /** A crew with everything that it decided elsewhere, as one fact: it is here whole or not at all. */
  'crew:imported': { readonly leadId: string; readonly facts: number }
  'token:created': { readonly token: TokenRecord }
  'process:started': { readonly process: ProcessRecord }
  'process:ended': {
    readonly agentId: string
    readonly code: number | null
    readonly signal: string | null
  }
}

export type FactType = keyof FactData

/** Why a fact came to be: the command at this place of an agent's stream, or a request. */
export type Cause =
  | {
      readonly kind: 'command'
      readonly agentId: string
      readonly stream: string
      readonly offset: number
    }
  | { readonly kind: 'request' }
  | { readonly kind: 'system' }

interface EnvelopeBase {
  readonly leadId: string
  readonly seq: number
  readonly v: 1
  readonly at: string
  readonly actor: Actor
  readonly cause: Cause
  /** So many facts come right before it: a staged file has them, and their rows are stored with this one. */
  readonly staged?: number
}

/** One remembered fact. Complete and deterministic enough to rebuild every row from envelopes alone. */
export type Envelope = {
  [T in FactType]: EnvelopeBase & { readonly type: T; readonly data: FactData[T] }
}[FactType]

/** A fact before it has its number. */
export type Draft = { [T in FactType]: { readonly type: T; readonly data: FactData[T] } }[FactType]

/** What `fact:omitted` says in a file of a fact that the journal does not have any more. */
export const REPLACED = 'fact:replaced'

/** Facts that belong to no crew (session tokens) are numbered under this name. */
export const SHARD_SCOPE = '@shard'
