import { commandLine, inert } from '../command/grammar'
import { LIMITS } from '../protocol/limits'
import { label, type Named, plural, quoted } from './names'
import { relayed, relayedLine, unbracketed } from './relay'

const sessionText = (title: string, isFirst = true) =>
  `${isFirst ? 'Session' : 'session'} "${relayedLine(title, LIMITS.sessionTitle)}"`

/** What agents read about sessions and rounds. Part of the catalogue. */
export const SESSION_TEXT = {
  sessionLine: (from: Named, n: number, content: string) =>
    `#${n} [${label(from)}]: ${relayedLine(content, LIMITS.previewUnits)}`,

  readSession: (session: string, group: string, lines: readonly string[], more: boolean) =>
    lines.length === 0
      ? `[System] ${sessionText(session)} in group ${quoted(group)} has no messages there.`
      : [
          `[System] ${sessionText(session)} in group ${quoted(group)}, ${plural(lines.length, 'message')}${more ? ' (for earlier ones, give "before")' : ''}:`,
          ...lines,
        ].join('\n'),
  /** What an agent wrote to a session while it was asked there. */
  answered: '[System] Taken as your answer.',
  /** What it wrote there otherwise. */
  interjected: (session: string) =>
    `[System] Posted to ${sessionText(session, false)}. Its agents read it when they are asked next.`,

  /** A question in a session: what others said and the agent was not given, and that it answers in plain text. */
  round: ({
    n,
    session,
    group,
    note,
    leftOut,
    said,
  }: {
    readonly n: number
    readonly session: string
    readonly group: string
    readonly note: string | null
    readonly leftOut: number
    readonly said: readonly {
      readonly who: string
      readonly isPerson: boolean
      readonly content: string
    }[]
  }) => {
    const [only] = said
    const isQuestion = said.length === 1 && only?.isPerson === true && leftOut === 0
    const title = unbracketed(relayedLine(session, LIMITS.sessionTitle))
    const left =
      leftOut === 0
        ? []
        : [
            `[System] ${plural(leftOut, 'earlier message')} ${leftOut === 1 ? 'is' : 'are'} left out; ${inert(
              commandLine('READ_GROUP', { group, session }),
            )} reads ${leftOut === 1 ? 'it' : 'them'}.`,
          ]
    return [
      `[Round ${n} · session "${title}" in group ${quoted(group)}] ${note === null ? '' : `${relayedLine(note, LIMITS.purpose)} `}Answer in plain text; your text is posted for you.`,
      [
        ...left,
        ...said.map(({ who, content }) =>
          isQuestion
            ? relayed(content)
            : `[${relayedLine(who, LIMITS.agentName)}]: ${relayed(content)}`,
        ),
      ].join('\n\n'),
    ].join('\n')
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
