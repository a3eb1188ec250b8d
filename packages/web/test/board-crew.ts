import { createActor, tool } from './overview-crew'
import type { CreatedAgent, ServerProcess } from './server-process'
import { readInbox } from './work-crew'

/** A crew with a task in every column, and programs that report plans, ask for permission and fail. */
export interface BoardCrew {
  readonly lead: CreatedAgent
  readonly wren: CreatedAgent
  readonly kay: CreatedAgent
  readonly noor: CreatedAgent
  readonly ids: Readonly<Record<'ada' | 'dora' | 'rhea' | 'quinn', string>>
}

const HOUR = 3_600_000

type Told = readonly (readonly [content: string, status: 'completed' | 'in_progress' | 'pending'])[]

const plan = (told: Told) => ({
  update: {
    sessionUpdate: 'plan',
    entries: told.map(([content, status]) => ({ content, status, priority: 'medium' })),
  },
})

export async function createBoardCrew(server: ServerProcess): Promise<BoardCrew> {
  const made = await server.call<{ lead: { id: string }; token: string }>('POST', '/api/lead', {
    name: 'atlas-refactor',
    task: 'Make loading the config fast',
  })
  const lead = { id: made.lead.id, token: made.token }
  const remote = async (name: string, role: string): Promise<CreatedAgent> => {
    const { agent, token } = await server.call<{ agent: { id: string }; token: string }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      { name, role },
    )
    return { id: agent.id, token }
  }
  const give = (to: CreatedAgent, task: string) => server.say(lead, 'DELEGATE', { to: to.id, task })
  const kay = await remote('Kay', 'developer')
  const wren = await remote('Wren', 'technical-writer')
  const noor = await remote('Noor', 'designer')
  await server.createGroup(lead.id, 'Config Team', [kay.id, wren.id, noor.id])
  for (const agent of [lead, kay, wren, noor]) await readInbox(server, agent)

  await give(kay, 'Pin today’s behaviour with tests')
  await server.say(kay, 'COMPLETE_TASK', { summary: '41 tests, all pass on both branches.' })
  await give(kay, 'Move the dataclass')
  await server.say(kay, 'COMPLETE_TASK', { summary: 'On refactor/rope, 4 commits' })
  await give(wren, 'Write the migration note with Config Team')
  await give(wren, 'Check the docs for the old name')
  await give(noor, 'Draw the new start page')
  await server.say(noor, 'AGENT_MESSAGE', { to: 'human', content: 'Blue or green?' })

  const ada = await createActor(
    server,
    lead.id,
    { name: 'Ada', role: 'architect', task: 'Extract RoPEConfig from _configs.py' },
    {
      chunks: [
        plan([
          ['Map the call sites', 'completed'],
          ['Move the dataclass', 'completed'],
          ['Three callers with a dict', 'in_progress'],
          ['Alias for the old name', 'pending'],
        ]),
        tool('Edit src/config/rope.py', 'edit'),
        HOUR,
      ],
    },
  )
  const rhea = await createActor(
    server,
    lead.id,
    { name: 'Rhea', role: 'code-reviewer', task: 'Review the branch refactor/rope' },
    { chunks: [tool('Read cache.py, 4 of 9 files', 'read'), HOUR] },
  )
  const dora = await createActor(
    server,
    lead.id,
    { name: 'Dora', role: 'developer', task: 'Move the callers to the cached loader' },
    {
      permissions: [
        {
          toolCall: {
            toolCallId: 'push',
            title: 'Push the branch',
            kind: 'execute',
            rawInput: { command: 'git push origin refactor/rope' },
          },
          options: [
            { optionId: 'allow', name: 'Yes', kind: 'allow_once' },
            { optionId: 'reject', name: 'No', kind: 'reject_once' },
          ],
        },
      ],
      lastly: ['Pushed. ', HOUR],
    },
  )
  const { agent: quinn } = await server.call<{ agent: { id: string } }>(
    'POST',
    `/api/lead/${lead.id}/agents`,
    {
      name: 'Quinn',
      role: 'qa-tester',
      task: 'Run the suite on arm64',
      driver: { kind: 'pipe', command: '/nowhere/agent', args: [] },
    },
  )
  return { lead, wren, kay, noor, ids: { ada, dora, rhea, quinn: quinn.id } }
}
