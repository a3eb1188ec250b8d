/**
 * `thinking`: asked, and not answered yet. `skipped`: it was not handed the question; a later message asks it again, or `error`
 * says why nothing does.
 */
export const RESPONSE_STATUSES = [
  'thinking',
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
}

/** `superseded`: a person wrote again before all had answered. `stopped`: the session or its group is out of use. */
export const ROUND_ENDS = ['answered', 'superseded', 'stopped'] as const
export type RoundEnd = (typeof ROUND_ENDS)[number]

/** One question to some of a session's agents, and what they said to it. */
export interface RoundRecord {
  /** The session, for a round of its own. */
  readonly runId: string
  readonly sessionId: string
  readonly groupName: string
  /** 1, 2, 3 … in its run. */
  readonly n: number
  readonly ask: 'answer'
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

export function isThinking(round: RoundRecord): boolean {
  return round.responses.some(({ status }) => status === 'thinking')
}

/** The round with one response in the place of the same agent's. */
export function withResponse(round: RoundRecord, response: RoundResponse): RoundRecord {
  return {
    ...round,
    responses: round.responses.map((one) => (one.agentId === response.agentId ? response : one)),
  }
}
