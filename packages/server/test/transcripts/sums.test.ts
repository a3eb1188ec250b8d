import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { TranscriptSums } from '@crewroom/shared/transcript/sums'
import { answered, asked, SessionFolder } from '../harness/session-folder'
import { TestServer } from '../harness/test-server'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const side = { isSidechain: true }
const usage = (input_tokens: number, output_tokens: number, model = 'claude-opus-4-6') => ({
  message: {
    role: 'assistant',
    model,
    content: [{ type: 'text', text: 'Done.' }],
    usage: { input_tokens, output_tokens },
  },
})

/** A session of 1,100 tokens, with a sub-agent in a file and one between its records. */
function written(folder: SessionFolder): string {
  const id = folder.write('root/atlas/one.jsonl', [
    asked(1, 'Go'),
    answered(2, '', usage(1_000, 100)),
    asked(3, 'Look here', { ...side, uuid: 'side' }),
    answered(4, '', { ...side, parentUuid: 'side', ...usage(50, 10) }),
  ])
  folder.write('root/atlas/one/subagents/agent-x.jsonl', [
    asked(5, 'Look there', side),
    answered(6, '', { ...side, ...usage(200_000, 40) }),
  ])
  return id
}
const tokens = ({ own, subagents, together }: TranscriptSums) =>
  [own, subagents, together].map(({ totalTokens }) => totalTokens)
const dollars = ({ own, subagents, together }: TranscriptSums) =>
  [own, subagents, together].map((sum) => sum.dollars)

const SUMS = [1_100, 200_100, 201_200]
// A dollar for a thousand tokens of input, two for those of output.
const PRICES = { 'claude-opus-*': { input: 1_000, output: 2_000 } }
const DOLLARS = [1.2, 200.15, 201.35]

test('TR89 a page, the list, and a sub-agent’s own transcript have what each used', async () => {
  using folder = new SessionFolder()
  const id = written(folder)
  await using server = await TestServer.start({
    config: { transcripts: { roots: [folder.at('root')] }, prices: PRICES },
  })
  const listed = async () => {
    const { body } = await server.call('GET', '/api/transcripts')
    const [project] = body['projects'] as {
      sessions: { tokens: number | null; sums: TranscriptSums | null }[]
    }[]
    return project?.sessions[0]
  }
  expect(await listed()).toMatchObject({ tokens: null, sums: null })
  const { body } = await server.call('GET', `/api/transcripts/${id}`)
  const sums = body['sums'] as TranscriptSums
  expect(tokens(sums)).toEqual(SUMS)
  expect(dollars(sums)).toEqual(DOLLARS)
  expect(body['metrics']).toMatchObject({ totalTokens: 1_100 })
  expect(await listed()).toMatchObject({ tokens: 1_100, sums })
  const own = await server.call('GET', `/api/transcripts/${id}.x`)
  expect(tokens(own.body['sums'] as TranscriptSums)).toEqual([200_040, 0, 200_040])
  expect(dollars(own.body['sums'] as TranscriptSums)).toEqual([200.08, null, 200.08])
})

test('TR89 lines, JSON and the HTML page of the command say the same', async () => {
  using folder = new SessionFolder()
  written(folder)
  const file = folder.at('root/atlas/one.jsonl')
  const run = async (words: readonly string[] = [], more: object = {}) => {
    const env = { ...process.env, FORCE_COLOR: '0', ...more }
    const options = { cwd: folder.path, env }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [CLI, 'transcript', file, ...words], options) // prettier-ignore
    return { out: stdout, err: stderr }
  }
  const line = '1,100 tokens (100 of output) · 200,100 of sub-agents · 201,200 together'
  expect((await run()).out).toMatch(
    new RegExp(` · ${line.replace(/[()]/g, String.raw`\$&`)} · \\d`),
  )
  folder.write('crewroom.config.yaml', JSON.stringify({ prices: PRICES }))
  expect((await run()).out).toContain(`${line} · about $201.35 · `)
  const { sums } = JSON.parse((await run(['--json'])).out) as { sums: TranscriptSums }
  expect([tokens(sums), dollars(sums)]).toEqual([SUMS, DOLLARS])
  await run(['--html', folder.at('one.html')])
  expect(readFileSync(folder.at('one.html'), 'utf8')).toContain(`${line} · about $201.35 · `)
  folder.write('other.yaml', JSON.stringify({ prices: { other: PRICES['claude-opus-*'] } }))
  expect((await run([], { CREWROOM_CONFIG: folder.at('other.yaml') })).out).not.toContain('$')
  folder.write('crewroom.config.yaml', 'prices: 7\n')
  const unpriced = await run()
  expect(unpriced.out).toContain(line)
  expect(unpriced.out).not.toContain('$')
  expect(unpriced.err).toMatch(/^No prices are used\. The configuration is not valid/)
})
