/**
 * `thinking`: asked, and not answered yet. `nested`: it has started a discussion and answers when that has ended. `skipped`: it was not handed the question; a later message asks it again, or `error`
 * says why nothing does.
 */
export const RESPONSE_STATUSES = [
  'thinking',
  'nested',
  'done',
  'passed',
  'error',
  'interrupted',
  'skipped',
] as const
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number]

/** What became of one asked agent in a round. */
export interface RoundResponse {
  readonly agentId: string
  readonly status: ResponseStatus
  /** It came after the round had closed: it stands with this round, and counts for no later one. */
  readonly late: boolean
  /** Part of what was said is missing: it was too long, or a restart came between. */
  readonly cut: boolean
  /** What handed the round over. */
  readonly deliveryId: string
  readonly messageId: string | null
  /** Why there is no answer, as people and agents read it. */
  readonly error: string | null
  /**
   * When it was asked, the last time: before it was handed the question. An earlier version did not store it: then it was
   * asked when the round was opened.
   */
  readonly askedAt?: string | undefined
  readonly endedAt: string | null
  /** Id of the participant that stopped the answer; not there if nobody did, or if nobody knows who. */
  readonly stoppedBy?: string | undefined
  /** It said that the discussion is done. */
  readonly done?: boolean | undefined
  /** What it chose, where it was asked that: its words, which are not posted. */
  readonly decision?: string | undefined
  readonly usage?: AnswerUsage | undefined
  /** The discussion that it started while it answered. */
  readonly child?: string | undefined
  /** What it said before that. Not there until its turn was over. */
  readonly soFar?: string | undefined
}

/** What an answer used, as far as its program says. */
export interface AnswerUsage {
  readonly tokens: number | null
  /** US dollars. */
  readonly usd: number | null
  readonly model?: string | undefined
}

/** `superseded`: a person wrote again before all had answered. `stopped`: the session or its group is out of use. */
export const ROUND_ENDS = ['answered', 'superseded', 'stopped'] as const
export type RoundEnd = (typeof ROUND_ENDS)[number]

/**
 * What a round asks for: an answer that is posted, or in a discussion who speaks next (`select`), a summary (`aggregate`), what to do next
 * (`manage`), the person's word (`human`).
 */
export const ROUND_ASKS = ['answer', 'select', 'aggregate', 'manage', 'human'] as const
export type RoundAsk = (typeof ROUND_ASKS)[number]

/** One question to some of a session's agents, and what they said to it. */
export interface RoundRecord {
  /** The session, in which rounds are numbered: those of a discussion among them. */
  readonly runId: string
  readonly sessionId: string
  readonly groupName: string
  /** 1, 2, 3 … in its session. */
  readonly n: number
  readonly ask: RoundAsk
  /** The discussion that it belongs to, and its number there: the number of the next one for a round that does not count. */
  readonly run?: { readonly id: string; readonly n: number } | undefined
  /** Why these agents are asked. */
  readonly reason: string
  /** The message that asks. */
  readonly triggerSeq: number
  readonly triggerMessageId: string
  readonly openedSeq: number
  readonly openedAt: string
  /** In the order in which they are asked. */
  readonly responses: readonly RoundResponse[]
  readonly closed: RoundEnd | null
}

/** How a message belongs to a round. An interjection opens and answers none. */
export const ROUND_PARTS = ['start', 'answer', 'late', 'interjection'] as const
export interface InRound {
  readonly runId: string
  /** For an interjection: the round that was the newest then; 0 before the first. */
  readonly n: number
  readonly as: (typeof ROUND_PARTS)[number]
}

export function responseOf(round: RoundRecord, agentId: string): RoundResponse | undefined {
  return round.responses.find((response) => response.agentId === agentId)
}

/** When an agent was asked in a round, the last time. */
export function askedAt(round: Pick<RoundRecord, 'openedAt'>, response: RoundResponse): string {
  return response.askedAt ?? round.openedAt
}

/** Whether an answer is still to come. */
export function isAwaited({ status }: Pick<RoundResponse, 'status'>): boolean {
  return status === 'thinking' || status === 'nested'
}

export function isThinking(round: RoundRecord): boolean {
  return round.responses.some(isAwaited)
}

/** The round with one response in the place of the same agent's. */
export function withResponse(round: RoundRecord, response: RoundResponse): RoundRecord {
  return {
    ...round,
    responses: round.responses.map((one) => (one.agentId === response.agentId ? response : one)),
  }
}
