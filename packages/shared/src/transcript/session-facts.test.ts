import { expect, test } from 'vitest'
import { TranscriptOf } from './transcript'

const read = (...records: readonly object[]) => {
  const transcript = new TranscriptOf()
  for (const [second, record] of records.entries()) {
    const timestamp = new Date(Date.UTC(2026, 0, 5) + second * 1000).toISOString()
    transcript.feed(`${JSON.stringify({ uuid: `r${second}`, timestamp, ...record })}\n`)
  }
  return transcript
}
const told = (content: string, more: object = {}) => ({
  type: 'user',
  message: { content },
  ...more,
})
const said = (model: string, more: object = {}) => ({
  type: 'assistant',
  message: { model, content: 'So' },
  ...more,
})
const titleOf = (...records: readonly object[]) => read(...records).session.title

test('TR20 a session is named by a person, the program, its summary, or what was asked first', () => {
  const command = told('<command-name>/clear</command-name>')
  const asked = told('\n  Fix it\nand more')
  expect(titleOf()).toBe('')
  expect(titleOf(command)).toBe('/clear')
  expect(titleOf(told('x', { isMeta: true }), command, asked, told('Next'))).toBe('Fix it')
  expect(titleOf(told('x'.repeat(200)))).toHaveLength(120)
  const summary = { type: 'summary', summary: 'Fixing it' }
  expect(titleOf(asked, summary)).toBe('Fixing it')
  const ai = { type: 'ai-title', aiTitle: 'The fix' }
  expect(titleOf(asked, ai, summary)).toBe('The fix')
  expect(titleOf(asked, { type: 'custom-title', customTitle: 'Mine' }, ai, summary)).toBe('Mine')
})

test('TR20 a session has its times, its folder, its last branch and its last model', () => {
  const transcript = read(
    told('Go', { cwd: '/home/ada/x', gitBranch: 'main', sessionId: 'one' }),
    said('claude-opus-4-6', { cwd: '/home/ada/x/y', gitBranch: 'fix', sessionId: 'two' }),
    said('claude-haiku-4-5', { isSidechain: true }),
    said('<synthetic>'),
  )
  expect(transcript.session).toMatchObject({
    id: 'one',
    cwd: '/home/ada/x',
    branch: 'fix',
    model: { label: 'opus4.6' },
    startedAt: '2026-01-05T00:00:00.000Z',
    updatedAt: '2026-01-05T00:00:03.000Z',
    ongoing: false,
  })
  expect(transcript.conversation.sessionId).toBe('one')
})

test('TR20 a new title is a new revision', () => {
  const transcript = read(told('Go'))
  const { revision } = transcript
  transcript.feed('{"type":"custom-title","customTitle":"Mine"}\n')
  expect(transcript.revision).toBe(revision + 1)
  expect(transcript.changedSince(revision)).toEqual([])
  transcript.feed('{"type":"progress"}\n')
  expect(transcript.revision).toBe(revision + 1)
  expect(transcript.changedSince(revision + 2)).toBe(null)
})
