import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { crewroom } from '../harness/crewroom'
import { crewroomHere } from '../harness/crewroom-here'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

test('CL68 resume resumes a crew that is paused or was imported, and says what may run from then on', async () => {
  await using server = await TestServer.start()
  const data = ['--data', server.data.folder]
  const resume = (...flags: string[]) => crewroomHere(['resume', ...flags, ...data])
  expect(await resume()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^There is no crew on this server\. Create one /),
  })
  const { leadId } = await server.crew('atlas', { ada: 'developer' })
  const driver = { kind: 'pipe', command: process.execPath, args: ['-e', 'process.stdin.resume()'] }
  const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, { role: 'qa-tester', name: 'gus', driver }) // prettier-ignore
  const gus = body['agent'].id as string
  const isPaused = async () => (await server.call('GET', `/api/lead/${leadId}`)).body['lead'].paused

  await server.call('POST', `/api/lead/${leadId}/pause`)
  const { code, out, errors } = await crewroom(['resume', ...data])
  expect([code, errors, await isPaused()]).toEqual([0, '', false])
  expect(out.split('\n')).toEqual([
    `Resumed the crew atlas (${leadId}): its agents are handed what waits for them.`,
    'These programs run, or start when something wakes their agent:',
    `  gus (${gus.slice(0, 8)}): ${process.execPath} -e "process.stdin.resume()"`,
    '',
  ])
  const said = JSON.parse((await resume('--json')).out) as Record<string, unknown>
  expect(said).toEqual({
    lead: { id: leadId, name: 'atlas' },
    wasPaused: false,
    programs: [{ agentId: gus, name: 'gus', runs: expect.stringContaining('process.stdin') }],
  })

  // An imported crew is paused, and none of its programs runs before this.
  const file = await fetch(`${server.app.url}/api/lead/${leadId}/export`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  const text = await file.text()
  await server.call('DELETE', `/api/lead/${leadId}`, { confirm: 'atlas' })
  await server.call('POST', '/api/import', text, {
    headers: { 'content-type': 'application/x-ndjson' },
  })
  expect(await isPaused()).toBe(true)
  const lineOf = async () => (await server.call('GET', `/api/agents/${gus}`)).body['agent']
  expect(await lineOf()).toMatchObject({ connection: 'none' })
  expect((await resume('--crew', 'ATLAS')).out).toContain('Resumed the crew atlas')
  expect(await isPaused()).toBe(false)
  expect(await resume()).toMatchObject({
    code: 0,
    out: `The crew atlas (${leadId}) is not paused.\n`,
  })
})

test('CL69 with several crews, resume lists them with those that are paused, and takes a name or an id', async () => {
  await using server = await TestServer.start()
  const data = ['--data', server.data.folder]
  const atlas = (await server.crew('atlas')).leadId
  const borealis = (await server.crew('borealis')).leadId
  await server.call('POST', `/api/lead/${atlas}/pause`)
  const several = await crewroom(['resume', ...data])
  expect([several.code, several.errors]).toEqual([
    1,
    `There are 2 crews. Choose one with --crew, by its name or id:\n  ${atlas}  atlas  (paused)\n  ${borealis}  borealis\n`,
  ])
  const unknown = await crewroomHere(['resume', '--crew', 'cepheus', ...data])
  expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('No crew is called "cepheus"')]) // prettier-ignore
  expect((await crewroomHere(['resume', '--crew', atlas, ...data])).code).toBe(0)
  expect((await server.call('GET', `/api/lead/${atlas}`)).body['lead'].paused).toBe(false)
  await server.stop()
  const none = await crewroomHere(['resume', ...data])
  expect([none.code, none.errors]).toEqual([1, expect.stringContaining('No Crewroom server is running')]) // prettier-ignore
})

test('CL12 commands that need a server say what to do where the data folder is none', async () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'file')
  writeFileSync(file, '')
  const { code, errors } = await crewroom(['resume', '--data', file])
  expect([code, errors]).toEqual([
    70,
    expect.stringMatching(/is not a folder .* give another folder with --data\.\n$/),
  ])
})
