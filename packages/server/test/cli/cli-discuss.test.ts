import { spawn, type SpawnOptions } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** A program over pipes that says these things, one in each of its turns. */
const says = (...words: readonly string[]) => `
import { createInterface } from 'node:readline'
const words = ${JSON.stringify(words)}
for await (const line of createInterface({ input: process.stdin })) {
  const session = line.includes('you are next]') && /discussion "([^"]+)"/.exec(line)?.[1]
  if (!session) continue
  const content = words.length > 1 ? words.shift() : words[0]
  console.log('⟦⟦ GROUP_MESSAGE ' + JSON.stringify({ group: 'discussion', session, content }) + ' ⟧⟧')
}
`

async function crewroom(args: readonly string[], options: SpawnOptions) {
  const child = spawn(process.execPath, [CLI, ...args], { ...options, stdio: 'pipe' })
  let [out, errors] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, errors }
}

/** A folder with two programs, and how the command is run there. */
function room() {
  const folder = tempFolder()
  writeFileSync(path.join(folder.path, 'ada.mjs'), says('What of yaml?', 'Then json.\nAGREED'))
  writeFileSync(path.join(folder.path, 'ben.mjs'), says('Why not json?'))
  const env = { ...process.env, CREWROOM_PORT: '0', FORCE_COLOR: undefined }
  const data = path.join(folder.path, 'data')
  return { folder, options: { env, cwd: folder.path }, data }
}
const BOTH = ['--agents', 'ada=./ada.mjs,ben=./ben.mjs']

test('CL72 discuss starts a server, has programs discuss from an empty folder, and ends with the result', async () => {
  const { folder, options, data } = room()
  using _ = folder
  const args = ['discuss', 'Which name?', ...BOTH, '--until', 'AGREED', '--data', data]
  const { code, out, errors } = await crewroom(args, options)
  expect([code, errors]).toEqual([0, ''])
  const [first, ...rest] = out.split('\n')
  expect(first).toMatch(/^Dashboard: http:\/\/127\.0\.0\.1:\d+\/discussions#code=/)
  expect(rest.join('\n')).toBe(
    [
      '\nhuman:\nWhich name?',
      '\n1. ada:\nWhat of yaml?',
      '\n2. ben:\nWhy not json?',
      '\n3. ada:\nThen json.\nAGREED',
      '\nEnded after 3 rounds: what it was to end with has come.',
      'Result:\nThen json.\nAGREED\n',
    ].join('\n'),
  )
})

test('CL72 it uses a server that runs and leaves it running, and prints its course as JSON', async () => {
  const { folder, options } = room()
  using _ = folder
  await using server = await TestServer.start()
  const args = ['discuss', 'Which name?', ...BOTH, '--rounds', '2', '--json']
  const { code, out } = await crewroom([...args, '--data', server.data.folder], options)
  expect(code).toBe(0)
  const lines = out.trimEnd().split('\n').map((line) => JSON.parse(line)) // prettier-ignore
  expect(lines[0]).toMatchObject({ type: 'discuss:began', runId: expect.any(String) })
  expect(lines.at(-1)).toMatchObject({ type: 'complete', rounds: 2, stopReason: 'max_rounds' })
  expect((await server.call('GET', '/api/health')).status).toBe(200)
})

test.for([
  [['--agents', 'ada=./ada.mjs'], 'A discussion needs two agents'],
  [['--agents', 'ada=./ada.mjs,Ada=./ben.mjs'], 'Two agents are called Ada'],
  [['--agents', 'ada=./ada.mjs,zoe'], 'There is no coding agent "zoe"'],
  [['--agents', 'ada=./ada.mjs,zoe=./zoe.mjs'], 'neither a coding agent nor a program'],
  [[...BOTH, '--by', 'zoe'], 'none of the agents'],
  [[...BOTH, '--policy', 'hierarchical'], 'A manager is needed'],
  [[...BOTH, '--policy', 'loud'], 'is invalid'],
  [[...BOTH, '--rounds', '0'], 'a whole number from 1'],
  [[...BOTH, '--cwd', './nowhere'], 'is not a folder'],
] as const)('CL72 what cannot be discussed is refused before anything is made: %j', async ([flags, why]) => {
  const { folder, options, data } = room()
  using _ = folder
  const { code, out, errors } = await crewroom(['discuss', 'Which name?', ...flags, '--data', data], options)
  expect([code === 0, out]).toEqual([false, ''])
  expect(errors).toContain(why)
}) // prettier-ignore
