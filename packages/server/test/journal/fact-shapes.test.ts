import { expect, test } from 'vitest'
import { FACT_TYPES } from '../../src/journal/fact-table'
import { holds } from '../held/compare'
import { shapeOf } from '../held/shape'
import { crewOfEveryFact } from '../harness/every-fact'

/** An export has it in the place of a fact that does not leave the server. */
const OF_FILES_ALONE = 'fact:omitted'

test('OA17 every type of fact is stored with the keys and kinds of values that were recorded', async () => {
  await using crew = await crewOfEveryFact('017')
  const rows = crew.database
    .prepare('select type, v, actor, cause, data from journal order by rowid')
    .all() as Readonly<Record<string, string>>[]
  const stored = rows.map(({ type = '', v, actor = '', cause = '', data = '' }) => {
    const fact = { v, actor: JSON.parse(actor), cause: JSON.parse(cause), data: JSON.parse(data) }
    return { type, fact: fact as unknown }
  })
  // With its crew its row is gone.
  const gone = crew.published
    .filter(({ type }) => type === 'lead:deleted')
    .map(({ type, v, actor, cause, data }) => ({ type, fact: { v, actor, cause, data } }))
  const shapes = FACT_TYPES.filter((type) => type !== OF_FILES_ALONE).map((type) => {
    const facts = [...stored, ...gone].filter((one) => one.type === type).map(({ fact }) => fact)
    expect(facts.length, type).toBeGreaterThan(0)
    return [type, shapeOf(facts)]
  })
  holds('stored/facts', Object.fromEntries(shapes))
})
