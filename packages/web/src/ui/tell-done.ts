import { FOR_PROGRAMS } from '@crewroom/shared/text/session-texts'
import { toast } from './toasts'

/** Two sentences take longer to read. */
const WITH_HINT_MS = 12_000

/** Says what was done and, if the answer has one, the `hint`: what whoever did it has to know, such as that an agent is not connected. */
export function tellDone(done: string, answer: unknown): void {
  const hint = hintIn(answer)
  if (hint === '') toast.news(done)
  else toast.news(`${done} ${hint}`, { ms: WITH_HINT_MS })
}

function hintIn(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('hint' in answer)) return ''
  const { hint } = answer
  return typeof hint === 'string' ? hint.replace(FOR_PROGRAMS, '').trim() : ''
}
