import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { AgentFloor } from '../harness/agent-floor'
import { FakeModel, type ModelAsked } from '../harness/fake-model'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'

const OPTIONS = [
  { optionId: 'go', name: 'Go ahead', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const asks = (kind: string, title: string) => ({
  toolCall: { toolCallId: title, title, kind, rawInput: {} },
  options: OPTIONS,
})

/** A floor whose developers have a file that lists these tools. */
async function floorWhere(tools: string, temp: { readonly path: string }): Promise<AgentFloor> {
  const dir = path.join(temp.path, 'agents')
  mkdirSync(dir)
  writeFileSync(path.join(dir, 'developer.md'), `---\nname: developer\ntools: ${tools}\n---\nDig.`)
  return AgentFloor.open({ roles: { dir } } as never)
}

function waiting(floor: AgentFloor): NeedRecord[] {
  const crew = floor.server.app.core.shard.crew(floor.leadId)
  return Object.values(crew.state.needs).filter(({ kind }) => kind === 'permission')
}

test('DA12 a rule allows what the file of a role lists, and a person is asked about anything else; a rule that refuses holds', async () => {
  using temp = tempFolder()
  await using floor = await floorWhere('Read', temp)
  const { server, leadId } = floor
  for (const [toolKind, action] of [
    ['read', 'allow'],
    ['edit', 'allow'],
    ['fetch', 'refuse'],
  ]) {
    const at = `/api/lead/${leadId}/permission-rules`
    expect((await server.call('POST', at, { toolKind, action })).status).toBe(201)
  }
  await floor.agent('ada', {
    permissions: [asks('read', 'reads'), asks('edit', 'edits'), asks('fetch', 'fetches')],
  })
  await floor.tell('ada', 'go')
  await floor.until('one waits', () => waiting(floor).length === 1)
  const [need] = waiting(floor)
  expect(need?.permission?.title).toBe('edits')
  const answer = (body: object) =>
    server.call('POST', `/api/lead/${leadId}/needs/${need?.id}/permission`, body)
  const always = await answer({ optionId: 'go', always: true })
  expect([always.status, always.body['error'].message]).toEqual([
    422,
    'developer.md lists the tools of this role, and this is none of them: each request is asked about. Answer it without "always".',
  ])
  expect((await answer({ optionId: 'go' })).status).toBe(200)
  // The refusal is followed by a prompt to go on, in which it asks for the same again.
  const asked = async () =>
    (await floor.recorded('ada')).filter(({ kind }) => kind === 'permission').slice(0, 3)
  await eventually('all three are answered', async () => (await asked()).length === 3)
  const entries = await asked()
  const told = entries.map(({ data }) => {
    const { toolCall, by } = data as { toolCall: { title: string }; by: string }
    return [toolCall.title, by] as const
  })
  expect(new Map(told)).toEqual(
    new Map([
      ['reads', 'rule'],
      ['fetches', 'rule'],
      ['edits', 'person'],
    ]),
  )
})

const offered = ({ body }: ModelAsked) =>
  ((body['tools'] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name)

test.each([
  ['group_message, complete_task, Read', ['group_message', 'complete_task']],
  ['mcp__crewroom__react', ['react']],
  ['Read, Grep', null],
] as const)('DA12 a model whose role lists %s is offered %j', async (tools, names) => {
  using temp = tempFolder()
  await using model = await FakeModel.start()
  await using floor = await floorWhere(tools, temp)
  await floor.add('mia', model.driver({ tools: true }))
  model.answers.push({ calls: [['run_command', { command: 'HELP' }]] })
  await floor.tell('mia', 'go')
  await floor.settled('mia')
  const given = offered(await model.request(1))
  if (names === null) expect(given).toContain('run_command')
  else {
    expect(given.toSorted()).toEqual([...names].toSorted())
    const results = (await model.request(2)).messages.filter(({ role }) => role === 'tool')
    expect(results.map(({ content }) => content).join()).toContain('There is no tool "run_command"')
  }
})
