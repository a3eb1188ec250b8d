import type { Heard, Said } from './model-apis'
import { NO_TOOL, reach } from './reaching-tools'

// The model of a program that nobody at Crewroom has started: it was only given Crewroom's tools. It reads its inbox
// until somebody asks it to write, and writes that.

/** What a person types for such a program. */
export const GUEST_PROMPT =
  'You have the tools of crewroom. Read your inbox there until somebody asks you to write something, and write it.'

/** A request to write by a tool, if the program has one. */
export const BY_TOOL = /Please write "([^"]+)" in "([^"]+)" with a tool/

const READS = 'I read my inbox.'
const WRITES = 'I write it.'
/** Each waits half a minute at most. */
const MOST_READS = 4

export function isGuest({ turns }: Heard): boolean {
  return turns.some(({ role, text }) => role === 'user' && text.includes(GUEST_PROMPT))
}

export function thinkAsGuest(heard: Heard): Said {
  const own = said(heard, 'assistant')
  if (own.includes(WRITES)) return { text: 'That is done.' }
  // Some programs hand results over as JSON within JSON.
  const read = said(heard, 'tool').replaceAll(/\\+"/g, '"')
  const [, content, group] = BY_TOOL.exec(read) ?? []
  if (content !== undefined) {
    return reach('group_message', { group, content }, WRITES, heard) ?? { text: NO_TOOL }
  }
  if (own.split(READS).length > MOST_READS) return { text: 'Nobody has asked me for anything.' }
  return reach('read_inbox', {}, READS, heard) ?? { text: NO_TOOL }
}

function said({ turns }: Heard, by: 'assistant' | 'tool'): string {
  return turns
    .filter(({ role }) => role === by)
    .map(({ text }) => text)
    .join('\n')
}
