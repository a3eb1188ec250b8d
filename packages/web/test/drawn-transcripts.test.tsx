import './page-globals'
import { expect, test } from 'vitest'
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
