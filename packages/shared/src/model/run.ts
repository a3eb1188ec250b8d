/** By participant: who may speak behind it. Behind one that is not named, anybody may. */
export type Transitions = Readonly<Record<string, readonly string[]>>

/** How the speakers of a discussion are chosen. */
export type Policy =
  /** One after the other, in the order of the participants. */
  | { readonly kind: 'round_robin'; readonly transitions?: Transitions | undefined }
  /**
   * One speaker a round. `by`: who chooses: an agent of the group, `rules` (mentions and expertise) or `human`. `repeat`: the same one may
   * speak twice in a row. `prompt`: what a choosing agent reads in place of the usual question.
   */
  | {
      readonly kind: 'selection'
      readonly by: string
      readonly repeat: boolean
      readonly prompt?: string | undefined
      readonly transitions?: Transitions | undefined
    }
  /** All at once; then the aggregator, if there is one, sums up. */
  | { readonly kind: 'parallel'; readonly aggregator: string | null }
  /** The manager asks those whom it mentions, in parallel, until it mentions nobody. */
  | { readonly kind: 'hierarchical'; readonly manager: string }

export const POLICY_KINDS = ['round_robin', 'selection', 'parallel', 'hierarchical'] as const
/** Who chooses by rules, in place of an agent's id. */
export const BY_RULES = 'rules'

export const RUN_STATUSES = ['running', 'waiting_human', 'paused', 'ended'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** Why a discussion ended. */
export const STOP_REASONS = [
  'done',
  'terminated',
  'max_rounds',
  'max_messages',
  'stalled',
  'budget',
  'human_timeout',
  'no_speakers',
  'alone',
  'until',
  'stopped',
  'archived',
  'parent_ended',
  'policy_failed',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** Something with which a discussion ends. */
type EndPart =
  /** The last line of an answer is this word or ends in it; `from`: of this participant. */
  | { readonly word: string; readonly from?: string | undefined }
  | { readonly rounds: number }
  | { readonly messages: number }
  | { readonly tokens: number }
  | { readonly usd: number }
type Joined<P> = { readonly all: readonly P[] } | { readonly any: readonly P[] }
/** When a discussion ends, in the words and numbers of whoever started it. A group within a group holds no further ones. */
export type EndRule = EndPart | Joined<EndPart | Joined<EndPart>>

export interface RunLimits {
  /** Rounds in which somebody is asked to answer; choosing and summing up do not count. */
  readonly rounds: number
  /** Answers that are posted; null: as many as the rounds bring. */
  readonly messages: number | null
  /** How long an agent may think after it was handed a round, and how long a round may wait to be handed over. */
  readonly answerSeconds: number
  readonly waitSeconds: number
  /** How long it waits for the person; null: for ever. */
  readonly humanSeconds: number | null
  readonly onHumanTimeout: 'stop' | 'skip'
  /** What its answers may use together, with those of discussions within it; null: as much as they like. */
  readonly tokens: number | null
  readonly usd: number | null
  /** Rounds in a row that bring nothing new before it ends. */
  readonly stall: number
  /** What else ends it. */
  readonly until?: EndRule | undefined
}

/** What a participant is in a discussion. */
export interface RunRole {
  readonly role: string
  readonly description: string
  readonly expertise: readonly string[]
}

/** What is known of what answers used. */
export interface RunUsage {
  readonly tokens: number
  /** US dollars. */
  readonly usd: number
  /** Whether every answer said what it used: if not, there is more. */
  readonly known: boolean
}
export const NO_RUN_USAGE: RunUsage = { tokens: 0, usd: 0, known: true }

/** How far a discussion is: what its next step is decided by. */
export interface RunProgress {
  /** Rounds that count, and answers that were posted. */
  readonly rounds: number
  readonly messages: number
  readonly usage: RunUsage
  /** The participant that the newest round asked for an answer; null if that were several. */
  readonly previous: string | null
  /** Rounds in a row that brought nothing new. */
  readonly idle: number
  /** By participant: answers in a row that failed. */
  readonly failures: Readonly<Record<string, number>>
  /** How often in a row whoever chooses was asked once more. */
  readonly again: number
  /** Whom somebody has chosen to speak next. */
  readonly next: string | null
  /** Who has, if that was not a person. */
  readonly nextBy?: string | undefined
  /** The participant that was taken out while it spoke, or after it spoke last, and who is behind it in the order of turns. */
  readonly gap?: { readonly speaker: string; readonly behind: string } | undefined
  /** Number of the newest round of the session that is counted in this; 0 before the first. */
  readonly upTo: number
  /** By participant: the round of the session whose question says what it is here, and who else takes part. */
  readonly told?: Readonly<Record<string, number>> | undefined
  /** Which words of `until` were said, by their places in it. */
  readonly met?: readonly number[] | undefined
  /** Number of the newest message of a person whose words were followed. */
  readonly heard?: number | undefined
  /** A person has said so; it ends when the answers under way are there. */
  readonly ends?: 'done' | 'terminated' | undefined
}

/** The answer in which a discussion was started. */
export interface RunParent {
  readonly sessionId: string
  /** The discussion of that answer; null when it answered a person's message in a session. */
  readonly runId: string | null
  readonly n: number
  readonly agentId: string
}

/**
 * A discussion: a session in which a policy, and not a person, opens the rounds, until something ends it. Its rounds are
 * rounds of its session, which may have several discussions one after the other.
 */
export interface RunRecord {
  readonly id: string
  readonly leadId: string
  readonly groupName: string
  readonly sessionId: string
  readonly policy: Policy
  /** Ids of agents, and `human`; in the order of turns. */
  readonly participants: readonly string[]
  /** By participant; only those that were told one. */
  readonly roles: Readonly<Record<string, RunRole>>
  readonly goal: string
  /** When it is done, in the words of whoever started it. */
  readonly terminationCondition: string | null
  readonly limits: RunLimits
  readonly status: RunStatus
  readonly stopReason: StopReason | null
  readonly progress: RunProgress
  /** Number of the first round of its session that may be its own. */
  readonly firstRound: number
  /** The same since it was begun or continued: with that its policy begins. */
  readonly beginsAt: number
  readonly startedBy: string
  /** How long the chain of agents is that led to it. */
  readonly hop: number
  readonly parent: RunParent | null
  /** Discussions that it is within. */
  readonly depth: number
  /** What came out of it: never null when anything was said and it has ended. */
  readonly summary: string | null
  readonly startedAt: string
  readonly endedAt: string | null
}

/** Discussions within discussions. */
export const MAX_RUN_DEPTH = 3

export function isLive(run: Pick<RunRecord, 'status'>): boolean {
  return run.status !== 'ended'
}

/** How a discussion ended, in the words of other programs. */
export function finalStateOf(run: Pick<RunRecord, 'status' | 'stopReason'>): string {
  switch (run.stopReason) {
    case 'done':
    case 'terminated':
    case 'until':
      return 'complete'
    case 'max_rounds':
      return 'max-rounds'
    case 'max_messages':
      return 'max-messages'
    case 'policy_failed':
    case 'no_speakers':
      return 'error'
    case null:
      return run.status
    default:
      return run.stopReason
  }
}
