import { HUMAN_ID, HUMAN_NAME } from '@crewroom/shared/model/participant'
import type { RunRecord } from '@crewroom/shared/model/run'
import { STOP_WORDS } from '@crewroom/shared/model/stop-words'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { CrewFolder } from './crew-folder'
import { difference } from './difference'
import { DEMO_DISCUSSION } from './discussion'
import { HeardLines } from './heard-lines'
import type { Tables } from './tables'

const { group, title, goal, terminationCondition: until, nested, rounds } = DEMO_DISCUSSION
const { coordinator, participants, turns, stopReason } = DEMO_DISCUSSION
const last = turns.length

/**
 * Four discussed a question: the lead chose each speaker and said why, one of them was the person, and one asked another agent before it
 * answered. Each program was handed each question once.
 */
export function checkDiscussion(tables: Tables, folder: CrewFolder): string[] {
  const discussed = <T extends { readonly title: string }>(rows: readonly T[]) =>
    rows.filter((row) => row.title === title || row.title === nested.goal)
  return [
    ...difference(
      'discussion',
      [
        `${title} in ${group} by ${HUMAN_ID}, chosen by ${coordinator}, with ${participants.join(', ')}, until ${until}: ${stopReason}, ${turns[last - 1]?.says}`,
        `${nested.goal} in ${group} by ${nested.by} within round ${answerOf(nested.by)}, with ${nested.with}, ${nested.by}: max_rounds, ${nested.says}`,
      ],
      tables.discussions.map((row) => describe(row, tables)),
    ),
    ...difference(
      'round of a discussion',
      [
        ...turns.flatMap(({ speaker, why }, at) => {
          const ask = speaker === HUMAN_ID ? 'human' : 'answer'
          return [
            `${title} ${2 * at + 1} of ${at + 1} select answered: chooses who speaks next`,
            `${title} ${2 * at + 2} of ${at + 1} ${ask} answered: ${coordinator} chose ${nameOf(speaker)}: ${why}`,
          ]
        }),
        `${nested.goal} 1 of 1 answer answered: next in order`,
      ],
      tables.asked.map(
        (row) => `${row.title} ${row.n} of ${row.of} ${row.ask} ${row.closed}: ${row.reason}`,
      ),
    ),
    ...difference(
      'answer of a discussion',
      [
        ...turns.flatMap(({ speaker, why }, at) => [
          `${title} ${2 * at + 1} ${coordinator} done: ${why}\nNEXT: ${calledIn(speaker)}`,
          `${title} ${2 * at + 2} ${speaker} done${speaker === nested.by ? ` after ${nested.goal}` : ''}${at === last - 1 ? ', the last' : ''}`,
        ]),
        `${nested.goal} 1 ${nested.with} done`,
      ],
      discussed(tables.responses).map((row) => {
        const chose = row.decision === null ? '' : `: ${row.decision}`
        const after = row.child === null ? '' : ` after ${row.child}`
        return `${row.title} ${row.n} ${row.agent} ${row.status}${after}${row.done ? ', the last' : ''}${chose}`
      }),
    ),
    ...difference(
      'message of a discussion',
      [
        `${title} 1 start ${HUMAN_ID}: ${goal}`,
        ...turns.map(
          ({ speaker, says }, at) => `${title} ${2 * at + 2} answer ${speaker}: ${says}`,
        ),
        `${nested.goal} 1 start ${nested.by}: ${nested.goal}`,
        `${nested.goal} 1 answer ${nested.with}: ${nested.says}`,
      ],
      discussed(tables.said).map(
        (row) => `${row.title} ${row.n} ${row.as} ${row.from}: ${row.content}`,
      ),
    ),
    ...checkQuestions(tables, folder),
  ]
}

function describe(row: Tables['discussions'][number], { agents }: Tables): string {
  const run = JSON.parse(row.data) as RunRecord
  const named = (id: string) => agents.get(id)?.name ?? id
  const { policy, parent, startedBy, summary } = run
  const by = policy.kind === 'selection' ? `, chosen by ${named(policy.by)}` : ''
  const within = parent ? ` within round ${parent.n}` : ''
  const done = run.terminationCondition === null ? '' : `, until ${run.terminationCondition}`
  return `${row.title} in ${row.group} by ${named(startedBy)}${within}${by}, with ${run.participants.map(named).join(', ')}${done}: ${run.stopReason}, ${summary}`
}

