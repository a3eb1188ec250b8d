import type { RoundRecord } from '@crewroom/shared/model/round'
import type { LiveAgent } from '@crewroom/shared/state/crew-state'

/**
 * What an agent that was asked in a round does as long as it was not handed the question; null: it has it. What is known of an
 * agent comes a moment after the round.
 */
export function waitsWords(
  live: Pick<LiveAgent, 'why'> | undefined,
  { sessionId, n }: Pick<RoundRecord, 'sessionId' | 'n'>,
): string | null {
  if (live === undefined) return null
  const { code, round } = live.why
  if (code === 'disconnected') return 'is not connected'
  if (round?.session === sessionId && round.n === n) return null
  switch (code) {
    case 'paused':
      return 'is paused'
    case 'starting':
    case 'restarting':
      return 'is starting'
    case 'working':
    case 'waiting':
      return BUSY
    case 'asks':
      return 'reads when it asks'
    case 'behind':
    case 'held':
    case 'asleep':
    case 'idle':
      return ASKED
    case 'ended':
      // It is still waited for: so it was handed the question before it ended.
      return null
    default:
      return code satisfies never
  }
}

const BUSY = 'is busy'
const ASKED = 'is being asked'

/** What has to happen before it begins; empty where nothing is in its way. */
const HELP: Readonly<Record<string, string>> = {
  'is not connected': 'Its answer can come once its program connects again.',
  'reads when it asks': 'Its program gets the question when it next reads its inbox.',
  'is paused': 'Its answer can come once it is resumed.',
  'is starting': 'It gets the question once its program has started.',
  [BUSY]: 'It gets the question when it has done what it is doing.',
}

export function waitsHelp(words: string): string {
  return HELP[words] ?? ''
}
