import { participantLabel } from '../model/participant'
import { cut } from '../model/cut'
import { LIMITS } from '../protocol/limits'
import { bounded } from './bounded'
import { relayedLine } from './relay'

/** How texts name participants, groups and numbers. */

/** A participant as texts name it. */
export interface Named {
  readonly id: string
  readonly roleName: string
  /** What it is called, where that says more than its role. Lists show it; the line of a message has the role alone. */
  readonly name?: string | undefined
}

export const label = (who: Named) => participantLabel(roleText(who.roleName), who.id)
/** How to see those of a list of participants that are left out. */
const REST = 'QUERY_CREW lists all'
export const list = (people: readonly Named[], rest = REST) =>
  bounded(people, { line: listedLabel, rest: () => rest })
/** How many are named where all of them might be a whole crew. */
const NAMED = 5
export const some = (people: readonly Named[]) =>
  bounded(people, { line: listedLabel, most: NAMED })
/** The name of a group as a text has it. Those that are stored are shorter. */
export const groupName = (group: string) => cut(group, LIMITS.displayName)
export const quoted = (group: string) => `"${groupName(group)}"`
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The message that another one replies to. */
export type Replied = { readonly n: number } | undefined
/** Behind who writes, within the brackets: nobody's words can appear there. */
export const replying = (to: Replied) => (to ? `, to #${to.n}` : '')

/** Role names as texts have them: few, and in every line of a long answer. */
const roleTexts = new Map<string, string>()
const MOST_ROLES = 1_000

function roleText(roleName: string): string {
  let text = roleTexts.get(roleName)
  if (text === undefined) {
    if (roleTexts.size >= MOST_ROLES) roleTexts.clear()
    text = relayedLine(roleName, 100)
    roleTexts.set(roleName, text)
  }
  return text
}

/** `Developer "Ann" (abc12345)`: how a participant appears in a list, where several may have one role. */
export function listedLabel(who: Named): string {
  const { id, roleName, name } = who
  const role = roleText(roleName)
  return participantLabel(name === undefined ? role : `${role} "${relayedLine(name, 100)}"`, id)
}

/** What is said of an agent that will not read something now. */
export function waits(reason: string): string {
  return reason === 'asks' ? 'reads when it asks' : `is ${reason}`
}
