import type { ImportJob } from '@crewroom/shared/protocol/views'
import { beforeEach, expect, test, vi } from 'vitest'
import { AT } from '../../test/samples'
import { api } from './api'
import { chooseImport, dropFollowed, followImports, importing, type ImportStep } from './importing'

/** What was asked and is not answered yet, and the pauses between two questions. */
let asked: ((imports: readonly ImportJob[]) => void)[]

beforeEach(() => {
  asked = []
  importing.setState({ at: 'none' }, true)
  vi.useFakeTimers()
  vi.spyOn(api, 'imports').mockImplementation(
    () => new Promise((answer) => asked.push((imports) => answer({ imports }))),
  )
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    importing.setState({ at: 'none' }, true)
  }
})

const job = (phase: ImportJob['phase'], id = 'theirs'): ImportJob => ({
  id,
  phase,
  kind: 'crew',
  name: 'atlas',
  leadId: 'l',
  lines: 3,
  total: 9,
  bytes: 300,
  problem: phase === 'failed' ? 'It has no last line.' : null,
  startedAt: AT,
})
const answer = async (...imports: ImportJob[]) => {
  asked.shift()?.(imports)
  await vi.advanceTimersByTimeAsync(0)
}
const nextQuestion = () => vi.advanceTimersByTimeAsync(1_000)
const FILE = new File(['{}\n'], 'own.ndjson')
const CHOSEN: ImportStep = { at: 'chosen', file: FILE, problem: null }

test.each<[phase: ImportJob['phase'] | 'nothing']>([['nothing'], ['reading'], ['storing']])(
  'EX34 a file that is chosen while the page looks for imports of others stays chosen: it finds %s',
  async (found) => {
    const end = followImports()
    chooseImport(FILE)
    await answer(...(found === 'nothing' ? [] : [job(found)]))
    expect(importing.getState()).toEqual(CHOSEN)
    await nextQuestion()
    expect(asked, 'nothing is followed any more').toEqual([])
    await end
  },
)

test('EX34 an import that goes on is followed to its end, and what somebody ended meanwhile stays ended', async () => {
  const end = followImports()
  await answer(job('done', 'earlier'), job('reading'))
  expect(importing.getState()).toMatchObject({ at: 'followed', job: { phase: 'reading' } })
  await nextQuestion()
  await answer(job('reading', 'another'), job('done'))
  expect(importing.getState()).toEqual({
    at: 'done',
    imported: { kind: 'crew', leadId: 'l', name: 'atlas' },
  })
  await end

  importing.setState({ at: 'none' }, true)
  const dropped = followImports()
  await answer(job('storing'))
  await nextQuestion()
  expect(asked).toHaveLength(1)
  dropFollowed()
  await answer(job('failed'))
  expect(importing.getState()).toEqual({ at: 'none' })
  await dropped
})
