import type { CommandName } from '../../command/payloads'

/** How the answer to each command begins when it ran, as `text/catalogue.ts` writes it. */
const ANSWERS: Readonly<Record<CommandName, RegExp>> = {
  CREATE_GROUP: /^Group ".*" created with /,
  ADD_TO_GROUP: /^(Added to group|Nobody was added to group) "/,
  REMOVE_FROM_GROUP: /^Removed from group "/,
  LEAVE_GROUP: /^You left group "/,
  GROUP_MESSAGE: /^Message delivered to \d+ group members?\./,
  START_DISCUSSION: /^The discussion ".*" (begins, with|in group ".*" has begun) /,
  REACT: /^(Reacted .+ to|Removed .+ from) #\d+ in group "/,
  QUERY_GROUPS: /^(Your groups \(\d+\):|You are in no group\.|Group ".*" has \d+ members?:)/,
  READ_GROUP: /^Group ".*"(, \d+ messages?| has no messages there)/,
  HELP: /^(Commands\. |⟦⟦ )/,
  AGENT_MESSAGE: /^Message delivered to (?!\d+ group member)/,
  BROADCAST: /^Broadcast delivered to \d+ agents?\./,
  INTERRUPT: / was interrupted\./,
  CREATE_AGENT: /\) created/,
  DELEGATE: /^Task (given to|kept for) /,
  START_TASK: /^Task started: /,
  CANCEL_TASK: /^Task cancelled: /,
  TERMINATE_AGENT: / has ended\./,
  COMPLETE_TASK: /^Task closed\. /,
  QUERY_CREW: /^(Crew ".*" \(\d+ agents?\):|Task \S+ of .+, from .+: )/,
  AUTO_GROUPS: /^Automatic groups are now /,
  RELEASE_HOLD: /^The hold on /,
}
const SYSTEM = '[System] '
/** Its batch could not be written. */
const NOT_STORED = /^Not stored: /
const REFUSED = /^([\w ]{1,40}) refused: /

/** Whether this answers a command: `written` is its name as the agent wrote it. */
export function answers(verb: string, written: string, text: string): boolean {
  if (!text.startsWith(SYSTEM)) return false
  const words = text.slice(SYSTEM.length)
  const refused = REFUSED.exec(words)?.[1]
  if (refused !== undefined) return refused === written
  if (NOT_STORED.test(words)) return true
  return Object.hasOwn(ANSWERS, verb) && ANSWERS[verb as CommandName].test(words)
}

/** Whether this may answer a command of any name. */
export function isAnswer(text: string): boolean {
  if (isRefusal(text)) return true
  return Object.keys(ANSWERS).some((verb) => answers(verb, verb, text))
}

export function isRefusal(text: string): boolean {
  const words = text.startsWith(SYSTEM) ? text.slice(SYSTEM.length) : ''
  return REFUSED.test(words) || NOT_STORED.test(words)
}
