import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { Reader } from '../../src/storage/reader'
import { Writer } from '../../src/storage/writer'

test('SN39 the rounds of an agent are found without a look at anything else that it was given', () => {
  const ran: string[] = []
  const sqlite = new Database(':memory:', { verbose: (text) => void ran.push(String(text)) })
  new Writer({ sqlite, shard: 'main', firstEpoch: 'e' })
  const reader = new Reader(sqlite)
  expect(reader.turnsOfRounds('an agent', 'a session')).toEqual(new Map())
  const plan = sqlite.prepare(`explain query plan ${ran.at(-1)}`).all() as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH deliveries USING INDEX idx_deliveries_rounds (agent_id=?)',
  ])
  reader.close()
})
