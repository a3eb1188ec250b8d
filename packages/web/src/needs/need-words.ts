import type { NeedRecord } from '@crewroom/shared/model/need'

/** What is with an agent that needs a person, behind its name. */
export const NEED_WORDS: Readonly<Record<NeedRecord['kind'], string>> = {
  question: 'asks you',
  permission: 'asks for permission',
  failed: 'has failed',
  held: 'is on hold: agents keep replying without new work',
  refused: 'was refused a permission',
  budget: 'needs you about a budget',
  stalled: 'went quiet with its task open',
  turn: 'waits for your turn in a discussion',
  mention: 'mentioned you',
  rules: 'has permission rules of an earlier version',
  files: 'cannot have the files of its group chats written',
}
