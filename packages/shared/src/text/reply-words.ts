import type { CommandName } from '../command/payloads'

/** How the answer to each command begins when it ran, as `text/catalogue.ts` writes it. */
const ANSWERS: Readonly<Record<CommandName, RegExp>> = {
  CREATE_GROUP: /^Group ".*" created with /,
  ADD_TO_GROUP: /^(Added to group|Nobody was added to group) "/,
  REMOVE_FROM_GROUP: /^Removed from group "/,
  LEAVE_GROUP: /^You left group "/,
  GROUP_MESSAGE:
    /^(Message delivered to \d+ group members?\.|Taken as your answer\.|Posted to .*\. Its agents read it )/,
  START_DISCUSSION: /^The discussion ".*" (begins, with|in group ".*" has begun) /,
  REACT: /^(Reacted .+ to|Removed .+ from) #\d+ in (group|session) "/,
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

/** The answers in what an agent was handed, each with all of its lines. */
export function answersIn(text: string): readonly string[] {
  const parts = text.split(
    /^(?=\[(?:System\]|Group "|Task from |Message from |Broadcast from |PRIORITY — ))/m,
  )
  return parts.map((part) => part.trimEnd()).filter(isAnswer)
}

/** What became of a command: null while nothing has answered it. */
export type Outcome = { readonly isDone: true } | { readonly isDone: false; readonly why: string }

/** The reason of a refusal in a few words; what helps follows it. */
function outcomeOf(answer: string): Outcome {
  if (!isRefusal(answer)) return { isDone: true }
  const words = answer.slice(SYSTEM.length)
  const reason = NOT_STORED.test(words) ? 'it was not stored' : words.replace(REFUSED, '')
  const [first = ''] = reason.split(/(?<=[.!?])\s/)
  return { isDone: false, why: first.replace(/[.\s]+$/, '') }
}

/** A command as it was written; `verb`: as in the help. */
export interface WrittenCommand {
  readonly verb: string
  readonly written: string
}

/**
 * What became of commands, which are the newest of their agent: each has one answer, in order, but the newest may have none yet,
 * and answers may belong to commands that are not among them.
 */
export function outcomesOf(
  commands: readonly WrittenCommand[],
  given: readonly string[],
): readonly (Outcome | null)[] {
  let left = given.length
  return commands
    .toReversed()
    .map(({ verb, written }) => {
      const at = given.slice(0, left).findLastIndex((text) => answers(verb, written, text))
      if (at < 0) return null
      left = at
      return outcomeOf(given[at] ?? '')
    })
    .toReversed()
}
