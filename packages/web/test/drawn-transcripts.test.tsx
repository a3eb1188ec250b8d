import './page-globals'
import { expect, test } from 'vitest'
import { NotSearched } from '../src/transcripts/folders/NotSearched'
import { SessionRow } from '../src/transcripts/folders/SessionRow'
import type { Session } from '../src/transcripts/folders/session-rows'
import { drawing, drawn, wordsOf } from './drawn'

drawing()

const NOW = new Date(2026, 10, 23, 12, 30).getTime()
const session: Session = {
  id: 't1',
  file: 'one.jsonl',
  bytes: 2_000,
  updatedAt: new Date(2026, 10, 23, 12, 24).toISOString(),
  title: 'Build it',
  model: null,
  branch: null,
  items: null,
  tokens: null,
  durationMs: null,
  subagents: null,
  errors: null,
  sums: null,
  ongoing: true,
}
const row = async (more: Partial<Session>) =>
  wordsOf(
    await drawn(
      <SessionRow
        session={{ ...session, ...more }}
        hit={null}
        isShown={false}
        to="/t1"
        now={NOW}
        onFocus={() => {}}
      />,
    ),
  )

test('TR88 the list shows when a session that goes on changed last', async () => {
  expect(await row({})).toBe('ongoing, Build it 12:24 2 kB')
  expect(await row({ updatedAt: new Date(NOW - 20_000).toISOString() })).toContain(' now ')
})

test('TR89 the list shows what a session used, alone and with its sub-agents', async () => {
  const sum = (totalTokens: number) => ({
    totalTokens,
    inputTokens: totalTokens,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    dollars: null,
    unpricedTokens: totalTokens,
  })
  const read = { tokens: 855_000, durationMs: 0, errors: 0, ongoing: false }
  const with6 = { own: sum(855_000), subagents: sum(2_061_000), together: sum(2_916_000) }
  expect(await row({ ...read, subagents: 6, sums: with6 })).toContain(
    ' 855k · 2.9M together · 6 sub-agents',
  )
  const alone = { own: sum(855_000), subagents: sum(0), together: sum(855_000) }
  expect(await row({ ...read, subagents: 0, sums: alone })).toMatch(/ 855k$/)
})

test.each([
  [0, ''],
  [1, '1 session was not searched: together they are too much for one search.'],
  [1_900, '1,900 sessions were not searched: together they are too much for one search.'],
])('TR77 the list says that %j sessions were not searched', async (count, words) => {
  const shown = wordsOf(await drawn(<NotSearched count={count} />))
  expect(shown.slice(0, words.length || undefined)).toBe(words)
})
