import { commandLine, inert } from '../command/grammar'
import { cut } from '../model/cut'
import type { RoundAsk } from '../model/round'
import { LIMITS } from '../protocol/limits'
import { bounded, roomBehind } from './bounded'
import { groupName, plural, quoted, type Replied, replying } from './names'
import { relayed, relayedLine, unbracketed } from './relay'

/** What agents read when they are asked in a discussion. */

/** Something that others said, as a question shows it. */
export interface SaidBlock {
  readonly who: string
  readonly isPerson: boolean
  readonly content: string
  readonly to?: Replied
}

/** What a participant is in a discussion, and who else takes part. */
interface Introduced {
  readonly name: string
  readonly about: string
  /** The others, a line each. */
  readonly others: readonly string[]
  /** What is discussed, where it is in none of the messages that it is shown. */
  readonly goal: string | null
}

export interface DiscussionAsked {
  readonly ask: Exclude<RoundAsk, 'human'>
  readonly n: number
  /** The most rounds that it may have. */
  readonly of: number
  readonly session: string
  readonly group: string
  /** How whoever chooses is to choose, in the words of whoever began it. */
  readonly prompt?: string | null
  /** In the words of the server. */
  readonly note: string | null
  /** When it is done. */
  readonly until: string | null
  /** What else may end it, and of whom. */
  readonly words?: readonly string[]
  /** Participants that may speak behind the last one, if not everybody may. */
  readonly follows?: readonly string[]
  /** Who takes part, a line each; those that may speak now first. */
  readonly speakers: readonly string[]
  readonly goal: string
  /** For a participant that is asked for the first time. */
  readonly you?: Introduced | null
  /** What came out of a discussion that the agent started in this answer. */
  readonly result: string | null
  readonly leftOut: number
  readonly said: readonly SaidBlock[]
}

/** Shares of a question: each of these leaves the others room. */
const NOTE_ROOM = 1_300
const WORDS_ROOM = 300
const FOLLOWS_ROOM = 600
/** Between so many blocks is an empty line. */
const MOST_BLOCKS = 8

export const blockOf = ({ who, content, to }: SaidBlock): string =>
  `[${relayedLine(who, LIMITS.agentName)}${replying(to)}]: ${relayed(content)}`

export const leftOutLine = (leftOut: number, group: string, session: string): string =>
  `[System] ${plural(leftOut, 'earlier message')} ${leftOut === 1 ? 'is' : 'are'} left out; ${inert(
    commandLine('READ_GROUP', {
      group: groupName(group),
      session: cut(session, LIMITS.sessionTitle),
    }),
  )} reads ${leftOut === 1 ? 'it' : 'them'}.`

export const resultBlock = (result: string | null): readonly string[] =>
  result === null ? [] : [`[System] Its result:\n${relayed(result)}`]

const namesOf = (who: readonly string[], room: number): string =>
  bounded(who, { line: (name) => relayedLine(name, LIMITS.agentName), room })

const listsAll = (group: string) =>
  `${inert(commandLine('QUERY_GROUPS', { group: groupName(group) }))} lists all`

/** A condition for a sentence that goes on behind it with a period. */
const conditionOf = (until: string): string =>
  relayedLine(until, LIMITS.terminationCondition).trim().replace(/\.$/, '')

/** In half of the room whoever is asked, in the rest the others. */
function introduction({ name, about, others, goal }: Introduced, group: string, room: number) {
  const half = Math.min(LIMITS.runAbout, Math.floor(room / 2))
  const what = relayedLine(about, half).trim().replace(/\.$/, '')
  const called = relayedLine(name, 2 * LIMITS.agentName)
  const me = `[System] ${what === '' ? `You are ${called}.` : `You are ${called}: ${what}.`}`
  if (others.length === 0) return [me, ...goalOf(goal)]
  const head = `${me} Also taking part:\n`
  const list = bounded(others, {
    line: (one) => one,
    between: '\n',
    room: Math.min(LIMITS.runAbout, room - head.length),
    rest: () => listsAll(group),
  })
  return [`${head}${list}`, ...goalOf(goal)]
}

const goalOf = (goal: string | null) =>
  goal === null ? [] : [`[System] The goal: ${relayed(goal)}`]

/**
 * A question in a discussion: its first line is that of any round. All but the words of others that it hands over, which are
 * the goal, the prompt, a result and what was said, is short for any number and length of names and descriptions.
 */
export function discussionRound(asked: DiscussionAsked): string {
  const { ask, group, session, until, follows = [], speakers, goal, you = null, leftOut } = asked
  const ends =
    ask === 'select' && until !== null ? [`[System] It is done when: ${conditionOf(until)}.`] : []
  const may =
    ask === 'select' && follows.length > 0
      ? [`[System] Who may speak now: ${namesOf(follows, FOLLOWS_ROOM)}.`]
      : []
  const left = leftOut === 0 || ask === 'select' ? [] : [leftOutLine(leftOut, group, session)]
  const fixed = [firstLine(asked, null), ...ends, ...may, ...left].join('\n\n').length
  const isShown = ask === 'select' || ask === 'manage'
  const room = roomBehind(fixed)
  const own = you === null ? [] : introduction(you, group, isShown ? room / 2 : room)
  const taken = own.length === 0 ? 0 : (own[0] ?? '').length
  const head = '[System] Who takes part:\n'
  const list = () =>
    bounded(speakers, {
      line: (speaker) => speaker,
      between: '\n',
      room: room - taken - head.length - 2 * MOST_BLOCKS,
      rest: () => listsAll(group),
    })
  const who = isShown ? [...goalOf(goal), `${head}${list()}`] : []
  const blocks = [
    ...who,
    ...own,
    ...ends,
    ...may,
    ...resultBlock(asked.result),
    ...left,
    ...asked.said.map(blockOf),
  ]
  return [firstLine(asked, asked.prompt ?? null), blocks.join('\n\n')].join('\n').trimEnd()
}

function firstLine(asked: DiscussionAsked, prompt: string | null): string {
  const { ask, n, of, session, group, note, until, words = [] } = asked
  const title = unbracketed(relayedLine(session, LIMITS.sessionTitle))
  const place = `discussion "${title}" in group ${quoted(group)}`
  const noted = [
    ...(prompt === null ? [] : [`${relayedLine(prompt, LIMITS.selectPrompt)} `]),
    ...(note === null ? [] : [`${relayedLine(note, NOTE_ROOM)} `]),
  ].join('')
  const done =
    until === null
      ? 'Write [DONE] on a line of its own when the goal is reached.'
      : `Write [DONE] on a line of its own when: ${conditionOf(until)}.`
  const counts =
    words.length === 0
      ? ''
      : ` Words that count at the end of an answer: ${namesOf(words, WORDS_ROOM)}.`
  const posted = 'Answer in plain text; your text is posted for you.'
  switch (ask) {
    case 'answer':
      return `[Round ${n} of ${of} · ${place} · you are next] ${noted}${done}${counts} ${posted}`
    case 'manage':
      return `[Round ${n} of ${of} · ${place} · you manage] ${noted}Mention with @name whom you ask; without a mention your answer ends the discussion. ${posted}`
    case 'aggregate':
      return `[Round ${n} of ${of} · ${place} · you sum up] ${noted}Sum up the answers below. ${posted}`
    case 'select':
      return `[Who speaks next? · ${place}] ${noted}Reply with one line: NEXT: <name> or TERMINATE. You may say why in a sentence before it. Nothing of your reply is posted.`
  }
}
