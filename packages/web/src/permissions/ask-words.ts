import type {
  PermissionAnswer,
  PermissionAsk,
  PermissionRule,
  ToolKind,
} from '@crewroom/shared/model/need'
import { canBeAlways, takesPaths } from '@crewroom/shared/model/permission-words'
import { shownHidden } from '../groups/message/text-pieces'

const WISHES: Readonly<Record<ToolKind, string>> = {
  read: 'wants to read',
  edit: 'wants to change a file',
  delete: 'wants to delete',
  move: 'wants to move',
  search: 'wants to search',
  execute: 'wants to run a command',
  think: 'wants to think',
  fetch: 'wants to fetch from the network',
  switch_mode: 'wants to switch its mode',
  other: 'wants to use a tool',
}

/** What is asked for in a few words, to follow the agent's name. */
export function wishOf({ toolKind, diffs, command }: PermissionAsk): string {
  const [first, ...more] = diffs
  if (first && more.length > 0) return `wants to change ${diffs.length} files`
  if (first && toolKind === 'edit' && first.oldText === null) return 'wants to create a file'
  if (first && toolKind === 'other') return WISHES.edit
  return command !== null && toolKind === 'other' ? WISHES.execute : WISHES[toolKind]
}

/** The agent's own words about it, unless the command or the change says the same. */
export function titleOf({ title, command, diffs }: PermissionAsk): string | null {
  const own = title.trim()
  const isFile = ({ path }: { readonly path: string }) =>
    own.endsWith(path.split(/[\\/]/).at(-1) ?? path)
  const isKnown = own === '' || own === command?.trim() || diffs.some(isFile)
  return isKnown ? null : own
}

const KINDS: Readonly<Record<ToolKind, string>> = {
  read: 'reading files',
  edit: 'changing files',
  delete: 'deleting files',
  move: 'moving files',
  search: 'searching',
  execute: 'every command',
  think: 'thinking',
  fetch: 'fetching from the network',
  switch_mode: 'switching its mode',
  other: 'tools of other kinds',
}

export function kindWords(toolKind: ToolKind): string {
  return KINDS[toolKind]
}

type Covered = Pick<PermissionRule, 'toolKind' | 'prefix'> & Partial<Pick<PermissionRule, 'action'>>

/** What a rule covers: words and, for commands, which. Without an action it is what an answer "always" would write. */
export function coveredBy({ toolKind, prefix, action }: Covered): readonly [string, string | null] {
  if (prefix === null) return [KINDS[toolKind], null]
  const begins = action !== undefined && action !== 'allow'
  if (begins) return ['commands that begin with', shownHidden(prefix)]
  const words = takesPaths(prefix)
    ? 'with or without files of the folder, the command'
    : 'exactly the command'
  return [words, shownHidden(prefix)]
}

/** The same as one text. */
export function coveredText(rule: Covered): string {
  const [words, prefix] = coveredBy(rule)
  return prefix === null ? words : `${words} “${prefix}”`
}

/** Whether "always" is offered: not for any command, nor for tools of an unknown kind, and never with a secret. */
export function canBeRule({ toolKind, prefix }: Covered): boolean {
  if (prefix !== null) return !prefix.includes('[masked:')
  return canBeAlways(toolKind)
}

/** The outcome of a request, in a sentence; `isMine`: this page answered it. */
export function answerWords(answer: PermissionAnswer | undefined, isMine: boolean): string {
  if (answer === undefined) return 'No longer waits for an answer'
  const chosen = answer.name === null ? null : `“${shownHidden(answer.name)}”`
  switch (answer.by) {
    case 'person':
      if (isMine) return chosen === null ? 'You answered' : `You chose ${chosen}`
      return chosen === null ? 'Answered elsewhere' : `Answered elsewhere: ${chosen}`
    case 'rule':
      return chosen === null ? 'A rule of the crew answered' : `A rule of the crew chose ${chosen}`
    case 'timeout':
      return 'Nobody answered in time, so it was refused'
    case 'cancelled':
      return 'The agent was stopped before anybody answered'
    case 'restart':
      return 'The server restarted, so the request is gone'
    default:
      return answer.by satisfies never
  }
}

/** `0:07`, `8:40`, `2 h 05 min`. */
export function leftWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
  return `${minutes}:${two(seconds % 60)}`
}
