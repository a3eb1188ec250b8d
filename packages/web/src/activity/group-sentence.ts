import type { WakeLevel } from '@crewroom/shared/model/group'
import { SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { CrewEvent, GroupObjectEvent, GroupUpdated } from '@crewroom/shared/protocol/events'
import { type Clock, heldBecause } from './held-because'
import { type Part, type Sentence, told } from './sentence'

/** What became of a group. */
export function groupSentence(event: GroupObjectEvent, clock: Clock): Sentence {
  const { name, createdBy, archivedBy, memberCount, auto, purpose, hold } = event.group
  const group = { group: name }
  switch (event.type) {
    case 'group:created':
      return told(
        'groups',
        createdBy,
        createdBy === SYSTEM_ID || auto
          ? [group, ' was created automatically', ` with ${members(memberCount)}`]
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
      return told('groups', SYSTEM_ID, [group, ' was unarchived'], { group: name })
    case 'group:paused':
      return told(
        'groups',
        SYSTEM_ID,
        [group, ' is paused: messages are kept until it is resumed'],
        {
          group: name,
          tone: 'wait',
        },
      )
    case 'group:resumed':
      return told('groups', SYSTEM_ID, [group, ' is resumed: what waited is delivered'], {
        group: name,
      })
    case 'group:held':
      return told('groups', SYSTEM_ID, [group, ' is', ...heldBecause(hold, clock)], {
        group: name,
        tone: 'wait',
        about: hold?.agentIds ?? [],
      })
    case 'group:imported':
      return told(
        'groups',
        SYSTEM_ID,
        [group, ` was imported from a file, with ${members(memberCount)}`],
        {
          group: name,
        },
      )
    default:
      return event satisfies never
  }
}

const WAKES: Readonly<Record<WakeLevel, string>> = {
  all: ' is woken by every message of ',
  mentions: ' is woken only when it is mentioned in ',
  none: ' is woken by no message of ',
}

/** What was changed of a group or of one of its members. */
export function groupEditSentence({
  group: { name, displayName, purpose, members },
  wakeOf,
}: GroupUpdated): Sentence {
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

type MemberEvent = Extract<CrewEvent, { type: 'group:member_added' | 'group:member_removed' }>

/** Who came into a group or left it. */
export function memberSentence(event: MemberEvent): Sentence {
  switch (event.type) {
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
    default:
      return event satisfies never
  }
}
