import type { AgentRecord } from '@crewroom/shared/model/agent'

/** How an agent ended, as the end of a sentence. */
export function endedWords(ended: AgentRecord['ended']): string {
  switch (ended) {
    case 'completed':
      return 'has finished'
    case 'failed':
      return 'has failed'
    case 'terminated':
    case null:
      return 'has ended'
    default:
      return ended satisfies never
  }
}
