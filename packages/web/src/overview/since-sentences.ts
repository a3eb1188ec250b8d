import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { participantOf } from '../crew/participant'
import { shownHidden } from '../groups/message/text-pieces'

export interface SinceSentence {
  readonly kind: 'done' | 'failed' | 'messages'
  readonly bold: string
  readonly rest: string
}

const NAMED = 2
const SHORT = 60

/** What a person has missed, in three sentences at most: what was done, what went wrong, what was said. */
export function sinceSentences(
  state: CrewState,
  events: readonly CrewEvent[],
  isAll: boolean,
): readonly SinceSentence[] {
  const sentences: SinceSentence[] = []
  const name = (id: string) => participantOf(state, id, 'You').label
  const done = events.flatMap((event) => (event.type === 'task:completed' ? [event.task] : []))
  if (done.length > 0) {
    const named = done.slice(-NAMED).map(({ agentId, text }) => `${name(agentId)}: ${short(text)}`)
    const more = done.length > named.length ? `, and ${done.length - named.length} more` : ''
    sentences.push({
      kind: 'done',
      bold: done.length === 1 ? '1 task done' : `${done.length} tasks done`,
      rest: `: ${named.join('; ')}${more}.`,
    })
  }
  const failed = new Set(
    events.flatMap((event) => {
      if (event.type === 'agent:failed') return [event.agent.id]
      return event.type === 'task:failed' ? [event.task.agentId] : []
    }),
  )
  if (failed.size > 0) {
    const names = [...failed].slice(0, NAMED).map(name)
    const more = failed.size > NAMED ? ` and ${failed.size - NAMED} more` : ''
    sentences.push({
      kind: 'failed',
      bold: failed.size === 1 ? 'Something went wrong' : `${failed.size} agents had trouble`,
      rest: ` with ${names.join(failed.size === NAMED ? ' and ' : ', ')}${more}.`,
    })
  }
  const byGroup = new Map<string, number>()
  for (const event of events) {
    if (event.type !== 'group:message' || event.message.kind === 'system') continue
    if (event.message.from === HUMAN_ID) continue
    byGroup.set(event.groupName, (byGroup.get(event.groupName) ?? 0) + 1)
  }
  const said = [...byGroup].toSorted(([, a], [, b]) => b - a)
  const [most] = said
  if (most) {
    const count = said.reduce((sum, [, own]) => sum + own, 0)
    const group = shownHidden(state.groups[most[0]]?.displayName ?? most[0])
    sentences.push({
      kind: 'messages',
      bold: `${isAll ? '' : 'More than '}${count} ${count === 1 ? 'message' : 'messages'}`,
      rest: said.length === 1 ? ` in ${group}.` : `, most in ${group}.`,
    })
  }
  return sentences
}

function short(text: string): string {
  const line = shownHidden(text.split('\n').find((one) => one.trim() !== '') ?? '').trim()
  const whole = line.replace(/\.$/, '')
  return whole.length > SHORT ? `${whole.slice(0, SHORT - 1).trimEnd()}…` : whole
}
