import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewFolder } from './crew-folder'
import { difference } from './difference'
import type { Tables } from './tables'
import { DEMO_TALK } from './talk'

const { group, title, late, rounds } = DEMO_TALK

/** A person asked three agents twice; one of them answered the first question after the second. */
export function checkTalk(tables: Tables, folder: CrewFolder): string[] {
  const own = <T extends { readonly title: string }>(rows: readonly T[]) =>
    rows.filter((row) => row.title === title)
  const places = rounds.flatMap(({ asks, answers }, at) => [
    `round ${at + 1}, start, ${HUMAN_ID}: ${asks}`,
    ...Object.entries(answers).map(
      ([name, text]) =>
        `round ${at + 1}, ${at === 0 && name === late ? 'late' : 'answer'}, ${name}: ${text}`,
    ),
  ])
  return [
    ...difference(
      'round',
      rounds.map((_, at) => {
        const end = at === rounds.length - 1 ? 'answered' : 'superseded'
        return `${title} in ${group} by ${HUMAN_ID}, ${at + 1} ${end}`
      }),
      own(tables.talks).map((row) => `${row.title} in ${row.group} by ${row.createdBy}, ${row.n} ${row.closed}`), // prettier-ignore
    ),
    ...difference(
      'response',
      rounds.flatMap(({ answers }, at) =>
        Object.keys(answers).map(
          (name) => `${at + 1} ${name} done${at === 0 && name === late ? ', late' : ''}`,
        ),
      ),
      own(tables.responses).map(
        ({ n, agent, status, late: isLate }) => `${n} ${agent} ${status}${isLate ? ', late' : ''}`,
      ),
    ),
    ...difference(
      'message of the session',
      places,
      own(tables.said).map((row) => `round ${row.n}, ${row.as}, ${row.from}: ${row.content}`),
    ),
    ...checkOrder(own(tables.said)),
    ...rounds.flatMap(({ answers }, at) =>
      Object.keys(answers).flatMap((name) => checkAsked(name, at, folder)),
    ),
  ]
}

/** The late answer was posted behind the question that it does not answer. */
function checkOrder(said: Tables['said']): string[] {
  const second = said.findIndex(({ n, as }) => n === 2 && as === 'start')
  const answer = said.findIndex(({ as }) => as === 'late')
  return second !== -1 && answer > second ? [] : [`${late} did not answer late`]
}

/** Each was handed each question once, with what the others had said before it. */
function checkAsked(name: string, at: number, folder: CrewFolder): string[] {
  const lines = folder.notesOf(name).lines()
  const begins = `[Round ${at + 1} · session "${title}" in group "${group}"]`
  const places = lines.flatMap((line, place) => (line.startsWith(begins) ? [place] : []))
  if (places.length !== 1) return [`${name} was asked ${places.length} times in round ${at + 1}`]
  const rest = lines.slice(places[0])
  // The late one answered after the second question: nobody was given what it said.
  const before = rounds
    .slice(0, at)
    .flatMap(({ answers }) => Object.entries(answers))
    .filter(([who]) => who !== name && who !== late)
    .map(([, text]) => text)
  const wanted = [...before, rounds[at]?.asks ?? '']
  const missing = wanted.filter((text) => !rest.some((line) => line.endsWith(text)))
  return missing.map((text) => `${name} did not read in round ${at + 1}: ${text}`)
}
