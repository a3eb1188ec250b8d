import {
  askedAt,
  isThinking,
  responseOf,
  type RoundRecord,
  type RoundResponse,
} from '@crewroom/shared/model/round'
import { elapsed } from '../../overview/amounts'

export interface AgentInRounds {
  readonly isThinking: boolean
  readonly words: string
}

/** What an agent does in the newest of these rounds that asked it: `thinking, 0:34`, `answered in 0:26`. */
export function agentInRounds(
  rounds: readonly RoundRecord[],
  agentId: string,
  now: number,
  /** Why it has not begun with a round, such as `is paused`; null: it has. */
  waits: (round: RoundRecord) => string | null,
): AgentInRounds {
  // What goes on now says more than what came of a newer round.
  const asked = rounds.filter((round) => responseOf(round, agentId))
  const round = asked.find((own) => responseOf(own, agentId)?.status === 'thinking') ?? asked.at(-1)
  const response = round && responseOf(round, agentId)
  if (!round || !response) {
    return {
      isThinking: false,
      words: rounds.some(isThinking) ? 'not asked this time' : 'not asked',
    }
  }
  const standing = response.status === 'thinking' ? waits(round)?.replace(/^is /, '') : undefined
  if (standing !== undefined) {
    const words = standing === 'being asked' ? standing : `asked, ${standing}`
    return { isThinking: false, words }
  }
  return {
    isThinking: response.status === 'thinking',
    words: wordsOf(response, Date.parse(askedAt(round, response)), now),
  }
}

function wordsOf({ status, late, endedAt }: RoundResponse, asked: number, now: number): string {
  const took = elapsed((endedAt === null ? now : Date.parse(endedAt)) - asked)
  switch (status) {
    case 'thinking':
      return `thinking, ${took}`
    case 'nested':
      return `started a discussion, ${took}`
    case 'done':
      return late ? `answered late, in ${took}` : `answered in ${took}`
    case 'passed':
      return 'had nothing to add'
    case 'error':
      return 'did not answer'
    case 'interrupted':
      return `stopped after ${took}`
    case 'skipped':
      return 'had not started'
    default:
      return status satisfies never
  }
}
