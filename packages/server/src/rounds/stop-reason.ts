import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Answer } from './record-answer'

export function saying({ text, cut }: Pick<Answer, 'text' | 'cut'>, isCut = false): Answer {
  return { text, cut: cut || isCut, how: 'said', error: null }
}

/** The answer of an ACP program: its words, judged by the stop reason of its turn. */
export function answerBy(
  stopReason: string,
  words: Pick<Answer, 'text' | 'cut'>,
  isCut: boolean,
): Answer {
  const said = saying(words, isCut)
  switch (stopReason) {
    case 'cancelled':
      return { ...said, how: 'cancelled' }
    case 'refusal':
      return { ...said, how: 'failed', error: TEXT.refusedAnswer }
    case 'max_tokens':
    case 'max_turn_requests':
      return { ...said, cut: true }
    default:
      return said
  }
}
