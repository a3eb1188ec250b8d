import type { NeedRecord, PermissionAnswer } from '@crewroom/shared/model/need'
import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { NeedEvent, TaskEvent } from '@crewroom/shared/protocol/events'
import { askedFor } from '../permissions/asked-for'
import { ending, type Part, type Sentence, told } from './sentence'

/** What became of a task. */
export function taskSentence(event: TaskEvent): Sentence {
  switch (event.type) {
    case 'task:created': {
      const { by, agentId, text, waits } = event.task
      const parts: Part[] = waits
        ? [{ who: by }, ' gave ', { who: agentId }, ' a task for when others are done:']
        : by === agentId
          ? [{ who: by }, ' began a task:']
          : [{ who: by }, ' gave ', { who: agentId }, ' a task:']
      return told('tasks', by, parts, { quote: text, about: [agentId] })
    }
    case 'task:given': {
      const { agentId, by, text } = event.task
      const parts = ['The task that waited for others was given to ', { who: agentId }, ':']
      return told('tasks', agentId, parts, { quote: text, about: [by] })
    }
    case 'task:updated': {
      const { agentId, by, text, waits } = event.task
      const isLost = waits !== undefined && waits.lost.length > 0
      const parts = [
        'The task for ',
        { who: agentId },
        isLost ? ' waits for one that will not be done:' : ' waits for another task now:',
      ]
      return told('tasks', agentId, parts, {
        quote: text,
        about: [by],
        ...(isLost ? { tone: 'bad' } : {}),
      })
    }
    case 'task:completed': {
      const { agentId, by, summary } = event.task
      const parts = [{ who: agentId }, ' finished its task', ...forWhom(by, agentId)]
      return told('tasks', agentId, ending(parts, summary), { quote: summary, about: [by] })
    }
    case 'task:failed': {
      const { agentId, by, summary } = event.task
      const parts = [{ who: agentId }, ' failed at its task', ...forWhom(by, agentId)]
      return told('tasks', agentId, ending(parts, summary), {
        quote: summary,
        about: [by],
        tone: 'bad',
      })
    }
    case 'task:cancelled': {
      const { agentId, by, text } = event.task
      return told('tasks', agentId, ['The task of ', { who: agentId }, ' was cancelled:'], {
        quote: text,
        about: [by],
      })
    }
    default:
      return event.type satisfies never
  }
}

function forWhom(by: string, agentId: string): Part[] {
  return by === agentId || by === SYSTEM_ID ? [] : [' for ', { who: by }]
}

/** What waits for the person, or does not any more. */
export function needSentence(event: NeedEvent): Sentence {
  switch (event.type) {
    case 'need:opened': {
      const { agentId, kind, text, groupName } = event.need
      const more = { quote: text, tone: 'wait' as const }
      switch (kind) {
        case 'question':
          return told('agents', agentId, [{ who: agentId }, ' is waiting for your answer:'], more)
        case 'failed':
          return told('agents', agentId, [{ who: agentId }, ' needs you:'], more)
        case 'held':
          return told(
            'agents',
            agentId,
            groupName === null
              ? ['Agents’ messages to ', { who: agentId }, ' are on hold, which needs you:']
              : [{ group: groupName }, ' is on hold, which needs you:'],
            groupName === null ? more : { ...more, group: groupName },
          )
        case 'permission':
          return told('agents', agentId, [{ who: agentId }, ' asks for permission:'], {
            ...more,
            quote: askedFor(event.need),
          })
        case 'refused':
          return told('agents', agentId, [{ who: agentId }, ' was refused a permission:'], more)
        case 'stalled':
          return told(
            'agents',
            agentId,
            [{ who: agentId }, ' went quiet with its task open:'],
            more,
          )
        case 'budget':
          return told('agents', agentId, ['A budget needs you:'], more)
        case 'turn':
          return told('agents', agentId, ['A discussion waits for you:'], {
            ...more,
            ...(event.need.turn ? { sessionId: event.need.turn.sessionId } : {}),
          })
        case 'mention':
          return told('agents', agentId, [{ who: agentId }, ' mentioned you:'], more)
        case 'rules':
          return told('agents', agentId, ['Permission rules need you:'], more)
        case 'files':
          return told('agents', agentId, ['Files of group chats need you:'], more)
        default:
          return kind satisfies never
      }
    }
    case 'need:closed':
      if (event.answer) return answerSentence(event.need, event.answer)
      if (event.need.kind === 'mention' && event.need.groupName !== null) {
        const { agentId, groupName: group } = event.need
        const words = ['You settled a mention by ', { who: agentId }, ' in ', { group }]
        return told('agents', agentId, words, { group })
      }
      return told('agents', event.need.agentId, [
        { who: event.need.agentId },
        ' no longer needs you',
      ])
    default:
      return event.type satisfies never
  }
}

/** How a request for permission ended, and by whose answer. */
function answerSentence(need: NeedRecord, { by, name }: PermissionAnswer): Sentence {
  const { agentId } = need
  const who = { who: agentId }
  const say = (parts: readonly Part[], quote: string | null) =>
    told('agents', agentId, ending(parts, quote), { quote })
  switch (by) {
    case 'person':
      return say(['A person answered ', who], name)
    case 'rule':
      return say(['A rule of the crew answered ', who], name)
    case 'timeout':
      return say(['Nobody answered ', who, ' in time, so it was refused'], askedFor(need))
    case 'cancelled':
      return say([who, ' was stopped before anybody answered'], askedFor(need))
    case 'restart':
      return say(['The server restarted, so a request of ', who, ' is gone'], askedFor(need))
    default:
      return by satisfies never
  }
}
