import type { RunRecord } from '../model/run'
import { STOP_WORDS } from '../model/stop-words'
import { LIMITS } from '../protocol/limits'
import { bounded } from './bounded'
import {
  blockOf,
  discussionRound,
  leftOutLine,
  resultBlock,
  type SaidBlock,
} from './discussion-text'
import { label, type Named, plural, quoted, type Replied, replying } from './names'
import { relayed, relayedLine, unbracketed } from './relay'

const sessionText = (title: string, isFirst = true) =>
  `${isFirst ? 'Session' : 'session'} "${relayedLine(title, LIMITS.sessionTitle)}"`

const namesOf = (who: readonly string[]): string =>
  bounded(who, { line: (name) => relayedLine(name, LIMITS.agentName) })

const MOST_NAMED = 10
const someOf = (names: readonly string[]): string => {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return (
    names
      .slice(0, MOST_NAMED)
      .map((name) => relayedLine(name, LIMITS.displayName))
      .join(', ') + more
  )
}
const oneOrMore = <T>({ length }: readonly string[], one: T, more: T): T =>
  length === 1 ? one : more

/** What agents read about sessions and rounds. Part of the catalogue. */
/** The sentence of a hint that says which field of which request to change. */
export const FOR_PROGRAMS =
  / Add (?:it|them) to "[a-z_]+" of the session, or set that to null to ask all agents of the group\./