/** Each program was handed each question exactly as it was asked, once, with what had been said before. */
function checkQuestions(tables: Tables, folder: CrewFolder): string[] {
  const heard = new HeardLines(tables, folder)
  const roleOf = (name: string) => (name === HUMAN_ID ? '' : heard.label(name).roleName)
  const speakers = participants.map((name) => TEXT.speakerLine(calledIn(name), roleOf(name)))
  const said = [
    { who: calledIn(HUMAN_ID), isPerson: true, content: goal as string },
    ...turns.map(({ speaker, says }) => {
      return { who: calledIn(speaker), isPerson: speaker === HUMAN_ID, content: says as string }
    }),
  ]
  // What a participant reads about itself and the others, with its first question.
  const first = (name: string, others: readonly string[], by: readonly string[] = []) => ({
    name,
    about: roleOf(name),
    others: [...others.map((one) => TEXT.speakerLine(calledIn(one), roleOf(one))), ...by],
    goal: null,
  })
  const othersOf = (name: string) => participants.filter((one) => one !== name)
  const chooses = TEXT.speakerLine(coordinator, 'chooses who speaks next')
  const inMain = {
    of: rounds,
    session: title,
    group,
    until,
    goal,
    speakers,
    note: null,
    result: null,
    leftOut: 0,
  }
  const note = TEXT.nestedEnded({
    title: nested.goal,
    why: STOP_WORDS.max_rounds,
    rounds: 1,
    summary: nested.says,
    n: turnOf(nested.by),
  })
  const inNested = {
    ...inMain,
    of: 1,
    session: nested.goal,
    until: null,
    goal: nested.goal,
    said: [{ who: nested.by, isPerson: false, content: nested.goal }],
  }
  const once = (who: string, asked: Parameters<typeof TEXT.discussionRound>[0], times = 1) =>
    heard.times(who, TEXT.discussionRound(asked), times)
  return [
    ...turns.flatMap(({ speaker }, at) => {
      const before = said.slice(0, at + 1)
      const question = { ...inMain, n: at + 1, said: before }
      return [
        // Every later one begins with the same lines.
        ...once(coordinator, { ...question, ask: 'select' }, last - at),
        ...once(speaker, {
          ...question,
          ask: 'answer',
          you: first(speaker, othersOf(speaker), [chooses]),
        }),
      ]
    }),
    ...once(nested.with, {
      ...inNested,
      ask: 'answer',
      n: 1,
      you: first(nested.with, [nested.by]),
    }),
    ...once(nested.by, {
      ...inMain,
      ask: 'answer',
      n: turnOf(nested.by),
      note,
      result: nested.says,
      said: [],
    }),
    ...checkCounts(heard),
  ]
}

/** Nobody was handed a question that was not asked. */
function checkCounts(heard: HeardLines): string[] {
  const isQuestion = (line: string) =>
    /^\[(Who speaks next\?|Round \d+ of \d+) · discussion /.test(line)
  const expected = new Map<string, number>([[coordinator, last]])
  const ask = (who: string) => expected.set(who, (expected.get(who) ?? 0) + 1)
  for (const who of [...turns.map(({ speaker }) => speaker), nested.by, nested.with]) ask(who)
  return [coordinator, ...participants].flatMap((who) => {
    const count = heard.of(who).filter(isQuestion).length
    const wanted = who === HUMAN_ID ? 0 : (expected.get(who) ?? 0)
    return count === wanted ? [] : [`${who} was asked ${count} times in discussions, not ${wanted}`]
  })
}

/** The number of a speaker's turn, and of the round of the session in which it had it. */
function turnOf(name: string): number {
  return turns.findIndex(({ speaker }) => speaker === name) + 1
}

function answerOf(name: string): number {
  return 2 * turnOf(name)
}

/** In reasons, which people read. */
function nameOf(speaker: string): string {
  return speaker === HUMAN_ID ? HUMAN_NAME : speaker
}

/** In questions, which agents read. */
function calledIn(speaker: string): string {
  return speaker === HUMAN_ID ? 'User' : speaker
}
