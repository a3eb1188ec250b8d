import type { AgentPart } from '@crewroom/shared/model/agent'
import type { Hold } from '@crewroom/shared/model/conduct'
import type { WakeLevel } from '@crewroom/shared/model/group'
import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type {
  AgentEvent,
  CrewEvent,
  GroupObjectEvent,
  GroupUpdated,
} from '@crewroom/shared/protocol/events'

/** What a reader of the feed can choose to see. */
export const FEED_KINDS = ['messages', 'tasks', 'agents', 'groups', 'direct'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** A piece of a sentence: words, somebody, or a group. Whoever shows it makes names and links of them. */
export type Part =
  | string
  | { readonly who: string }
  | { readonly many: readonly string[] }
  /** `text`: what it was called then, where that is not what it is called now. */
  | { readonly group: string; readonly text?: string }
  /** A message that is not here itself. */
  | { readonly message: string; readonly group: string; readonly text: string }

export interface Sentence {
  /** `reads`, how far somebody has read, is said of nobody in the feed: it would be most of it. */
  readonly kind: FeedKind | 'reads'
  /** Whose doing it was: the avatar at the line. */
  readonly who: string
  readonly parts: readonly Part[]
  /** Words that were said or given, as they were written. */
  readonly quote: string | null
  readonly group: string | null
  /** Everyone it is about, for the filter by agent. */
  readonly about: readonly string[]
  readonly messageId: string | null
  readonly tone: 'plain' | 'bad' | 'wait'
}

const PART_WORDS: Readonly<Record<AgentPart, string>> = {
  name: 'name',
  role: 'role',
  program: 'program',
  folder: 'working folder',
  variables: 'variables',
}

/** `14:05` of a time, in the reader's own zone. */
type Clock = (iso: string) => string

interface Told {
  readonly quote?: string | null
  readonly group?: string
  readonly about?: readonly string[]
  readonly messageId?: string
  readonly tone?: Sentence['tone']
}

function told(kind: Sentence['kind'], who: string, parts: readonly Part[], more: Told = {}) {
  const { quote = null, group = null, messageId = null, tone = 'plain', about = [] } = more
  return { kind, who, parts, quote, group, messageId, tone, about: [who, ...about] }
}

/** One event of a crew's journal as a sentence that a person understands. */
export function sentenceOf(event: CrewEvent, clock: Clock): Sentence {
  switch (event.type) {
    case 'lead:created':
      return told('agents', event.leadId, ['The crew ', event.lead.name, ' was founded'])
    case 'lead:deleted':
      return told('agents', event.leadId, ['The crew ', event.lead.name, ' was deleted'])
    case 'lead:paused':
      return told(
        'agents',
        SYSTEM_ID,
        ['The crew is paused: what is written waits until it is resumed'],
        { tone: 'wait' },
      )
    case 'lead:resumed':
      return told('agents', SYSTEM_ID, ['The crew is resumed: what waited is handed over'])
    case 'lead:updated':
      return told('groups', SYSTEM_ID, [
        event.lead.autoGroups
          ? 'Groups for parallel work appear by themselves from now on'
          : 'Groups for parallel work do not appear by themselves any more',
      ])
    case 'agent:created':
    case 'agent:completed':
    case 'agent:failed':
    case 'agent:terminated':
    case 'agent:resumed':
    case 'agent:held':
    case 'agent:released':
      return ofAgent(event, clock)
    case 'agent:updated':
      return told('agents', event.agent.id, [
        'You changed ',
        { who: event.agent.id },
        `: its ${event.changed.map((part) => PART_WORDS[part]).join(', ')}`,
      ])
    case 'group:updated':
      return ofUpdate(event)
    case 'group:created':
    case 'group:archived':
    case 'group:unarchived':
    case 'group:paused':
    case 'group:resumed':
    case 'group:held':
    case 'group:imported':
      return ofGroup(event, clock)
    case 'group:member_added': {
      const { agentId, by, group } = event
      const parts: Part[] =
        by === agentId || by === SYSTEM_ID
          ? [{ who: agentId }, ' joined ', { group }]
          : [{ who: by }, ' added ', { who: agentId }, ' to ', { group }]
      return told('groups', agentId, parts, { group, about: [by] })
    }
    case 'group:member_removed': {
      const { agentId, by, group, reason } = event
      const parts: Part[] =
        reason === 'left' || by === agentId
          ? [{ who: agentId }, ' left ', { group }]
          : [{ who: by }, ' removed ', { who: agentId }, ' from ', { group }]
      return told('groups', agentId, parts, { group, about: [by] })
    }
    case 'group:message': {
      const { message, groupName: group } = event
      const more = { group, quote: message.content, messageId: message.id }
      return message.kind === 'system'
        ? told('messages', message.from, ['Notice in ', { group }], more)
        : told('messages', message.from, [{ who: message.from }, ' wrote in ', { group }], more)
    }
    case 'group:reaction': {
      const { agentId, emoji, messageId, groupName: group, action } = event
      const verb = action === 'add' ? ` reacted ${emoji} to ` : ` took ${emoji} back from `
      const link = { message: messageId, group, text: 'a message' }
      return told('messages', agentId, [{ who: agentId }, verb, link, ' in ', { group }], {
        group,
        messageId,
      })
    }
    case 'group:read': {
      const { readerId, groupName: group, n } = event
      return told('reads', readerId, [{ who: readerId }, ' read ', { group }, ` up to #${n}`], {
        group,
      })
    }
    case 'task:created': {
      const { by, agentId, text } = event.task
      const parts: Part[] =
        by === agentId
          ? [{ who: by }, ' began a task:']
          : [{ who: by }, ' gave ', { who: agentId }, ' a task:']
      return told('tasks', by, parts, { quote: text, about: [agentId] })
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
    case 'direct:message': {
      const { from, to, kind, content } = event.message
      const about = to === null ? [] : [to]
      const more = { quote: content, about }
      if (to === null) return told('direct', from, [{ who: from }, ' told everyone:'], more)
      const verb = kind === 'interrupt' ? ' interrupted ' : ' wrote to '
      return told('direct', from, [{ who: from }, verb, { who: to }, ':'], {
        ...more,
        tone: kind === 'interrupt' ? 'wait' : 'plain',
      })
    }
    case 'need:opened': {
      const { agentId, kind, text, groupName } = event.need
      const more = { quote: text, tone: 'wait' as const }
      switch (kind) {
        case 'question':
          return told('agents', agentId, [{ who: agentId }, ' waits for an answer of yours:'], more)
        case 'failed':
          return told('agents', agentId, [{ who: agentId }, ' needs you:'], more)
        case 'held':
          return told(
            'agents',
            agentId,
            groupName === null
              ? ['What agents write to ', { who: agentId }, ' is held, which needs you:']
              : [{ group: groupName }, ' is held, which needs you:'],
            groupName === null ? more : { ...more, group: groupName },
          )
        case 'refused':
          return told('agents', agentId, [{ who: agentId }, ' was refused a permission:'], more)
        case 'stalled':
          return told(
            'agents',
            agentId,
            [{ who: agentId }, ' went quiet with its task open:'],
            more,
          )
        default:
          return kind satisfies never
      }
    }
    case 'need:closed':
      return told('agents', event.need.agentId, [
        'What waited for you with ',
        { who: event.need.agentId },
        ' is settled',
      ])
    default:
      return event satisfies never
  }
}

function forWhom(by: string, agentId: string): Part[] {
  return by === agentId || by === SYSTEM_ID ? [] : [' for ', { who: by }]
}

/** A colon only where words follow. */
function ending(parts: readonly Part[], quote: string | null): readonly Part[] {
  return quote ? [...parts, ':'] : parts
}

function ofAgent(event: AgentEvent, clock: Clock): Sentence {
  const { id, createdBy, endedReason: quote, hold } = event.agent
  const who = { who: id }
  switch (event.type) {
    case 'agent:created': {
      const isOwn = createdBy === SYSTEM_ID || createdBy === id
      return told(
        'agents',
        isOwn ? id : createdBy,
        isOwn
          ? [who, ' joined the crew']
          : [{ who: createdBy }, ' brought ', who, ' into the crew'],
        { about: [id] },
      )
    }
    case 'agent:completed':
      return told('agents', id, ending([who, ' is done'], quote), { quote })
    case 'agent:failed':
      return told('agents', id, ending([who, ' failed'], quote), { quote, tone: 'bad' })
    case 'agent:terminated':
      return told('agents', id, ending([who, ' was ended'], quote), { quote })
    case 'agent:resumed':
      return told('agents', id, [who, ' is back at work'])
    case 'agent:held':
      return told('agents', id, ['What agents write to ', who, ...heldBecause(hold, clock)], {
        tone: 'wait',
        about: hold?.agentIds ?? [],
      })
    case 'agent:released':
      return told('agents', id, ['What agents write to ', who, ' is handed over again'])
    default:
      return event.type satisfies never
  }
}

function ofGroup(event: GroupObjectEvent, clock: Clock): Sentence {
  const { name, createdBy, archivedBy, memberCount, auto, purpose, hold } = event.group
  const group = { group: name }
  switch (event.type) {
    case 'group:created':
      return told(
        'groups',
        createdBy,
        createdBy === SYSTEM_ID || auto
          ? [group, ' appeared by itself', ` with ${members(memberCount)}`]
          : [{ who: createdBy }, ' created ', group, ` with ${members(memberCount)}`],
        { group: name, quote: purpose },
      )
    case 'group:archived':
      return told(
        'groups',
        archivedBy ?? SYSTEM_ID,
        archivedBy === null || archivedBy === SYSTEM_ID
          ? [group, ' was archived: all its agents have ended']
          : [{ who: archivedBy }, ' archived ', group],
        { group: name },
      )
    case 'group:unarchived':
      return told('groups', SYSTEM_ID, [group, ' is in use again'], { group: name })
    case 'group:paused':
      return told('groups', SYSTEM_ID, [group, ' is paused: what is written there waits'], {
        group: name,
        tone: 'wait',
      })
    case 'group:resumed':
      return told('groups', SYSTEM_ID, [group, ' goes on: what waited is handed over'], {
        group: name,
      })
    case 'group:held':
      return told('groups', SYSTEM_ID, [group, ...heldBecause(hold, clock)], {
        group: name,
        tone: 'wait',
        about: hold?.agentIds ?? [],
      })
    case 'group:imported':
      return told('groups', SYSTEM_ID, [group, ` came from a file, with ${members(memberCount)}`], {
        group: name,
      })
    default:
      return event.type satisfies never
  }
}

const WAKES: Readonly<Record<WakeLevel, string>> = {
  all: ' is woken by every message of ',
  mentions: ' is woken only when it is mentioned in ',
  none: ' is woken by no message of ',
}

function ofUpdate({ group: { name, displayName, purpose, members }, wakeOf }: GroupUpdated) {
  const group = { group: name }
  if (wakeOf !== undefined) {
    const wake = members.find(({ id }) => id === wakeOf)?.wake ?? 'all'
    return told('groups', wakeOf, [{ who: wakeOf }, WAKES[wake], group], group)
  }
  return told(
    'groups',
    SYSTEM_ID,
    displayName === name
      ? ['The purpose of ', group, ' changed']
      : ['A group was named ', { group: name, text: displayName }],
    { group: name, quote: purpose },
  )
}

function members(count: number): string {
  return count === 1 ? '1 member' : `${count} members`
}

function heldBecause(hold: Hold | null, clock: Clock): readonly Part[] {
  if (!hold) return [' is held for a while']
  const who: Part = hold.agentIds.length > 0 ? { many: hold.agentIds } : 'agents'
  const did = {
    hops: ` answered each other ${hold.count} times in a row`,
    replies: ` answered each other ${hold.count} times in a short time`,
    alone: ` went on ${hold.count} times in a row with nothing new to answer`,
  }[hold.reason]
  return [` is held until ${clock(hold.until)}: `, who, did]
}

/** Plain text of the parts. `groupOf` says what people call a group. */
export function plainText(
  parts: readonly Part[],
  nameOf: (id: string) => string,
  groupOf: (name: string) => string = (name) => name,
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('who' in part) return nameOf(part.who)
      if ('many' in part) return listed(part.many.map(nameOf))
      return part.text ?? groupOf(part.group)
    })
    .join('')
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