export const SESSION_TEXT = {
  sessionLine: (from: Named, n: number, content: string, to?: Replied) =>
    `#${n} [${label(from)}${replying(to)}]: ${relayedLine(content, LIMITS.previewUnits)}`,

  readSession: (session: string, group: string, lines: readonly string[], more: boolean) =>
    lines.length === 0
      ? `[System] ${sessionText(session)} in group ${quoted(group)} has no messages there.`
      : [
          `[System] ${sessionText(session)} in group ${quoted(group)}, ${plural(lines.length, 'message')}${more ? ' (for earlier ones, give "before")' : ''}:`,
          ...lines,
        ].join('\n'),
  reactedThere: (emoji: string, n: number, session: string, action: 'add' | 'remove') =>
    action === 'add'
      ? `[System] Reacted ${emoji} to #${n} in ${sessionText(session, false)}.`
      : `[System] Removed ${emoji} from #${n} in ${sessionText(session, false)}.`,
  /** What an agent wrote to a session while it was asked there. */
  answered: '[System] Taken as your answer.',
  /** What it wrote there otherwise. */
  interjected: (session: string) =>
    `[System] Posted to ${sessionText(session, false)}. Its agents read it when they are asked next.`,

  /** A person’s message mentions agents that are not asked. `field`: where a door takes those of a session. */
  notAsked: (names: readonly string[], session: string, field: string) => {
    const [are, they, them] = oneOrMore(
      names,
      ['is', 'it takes', 'it'],
      ['are', 'they take', 'them'],
    )
    return `${someOf(names)} ${are} not asked: ${they} no part in session "${relayedLine(session, LIMITS.sessionTitle)}". Add ${them} to "${field}" of the session, or set that to null to ask all agents of the group.`
  },
  /** The same of an agent’s message, which asks nobody. */
  notShown: (names: readonly string[], session: string, group: string) => {
    const [does, they, them] = oneOrMore(
      names,
      ['does', 'it takes', 'it'],
      ['do', 'they take', 'them'],
    )
    return `${someOf(names)} ${does} not read this: ${they} no part in ${sessionText(session, false)}. Write to ${them} in group ${quoted(group)}, or have the lead or a person add ${them} to the session.`
  },
  /** Behind what an agent wrote to a session in which it is asked, and has not been handed the question. */
  askedItself: (n: number) =>
    `You are asked in round ${n} there, and this is not your answer: reply to the question when you are handed it in your inbox.`,
  /** What a sender learns about agents that will not read something now. */
  away: (names: readonly string[]) => {
    const [are, reads] = oneOrMore(
      names,
      ['is', 'it reads this once its program connects'],
      ['are', 'they read this once their programs connect'],
    )
    return `${someOf(names)} ${are} not connected: ${reads}.`
  },
  readsLater: (names: readonly string[]) =>
    `${someOf(names)} ${oneOrMore(names, 'reads this when it asks', 'read this when they ask')}.`,

  discussionRound,
  /** A participant, as one who chooses or manages reads it. */
  speakerLine: (name: string, about: string) =>
    about === '' ? `- ${name}` : `- ${name}: ${relayedLine(about, LIMITS.purpose)}`,
  /** Before what an agent reads when the discussion has ended that it started while it answered. */
  nestedEnded: ({
    title,
    why,
    rounds,
    summary,
    n,
  }: {
    readonly title: string
    readonly why: string
    readonly rounds: number
    /** It is shown behind this. */
    readonly summary: string | null
    readonly n: number
  }) =>
    [
      `The discussion "${relayedLine(title, LIMITS.sessionTitle)}" has ended after ${plural(rounds, 'round')}: ${why}.`,
      ...(summary === null ? ['Nothing was said in it.'] : []),
      `Give your answer for round ${n} now.`,
    ].join(' '),
  discussionEnded: ({
    title,
    group,
    run,
  }: {
    readonly title: string
    readonly group: string
    readonly run: RunRecord
  }) =>
    `[System] The discussion "${relayedLine(title, LIMITS.sessionTitle)}" in group ${quoted(group)} has ended after ${plural(run.progress.rounds, 'round')}: ${run.stopReason === null ? '' : STOP_WORDS[run.stopReason]}. ${
      run.summary === null ? 'Nothing was said in it.' : `Result:\n${relayed(run.summary)}`
    }`,
  discussionStarted: (title: string, group: string, who: readonly string[]) =>
    `[System] The discussion "${relayedLine(title, LIMITS.sessionTitle)}" in group ${quoted(group)} has begun with ${namesOf(who)}. You will get a report at its end.`,
  nestedStarted: (title: string, who: readonly string[]) =>
    `[System] The discussion "${relayedLine(title, LIMITS.sessionTitle)}" begins, with ${namesOf(who)}. End your turn now. You get its result when it has ended, and then you give your answer.`,
  discussionStopped: 'the discussion was stopped',
  turnPrompt: (title: string) => `It is your turn in "${relayedLine(title, LIMITS.sessionTitle)}".`,
  choosePrompt: (title: string) =>
    `Choose who speaks next in "${relayedLine(title, LIMITS.sessionTitle)}".`,

  /** A question in a session: what others said and the agent was not given, and that it answers in plain text. */
  round: ({
    n,
    session,
    group,
    note,
    result = null,
    leftOut,
    said,
  }: {
    readonly n: number
    readonly session: string
    readonly group: string
    readonly note: string | null
    /** What came out of a discussion that the agent started in this answer. */
    readonly result?: string | null
    readonly leftOut: number
    readonly said: readonly SaidBlock[]
  }) => {
    const [only] = said
    const isQuestion =
      said.length === 1 && only?.isPerson === true && !only.to && leftOut === 0 && result === null
    const title = unbracketed(relayedLine(session, LIMITS.sessionTitle))
    const left = leftOut === 0 ? [] : [leftOutLine(leftOut, group, session)]
    return [
      `[Round ${n} · session "${title}" in group ${quoted(group)}] ${note === null ? '' : `${relayedLine(note, LIMITS.roundNote)} `}Answer in plain text; your text is posted for you.`,
      [
        ...resultBlock(result),
        ...left,
        ...said.map((block) => (isQuestion ? relayed(block.content) : blockOf(block))),
      ].join('\n\n'),
    ]
      .join('\n')
      .trimEnd()
  },
  /** Why an agent gave no answer, as people read it. */
  leftSession: 'no longer takes part in the session',
  leftGroup: 'left the group',
  removedFromGroup: 'was removed from the group',
  endedInRound: (how: 'completed' | 'failed' | 'terminated', reason: string | null) => {
    const what = how === 'terminated' ? 'was terminated' : how
    return reason === null ? what : `${what}: ${relayedLine(reason, LIMITS.purpose)}`
  },
  completedFirst: 'it completed first',
  sessionArchived: 'the session was archived',
  sessionDeleted: 'the session was deleted',
  groupArchived: 'the group was archived',
  refusedAnswer: 'the model refused to answer',
  noAnswerInTime: 'no answer in time',
  roundGone: (n: number) => `[System] Round ${n} was taken back: its session was deleted.`,
} as const
