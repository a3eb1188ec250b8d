import path from 'node:path'
import type { CreatedAgent, ServerProcess } from './server-process'
import { readInbox } from './work-crew'

const PROGRAM = path.join(import.meta.dirname, '../../server/test/harness/programs/acp-agent.mjs')

/** A crew of programs of several kinds, in every state that a card can show. */
export interface OverviewCrew {
  readonly lead: CreatedAgent
  readonly ids: Readonly<Record<string, string>>
  readonly dora: CreatedAgent
  readonly wren: CreatedAgent
  readonly kay: CreatedAgent
}

type Behaviour = Readonly<Record<string, unknown>>

/** An agent that the server runs, which does at each prompt as it is told here. */
export async function createActor(
  server: ServerProcess,
  leadId: string,
  agent: { readonly name: string; readonly role: string; readonly task?: string },
  behaviour: Behaviour,
): Promise<string> {
  const made = await server.call<{ agent: { id: string } }>('POST', `/api/lead/${leadId}/agents`, {
    ...agent,
    driver: {
      kind: 'acp',
      command: process.execPath,
      args: [PROGRAM],
      env: { ACP_BEHAVIOUR: JSON.stringify(behaviour) },
    },
  })
  return made.agent.id
}

export const tool = (title: string, kind = 'execute') => ({
  update: { sessionUpdate: 'tool_call', toolCallId: title, title, kind, status: 'in_progress' },
})

const plan = (...done: boolean[]) => ({
  update: {
    sessionUpdate: 'plan',
    entries: done.map((is, n) => ({
      content: `step ${n + 1}`,
      priority: 'medium',
      status: is ? 'completed' : 'pending',
    })),
  },
})

const spent = (amount: number) => ({
  update: {
    sessionUpdate: 'usage_update',
    used: 40_000,
    size: 200_000,
    cost: { amount, currency: 'USD' },
  },
})

const used = (totalTokens: number) => ({ totalTokens, inputTokens: totalTokens - 900, outputTokens: 900 }) // prettier-ignore

export async function createOverviewCrew(server: ServerProcess): Promise<OverviewCrew> {
  const { lead: made, token } = await server.call<{ lead: { id: string }; token: string }>(
    'POST',
    '/api/lead',
    { name: 'atlas-refactor', task: 'Make loading the config fast' },
  )
  const lead = { id: made.id, token }
  const remote = async (name: string, role: string, task?: string): Promise<CreatedAgent> => {
    const { agent, token: own } = await server.call<{ agent: { id: string }; token: string }>(
      'POST',
      `/api/lead/${lead.id}/agents`,
      { name, role, ...(task === undefined ? {} : { task }) },
    )
    return { id: agent.id, token: own }
  }
  const says = (agent: CreatedAgent, text: string) =>
    server.call('POST', `/api/agents/${agent.id}/output`, { text, endOfTurn: true }, agent.token)
  const dora = await remote('Dora', 'developer', 'Move the callers to the cached loader')
  const kay = await remote('Kay', 'developer', 'Pin today’s behaviour with tests')
  const wren = await remote('Wren', 'technical-writer', 'Write the migration note')
  const noor = await remote('Noor', 'designer')
  await server.createGroup(lead.id, 'Config Team', [dora.id, kay.id, wren.id])
  for (const agent of [lead, dora, kay, wren]) await readInbox(server, agent)

  await says(dora, 'git commit -m "loader: cache by mtime and size"\n')
  await server.say(dora, 'AGENT_MESSAGE', {
    to: 'human',
    content: 'May I run `git push origin refactor/rope`?',
  })
  await says(kay, '41 new tests, all pass on main and on the branch.\n')
  await server.post(kay, 'config-team', 'Behaviour is pinned: 41 tests.')
  await server.say(kay, 'COMPLETE_TASK', { summary: 'Pinned with 41 tests.' })
  await says(
    wren,
    'Draft of half a page in docs/migration.md\nI wait for the final name of the class.\n',
  )
  await server.post(lead, 'config-team', 'Nobody edits the loader before Dora is done.')

  const ada = await createActor(
    server,
    lead.id,
    { name: 'Ada', role: 'architect', task: 'Extract RoPEConfig from _configs.py' },
    {
      chunks: [
        plan(true, true, true, false),
        spent(0.86),
        tool('Edit src/config/rope.py', 'edit'),
        'The three call sites left all pass a dict, ',
        'so I keep ',
      ],
      usage: used(98_000),
      lastly: ['their signature.'],
    },
  )
  const rhea = await createActor(
    server,
    lead.id,
    { name: 'Rhea', role: 'code-reviewer', task: 'Review the branch refactor/rope' },
    {
      chunks: [
        tool('Read src/config/cache.py (4 of 9 files)', 'read'),
        '`stat()` twice per lookup; once is ',
        'enough if',
        3_600_000,
      ],
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
  return {
    lead,
    dora,
    wren,
    kay,
    ids: { dora: dora.id, kay: kay.id, wren: wren.id, noor: noor.id, ada, rhea, quinn: quinn.id },
  }
}
